internal import HTTP
internal import Platform
internal import Synchronization

/// What the threads of one server share.
final class ServerContext: Sendable {
    let limits: HTTPServer.Limits
    let connections: ConnectionCount
    let tls: TLSContext?
    let clock: @Sendable () -> Duration
    private let handler: HTTPServer.Handler
    private let refusal: HTTPServer.Refusal
    private let draining = Atomic(false)
    private let waitsForRoom = Atomic(false)

    init(
        limits: HTTPServer.Limits, connections: ConnectionCount, tls: TLSContext?,
        clock: @escaping @Sendable () -> Duration, refusal: @escaping HTTPServer.Refusal,
        handler: @escaping HTTPServer.Handler
    ) {
        self.limits = limits
        self.connections = connections
        self.tls = tls
        self.clock = clock
        self.refusal = refusal
        self.handler = handler
    }

    var isDraining: Bool { draining.load(ordering: .relaxed) }

    func drain() { draining.store(true, ordering: .relaxed) }

    /// Nobody is accepted before a connection ends.
    func waitForRoom() { waitsForRoom.store(true, ordering: .sequentiallyConsistent) }

    /// Of a connection that has ended: whether somebody waits for its room, who is then to be told. Said once.
    func makesRoom() -> Bool {
        connections.add(-1)
        return waitsForRoom.exchange(false, ordering: .sequentiallyConsistent)
    }

    func answer(_ request: Request) -> HTTPServer.Answer { handler(request) }

    func refuse(_ request: Request, for problem: RequestProblem) -> HTTPServer.Answer { refusal(problem, request) }

    /// As many as the process may have descriptors for.
    var mostConnections: Int { min(limits.connections, max(1, (OpenFileLimit.current - Self.otherFiles) / 2)) }

    /// How many files the process has to be allowed for all connections that there may be: each may need a second descriptor
    /// for its file, and the rest of the process has some.
    var wantedFiles: Int { 2 * limits.connections + Self.otherFiles }

    private static let otherFiles = 64

    /// How often is looked for connections that take too long.
    var sweepInterval: Duration { min(.seconds(5), .seconds(min(limits.idleSeconds, limits.requestSeconds)) / 4) }
}
