import Dispatch
import HTTP
import Synchronization

/// What the threads of one server share.
final class ServerContext: Sendable {
    let limits: HTTPServer.Limits
    let connections: ConnectionCount
    /// The exchanges under way: each enters with its request line and leaves when its response has ended.
    let exchanges = DispatchGroup()
    private let handler: HTTPServer.Handler
    private let isDraining = Atomic(false)

    init(limits: HTTPServer.Limits, connections: ConnectionCount, handler: @escaping HTTPServer.Handler) {
        self.limits = limits
        self.connections = connections
        self.handler = handler
    }

    func drain() { isDraining.store(true, ordering: .relaxed) }

    /// The handler's answer. While the server stops, it says that the connection ends with it.
    func answer(_ request: Request) -> HTTPServer.Answer {
        var answer = handler(request)
        if isDraining.load(ordering: .relaxed) { answer.response.headers["Connection"] = "close" }
        return answer
    }
}
