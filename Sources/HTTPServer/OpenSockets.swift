import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The sockets of connections that are open. One is removed before it is closed, and touched under the lock only, so that
/// no number here belongs to something else.
final class OpenSockets: Sendable {
    private struct State {
        var connections = OpenConnections()
        var isReading = true
    }

    private let state = Mutex(State())

    func insert(_ socket: Int32, at now: Duration) {
        state.withLock { state in
            state.connections.open(socket, at: now)
            if !state.isReading { shut(socket, Int32(SHUT_RD)) }
        }
    }

    func remove(_ socket: Int32) { state.withLock { $0.connections.close(socket) } }

    func beginAnswer(on socket: Int32) { state.withLock { $0.connections.beginAnswer(on: socket) } }

    func endAnswer(on socket: Int32, at now: Duration) {
        state.withLock { $0.connections.endAnswer(on: socket, at: now) }
    }

    /// Of those that are open and those to come. The peers may still be written to.
    func stopReading() {
        state.withLock { state in
            state.isReading = false
            for socket in state.connections.sockets { shut(socket, Int32(SHUT_RD)) }
        }
    }

    /// Ends the connections that have waited for a whole request for longer than `limit`. The daemon then closes them.
    func hangUp(waitingLongerThan limit: Duration, at now: Duration) {
        state.withLock { state in
            for socket in state.connections.overdue(at: now, limit: limit) { shut(socket, Int32(SHUT_RDWR)) }
        }
    }
}

private func shut(_ socket: Int32, _ directions: Int32) {
    if socket >= 0 { shutdown(socket, directions) }
}
