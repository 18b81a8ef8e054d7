import Catalog
import HTTP
import MediaTypes
import Signing

// Streams that others made. They have no package.json: a name, a folder, and the playlist they begin with.

extension Origin {
    /// As of a packaged reel, with nothing known of what is in it.
    func playback(_ stream: ForeignStream, _ request: Request, at now: UnixTime) -> Reply {
        guard !isRemoved(stream) else { return .problem(410, "the reel was removed").about(stream.id, .foreign) }
        guard let folder = try? RawPath("/foreign/\(stream.id)/"), let scope = TokenScope(.prefix, folder) else {
            return Reply(status: 500)
        }
        return playback(stream.id, scope, folder, request, at: now) { location, expires in
            PlaybackAnswer(
                id: stream.id, version: .foreign, url: location.url(of: stream.encodedPlaylist), expiresAt: expires,
                serverTime: now, durationMs: 0, renditions: [])
        }.about(stream.id, .foreign)
    }

    /// Whoever asks has a token for it.
    func foreign(
        _ place: Route.Place, _ request: Request, as representations: (PackagedFile) -> Representations
    ) -> Reply {
        guard let stream = settings.foreign[place.reel] else {
            return .problem(404, "there is no such stream").about(place.reel, place.version)
        }
        guard !isRemoved(stream) else { return .problem(410, "the reel was removed").about(place.reel, place.version) }
        guard let file = stream.file(place.path) else {
            return .problem(404, "the stream has no such file").about(place.reel, place.version)
        }
        return answer(representations(file), request).about(place.reel, place.version)
    }
}
