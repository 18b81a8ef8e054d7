package import Catalog
package import HTTP
internal import MediaTypes
internal import Signing

/// A response, and the access-log line it will become when it has been sent.
package struct Outcome: Sendable {
    package var response: Response
    let route: RouteLabel
    private var line: AccessLogEntry

    init(
        _ reply: Reply, to request: Request, of route: RouteLabel, id: String, verified: VerifiedTokens,
        hiding secret: String?, at now: UnixTime
    ) {
        self.route = route
        response = Response(status: reply.status, headers: reply.headers, body: reply.body)
        let cmcd = request.cmcd(hiding: secret)
        func hiding(_ text: String) -> String { RequestText.hiding(secret, in: text) }
        line = AccessLogEntry(
            t: now, id: id, method: RequestText.shown(hiding(request.method), limit: 16),
            target: RequestText.shown(TokenCarriage.shortened(hiding(request.target), verified: verified), limit: 2048),
            reel: reply.reel,
            version: reply.version, rendition: reply.rendition, object: reply.object, status: reply.status,
            range: request.headers["Range"].map { RequestText.shown(TokenCarriage.shortened(hiding($0)), limit: 128) },
            bytes: 0,
            complete: false, encoding: reply.headers["Content-Encoding"] ?? "identity", verdict: reply.verdict,
            cmcd: cmcd.flatMap { $0.data.values.isEmpty ? nil : $0.data }, cmcdProblem: cmcd?.problem, ms: 0)
    }

    /// The line, once it is known how the response ended and how long it took.
    package func logEntry(_ delivery: Delivery, after time: Duration) -> AccessLogEntry {
        var entry = line
        entry.status = delivery.status
        entry.bytes = delivery.bytes
        entry.complete = delivery.complete
        entry.ms = Int(time.wholeMilliseconds)
        return entry
    }
}
