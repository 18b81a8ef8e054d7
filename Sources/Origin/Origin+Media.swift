import Catalog
import HTTP
import MediaTypes
import Signing

extension Origin {
    /// The token is checked before anything else is looked at: who has none learns nothing.
    func media(
        _ place: Route.Place?, _ path: RawPath, _ token: Substring?, _ request: Request, at now: UnixTime
    ) -> Reply {
        let carried = CarriedToken(inPath: token, request)
        let verifier = verifier
        var reply: Reply
        do throws(RefusalReason) {
            let token = try carried.verified(by: verifier, path: path, address: request.clientAddress, at: now)
            reply =
                place.map { allowed($0, path, token, carried.form, request, at: now) }
                ?? .problem(404, "no package has this path")
            reply.verdict = "ok"
        } catch {
            reply = place.map { Reply.refusal(error).about($0.reel, $0.version) } ?? .refusal(error)
        }
        reply.isForCookies = carried.form == .cookie
        return reply
    }

    private func allowed(
        _ place: Route.Place, _ path: RawPath, _ token: Token, _ form: CarriageForm, _ request: Request,
        at now: UnixTime
    ) -> Reply {
        switch form {
        case .path: return file(place, request)
        case .cookie:
            var reply = file(place, request)
            // The URL alone must not be enough to get it from a cache that others use.
            if reply.headers["Cache-Control"] == Representation.immutable {
                reply.headers["Cache-Control"] = Representation.privateImmutable
            }
            return reply
        case .query, .define:
            let signed = SignedText(base: baseURL(of: request), path: path, token: token, form: form)
            let isPacked = Representations.prefersGzip(request)
            return file(place, request) { representations(of: $0, at: place, signed, isPacked: isPacked, at: now) }
        }
    }

    /// Unsigned: a feed shows it before anything is played.
    func poster(_ place: Route.Place, _ request: Request) -> Reply {
        guard PackageLayout.object(atPath: place.path)?.object == .poster else {
            return .problem(404, "only posters are here").about(place.reel, place.version)
        }
        return file(place, request)
    }

    private func file(
        _ place: Route.Place, _ request: Request,
        as representations: (PackagedFile) -> Representations = { $0.representations }
    ) -> Reply {
        if place.version == .foreign { return foreign(place, request, as: representations) }
        guard let reel = packages.reel(place.reel) else {
            return .problem(404, "there is no such reel").about(place.reel, place.version)
        }
        guard !isRemoved(reel) else {
            return .problem(410, "the reel was removed").about(place.reel, place.version)
        }
        guard let file = packages.file(place.path, version: place.version, of: place.reel) else {
            return .problem(404, "the package has no such file").about(place.reel, place.version)
        }
        var reply = answer(representations(file), request).about(place.reel, place.version)
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
        case .preconditionFailed: return .problem(412, "the file has another entity tag, or a later date")
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
