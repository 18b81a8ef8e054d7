import Dispatch
import HTTP
import Synchronization

/// What the threads of one server share.
final class ServerContext: Sendable {
    let limits: HTTPServer.Limits
    let connections: ConnectionCount
    /// The exchanges under way: each enters with its request line and leaves when its response has ended.
    let exchanges = DispatchGroup()
    /// The connections that are open.
    let openConnections = DispatchGroup()
    private let sockets = OpenSockets()
    private let clock: @Sendable () -> Duration
    private let handler: HTTPServer.Handler
    private let isDraining = Atomic(false)

    init(
        limits: HTTPServer.Limits, connections: ConnectionCount, clock: @escaping @Sendable () -> Duration,
        handler: @escaping HTTPServer.Handler
    ) {
        self.limits = limits
        self.connections = connections
        self.clock = clock
        self.handler = handler
    }

    func drain() { isDraining.store(true, ordering: .relaxed) }

    /// Nothing more is read from any connection: what waits for a request ends, what is being answered goes on.
    func stopReading() { sockets.stopReading() }

    func opened(_ socket: Int32) {
        openConnections.enter()
        connections.add(1)
        sockets.insert(socket, at: clock())
    }

    /// To be called before the socket is closed.
    func closed(_ socket: Int32) {
        sockets.remove(socket)
        connections.add(-1)
        openConnections.leave()
    }

    func beginAnswer(on socket: Int32) { sockets.beginAnswer(on: socket) }

    func endAnswer(on socket: Int32) { sockets.endAnswer(on: socket, at: clock()) }

    /// On whoever has taken too long for a request.
    func hangUp() { sockets.hangUp(waitingLongerThan: .seconds(limits.requestSeconds), at: clock()) }

    /// The handler's answer. While the server stops, it says that the connection ends with it.
    func answer(_ request: Request) -> HTTPServer.Answer {
        var answer = handler(request)
        if isDraining.load(ordering: .relaxed) { answer.response.headers["Connection"] = "close" }
        return answer
    }
}
