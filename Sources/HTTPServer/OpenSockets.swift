import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The sockets of connections that are open. One is removed before it is closed, so that no number here belongs to
/// something else.
final class OpenSockets: Sendable {
    private struct State {
        var sockets: Set<Int32> = []
        var isReading = true
    }

    private let state = Mutex(State())

    func insert(_ socket: Int32) {
        state.withLock { state in
            state.sockets.insert(socket)
            if !state.isReading { Self.stopReading(socket) }
        }
    }

    func remove(_ socket: Int32) { state.withLock { _ = $0.sockets.remove(socket) } }

    /// Of those that are open and those to come. The peers may still be written to.
    func stopReading() {
        state.withLock { state in
            state.isReading = false
            state.sockets.forEach(Self.stopReading)
        }
    }

    private static func stopReading(_ socket: Int32) {
        if socket >= 0 { shutdown(socket, Int32(SHUT_RD)) }
    }
}
