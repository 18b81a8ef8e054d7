package import Catalog
package import HTTPServer
package import MediaTypes

/// An origin that listens.
package final class OriginServer: Sendable {
    /// Where it listens, and how.
    package struct Place: Sendable {
        /// Numeric; `0.0.0.0` and `::` are every one that the machine has.
        package var address = "127.0.0.1"
        /// 0 lets the system choose.
        package var port: UInt16 = 0
        /// With one it speaks TLS only.
        package var identity: ServerIdentity?

        package init(address: String = "127.0.0.1", port: UInt16 = 0, identity: ServerIdentity? = nil) {
            self.address = address
            self.port = port
            self.identity = identity
        }
    }

    private let server: HTTPServer
    private let place: Place

    /// Serves from now on.
    ///
    /// - Parameters:
    ///   - connections: is kept at how many are open.
    ///   - now: the clock that tokens, `Date` and the log go by.
    ///   - uptime: measures how long responses took; it never goes back.
    ///   - log: is given a line after each response, on the thread that sent it.
    package init(
        _ origin: Origin, at place: Place = Place(), connections: ConnectionCount = ConnectionCount(),
        now: @escaping @Sendable () -> UnixTime, uptime: @escaping @Sendable () -> Duration = { .zero },
        log: @escaping @Sendable (AccessLogEntry) -> Void
    ) throws(ServerProblem) {
        self.place = place
        let answer: @Sendable (() -> Outcome) -> HTTPServer.Answer = { outcome in
            let start = uptime()
            let outcome = outcome()
            return HTTPServer.Answer(outcome.response) { delivery in
                let time = uptime() - start
                let entry = outcome.logEntry(delivery, after: time)
                origin.metrics.count(entry, of: outcome.route, after: time)
                log(entry)
            }
        }
        server = try HTTPServer(
            address: place.address, port: place.port, identity: place.identity, connections: connections,
            refusal: { problem, request in answer { origin.refuse(problem, request, at: now()) } },
            handler: { request in answer { origin.respond(to: request, at: now()) } })
    }

    package var port: UInt16 { server.port }

    /// Why there is room for fewer connections than there may be; `nil` when there is not.
    package var shortage: HTTPServer.Shortage? { server.shortage }

    /// `http://127.0.0.1:PORT`, or where else it listens.
    package var url: String {
        switch place.address {
        case "127.0.0.1", "0.0.0.0": url(of: "127.0.0.1")
        case "::": url(of: "::1")
        default: url(of: place.address)
        }
    }

    /// The same under another of this machine's addresses.
    package func url(of address: String) -> String {
        let host = address.contains(":") ? "[\(address)]" : address
        return "\(place.identity == nil ? "http" : "https")://\(host):\(port)"
    }

    /// Lets running responses finish for a few seconds. When it returns, every line has been logged.
    package func stop() { server.stop() }
}
