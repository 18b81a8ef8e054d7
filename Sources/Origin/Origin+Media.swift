import Catalog
import HTTP
import MediaTypes
import Signing

extension Origin {
    /// The token is checked before anything else is looked at: who has none learns nothing.
    func media(
        _ place: Route.Place?, _ path: RawPath, _ token: Substring?, _ request: Request, at now: UnixTime
    ) -> Reply {
        let verifier = verifier
        do {
            _ = try verifier.verify(token, path: path, address: request.clientAddress, at: now)
        } catch {
            return place.map { Reply.refusal(error).about($0.reel, $0.version) } ?? .refusal(error)
        }
        var reply = place.map { file($0, request) } ?? .problem(404, "no package has this path")
        reply.verdict = "ok"
        return reply
    }

    /// Unsigned: a feed shows it before anything is played.
    func poster(_ place: Route.Place, _ request: Request) -> Reply {
        guard PackageLayout.object(atPath: place.path)?.object == .poster else {
            return .problem(404, "only posters are here").about(place.reel, place.version)
        }
        return file(place, request)
    }

    private func file(_ place: Route.Place, _ request: Request) -> Reply {
        guard let reel = packages.reel(place.reel) else {
            return .problem(404, "there is no such reel").about(place.reel, place.version)
        }
        guard !isRemoved(reel) else {
            return .problem(410, "the reel was removed").about(place.reel, place.version)
        }
        guard let file = packages.file(place.path, version: place.version, of: place.reel) else {
            return .problem(404, "the package has no such file").about(place.reel, place.version)
        }
        var reply = answer(file.representations, request).about(place.reel, place.version)
        reply.rendition = file.rendition
        reply.object = file.object
        return reply
    }

    /// The one of a text's codings that the request takes, on the request's conditions.
    func answer(_ representations: Representations, _ request: Request) -> Reply {
        let chosen = representations.chosen(for: request)
        let conditions = Conditions(entityTag: chosen.entityTag, lastModified: chosen.lastModified)
        switch conditions.verdict(on: request) {
        case .perform: break
        case .notModified: return Reply(status: 304, headers: chosen.unmodified)
        case .preconditionFailed: return .problem(412, "the file's entity tag is another")
        }
        switch conditions.extent(of: request, size: chosen.size) {
        case .whole: return Reply(status: 200, headers: chosen.headers, body: chosen.body(0..<chosen.size))
        case .part(let range):
            var reply = Reply(status: 206, headers: chosen.headers, body: chosen.body(range))
            reply.headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(chosen.size)"
            return reply
        case .unsatisfiable:
            var reply = Reply.problem(416, "the file has \(chosen.size) bytes")
            reply.headers["Content-Range"] = "bytes */\(chosen.size)"
            return reply
        }
    }
}
