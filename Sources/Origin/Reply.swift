import Catalog
import HTTP

/// A response in the making, with what the access log will say about it.
struct Reply {
    var status: Int
    var headers: Headers = [:]
    var body: Response.Body = .bytes([])
    /// `open` where no token is asked for.
    var verdict = "open"
    var reel: ReelID?
    var version: VersionID?
    var rendition: RenditionID?
    var object: ObjectName?
    /// Whether a cookie decides or comes with it, so that pages send credentials.
    var isForCookies = false

    /// A JSON document that nobody may store.
    static func json(_ value: some Encodable, status: Int = 200) -> Reply {
        guard let bytes = try? CanonicalJSON.line(value) else { return Reply(status: 500) }
        return Reply(
            status: status, headers: ["Content-Type": "application/json", "Cache-Control": "no-store"],
            body: .bytes(bytes))
    }

    /// What went wrong, in words: `{"error": "…"}`.
    static func problem(_ status: Int, _ text: String) -> Reply { json(["error": text], status: status) }

    static func refusal(_ reason: RefusalReason) -> Reply {
        var reply = json(Refusal(reason: reason), status: 403)
        reply.verdict = reason.rawValue
        return reply
    }

    static var notImplemented: Reply { problem(501, "this is no method of HTTP that is known here") }

    static func notAllowed(_ methods: String) -> Reply {
        var reply = problem(405, "the methods here are \(methods)")
        reply.headers["Allow"] = methods
        return reply
    }

    consuming func about(_ reel: ReelID, _ version: VersionID? = nil) -> Reply {
        self.reel = reel
        self.version = version
        return self
    }
}
