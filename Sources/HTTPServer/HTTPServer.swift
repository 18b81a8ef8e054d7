internal import Dispatch
package import HTTP
internal import Platform
internal import Synchronization

/// An HTTP/1.1 server, over libmicrohttpd. It listens on 127.0.0.1 unless it is told otherwise.
///
/// The handler is called on any of its threads, several at a time, and must not call ``stop(grace:)``.
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (Request) -> Answer

    /// A response, and who wants to know how it went.
    package struct Answer: Sendable {
        package var response: Response
        /// Called once, after the last byte was handed to the system or the connection was lost.
        package var delivered: (@Sendable (Delivery) -> Void)?

        package init(_ response: Response, delivered: (@Sendable (Delivery) -> Void)? = nil) {
            self.response = response
            self.delivered = delivered
        }
    }

    /// What a client may take.
    package struct Limits: Sendable {
        package var threads = max(2, Machine.coreCount)
        package var connections = 8192
        /// Bytes a connection may use for its request line and header fields; more is answered with 431.
        package var headerMemory = 16 << 10
        /// Bytes of a request's body; more is answered with 413.
        package var requestBody = 64 << 10
        /// Seconds without a byte after which a connection is closed.
        package var idleSeconds = 30
        /// Seconds for a whole request, its body included, since the connection's beginning or the answer before it; then
        /// the connection is closed, though it be not idle.
        package var requestSeconds = 60

        package init() {}
    }

    package let port: UInt16
    private let context: ServerContext
    private let daemon: Mutex<Daemon?>

    /// Listens at once.
    ///
    /// - Parameters:
    ///   - address: numeric; `0.0.0.0` and `::` are every one that the machine has.
    ///   - port: 0 lets the system choose.
    ///   - identity: with one it speaks TLS only.
    ///   - connections: is kept at how many are open.
    ///   - clock: never goes back.
    package init(
        address: String = "127.0.0.1", port: UInt16 = 0, identity: ServerIdentity? = nil, limits: Limits = Limits(),
        connections: ConnectionCount = ConnectionCount(),
        clock: @escaping @Sendable () -> Duration = { SystemClock.monotonic() }, handler: @escaping Handler
    ) throws(ServerProblem) {
        let socket: ListeningSocket
        do {
            socket = try ListeningSocket(address: address, port: port)
        } catch {
            throw error.isAddressInUse ? .portInUse(port) : .cannotListen(port, error.reason)
        }
        self.port = socket.port
        context = ServerContext(limits: limits, connections: connections, clock: clock, handler: handler)
        daemon = Mutex(try Daemon(on: socket, identity: identity, context: context))
    }

    /// Accepts nothing more, lets running responses finish for `grace`, then closes every connection. When it returns,
    /// every answer's `delivered` has been called.
    package func stop(grace: Duration = .seconds(5)) {
        context.drain()
        daemon.withLock { $0?.quiesce() }
        // Of a daemon that stops, libmicrohttpd 0.9.75 answers a request that is none with a response that is none, and
        // crashes. So nobody can ask anything any more before it is told to.
        context.stopReading()
        let (seconds, attoseconds) = grace.components
        let end = DispatchTime.now() + Double(seconds) + Double(attoseconds) / 1e18
        _ = context.exchanges.wait(timeout: end)
        _ = context.openConnections.wait(timeout: max(end, .now() + .seconds(1)))
        daemon.withLock { $0 = nil }
    }
}

/// Why a server does not run.
package enum ServerProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case portInUse(UInt16)
    case cannotListen(UInt16, String)
    case cannotStart
    case cannotStartTLS

    package var description: String {
        switch self {
        case .portInUse(let port): "port \(port) is in use"
        case .cannotListen(let port, let reason): "cannot listen on port \(port): \(reason)"
        case .cannotStart: "the HTTP server did not start its threads"
        case .cannotStartTLS: "the certificate and its private key cannot be used"
        }
    }
}
