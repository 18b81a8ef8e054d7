package import HTTP
internal import Platform

/// An HTTP/1.1 server (RFC 9110, RFC 9112). It listens on 127.0.0.1 unless it is told otherwise.
///
/// A few threads, each with its share of the connections, read and write without waiting, and call the handler: several at a
/// time, which must not call ``stop(grace:)`` nor take long.
package final class HTTPServer: Sendable {
    package typealias Handler = @Sendable (Request) -> Answer
    /// Answers what is no request for the handler, with what is known of it. The connection ends with it.
    package typealias Refusal = @Sendable (RequestProblem, Request) -> Answer

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
        /// Bytes of a request line and header fields together; more is answered with 414 or 431.
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
    private let loops: Mutex<LoopThreads?>

    /// Listens at once.
    ///
    /// - Parameters:
    ///   - address: numeric; `0.0.0.0` and `::` are every one that the machine has.
    ///   - port: 0 lets the system choose.
    ///   - identity: with one it speaks TLS only.
    ///   - connections: is kept at how many are open.
    ///   - clock: never goes back.
    ///   - refusal: answers what is no request for the handler.
    package init(
        address: String = "127.0.0.1", port: UInt16 = 0, identity: ServerIdentity? = nil, limits: Limits = Limits(),
        connections: ConnectionCount = ConnectionCount(),
        clock: @escaping @Sendable () -> Duration = { SystemClock.monotonic() },
        refusal: @escaping Refusal = { problem, _ in Answer(problem.response) }, handler: @escaping Handler
    ) throws(ServerProblem) {
        let socket: ListeningSocket
        do {
            socket = try ListeningSocket(address: address, port: port)
        } catch {
            throw error.isAddressInUse ? .portInUse(port) : .cannotListen(port, error.reason)
        }
        self.port = socket.port
        let tls: TLSContext?
        do { tls = try identity.map { identity throws(IdentityProblem) in try TLSContext(identity) } } catch {
            throw .cannotStartTLS(error)
        }
        context = ServerContext(
            limits: limits, connections: connections, tls: tls, clock: clock, refusal: refusal, handler: handler)
        loops = Mutex(try LoopThreads(context, listening: socket))
    }

    deinit { stop(grace: .zero) }

    /// Why there is room for fewer connections than there may be; `nil` when there is not.
    package var shortage: Shortage? {
        let most = context.mostConnections
        guard most < context.limits.connections else { return nil }
        return Shortage(
            connections: most, wanted: context.limits.connections, files: OpenFileLimit.current,
            wantedFiles: context.wantedFiles)
    }

    /// The system lets the process open too few files.
    package struct Shortage: Hashable, Sendable {
        package var connections: Int
        package var wanted: Int
        package var files: Int
        package var wantedFiles: Int
    }

    /// Accepts nothing more, lets running responses finish for `grace`, then closes every connection. When it returns,
    /// every answer's `delivered` has been called.
    package func stop(grace: Duration = .seconds(5)) {
        context.drain()
        loops.withLock { loops in
            loops?.stop(grace: grace)
            loops = nil
        }
    }
}

/// Why a server does not run.
package enum ServerProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case portInUse(UInt16)
    case cannotListen(UInt16, String)
    case cannotStart(String)
    case cannotStartTLS(IdentityProblem)

    package var description: String {
        switch self {
        case .portInUse(let port): "port \(port) is in use"
        case .cannotListen(let port, let reason): "cannot listen on port \(port): \(reason)"
        case .cannotStart(let reason): "the HTTP server did not start: \(reason)"
        case .cannotStartTLS(.certificate): "the certificate is none, or is not in PEM"
        case .cannotStartTLS(.privateKey): "the private key is none, or is not in PEM"
        case .cannotStartTLS(.encryptedKey): "the private key is encrypted"
        case .cannotStartTLS(.pair): "the private key is not that of the certificate"
        case .cannotStartTLS(.system): "TLS cannot be used"
        }
    }
}
