package import Catalog
package import HTTPServer
package import MediaTypes

/// An origin on a port of 127.0.0.1.
package final class OriginServer: Sendable {
    private let server: HTTPServer

    /// Serves from now on.
    ///
    /// - Parameters:
    ///   - port: 0 lets the system choose.
    ///   - connections: is kept at how many are open.
    ///   - now: the clock that tokens, `Date` and the log go by.
    ///   - uptime: measures how long responses took; it never goes back.
    ///   - log: is given a line after each response, on the thread that sent it.
    package init(
        _ origin: Origin, port: UInt16 = 0, connections: ConnectionCount = ConnectionCount(),
        now: @escaping @Sendable () -> UnixTime,
        uptime: @escaping @Sendable () -> Duration = { .zero }, log: @escaping @Sendable (AccessLogEntry) -> Void
    ) throws(ServerProblem) {
        server = try HTTPServer(port: port, connections: connections) { request in
            let start = uptime()
            let outcome = origin.respond(to: request, at: now())
            return HTTPServer.Answer(outcome.response) { delivery in
                let time = uptime() - start
                let entry = outcome.logEntry(delivery, after: time)
                origin.metrics.count(entry, of: outcome.route, after: time)
                log(entry)
            }
        }
    }

    package var port: UInt16 { server.port }

    /// `http://127.0.0.1:PORT`.
    package var url: String { "http://127.0.0.1:\(port)" }

    /// Lets running responses finish for a few seconds. When it returns, every line has been logged.
    package func stop() { server.stop() }
}
