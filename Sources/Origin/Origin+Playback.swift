import Catalog
import HTTP
import MediaTypes
import Platform
import Signing

extension Origin {
    /// Where a reel can be fetched from now on. Every call signs anew.
    func playback(_ id: ReelID, _ request: Request, at now: UnixTime) -> Reply {
        guard let reel = packages.reel(id), let version = packages.version(reel.version, of: id) else {
            return .problem(404, "there is no such reel").about(id)
        }
        guard !isRemoved(reel) else { return .problem(410, "the reel was removed").about(id, reel.version) }
        guard let base = baseURL(of: request) else { return .problem(400, "Host is not host[:port]").about(id) }
        let expires = UnixTime(seconds: now.seconds + settings.ttl)
        guard let folder = try? RawPath("/media/\(id)/\(reel.version)/"), let scope = TokenScope(.prefix, folder) else {
            return Reply(status: 500)
        }
        let start = base + TokenCarriage.path(folder, with: Signer(keys.active).token(for: scope, expires: expires))
        let hasManifest = version.files[PackageLayout.manifest] != nil
        return Reply.json(
            PlaybackAnswer(
                id: id, version: reel.version, url: start + PackageLayout.multivariantPlaylist,
                mpdUrl: hasManifest ? start + PackageLayout.manifest : nil,
                progressive: version.document.progressive?.compactMap { file in
                    version.files[file.path].map { .init(file, url: start + file.path, size: $0.stamp.size) }
                },
                expiresAt: expires, serverTime: now, durationMs: version.document.duration.milliseconds,
                renditions: version.document.renditions.map(PlaybackAnswer.Rendition.init),
                strip: version.document.strip)
        ).about(id, reel.version)
    }

    /// What absolute URLs of an answer begin with: the public URL, or the host that was asked for when it is one.
    func baseURL(of request: Request) -> String? {
        settings.publicURL ?? request.headers["Host"].flatMap(RequestText.host).map { "\(settings.scheme)://\($0)" }
    }

}
