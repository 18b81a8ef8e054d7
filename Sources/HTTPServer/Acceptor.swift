internal import CEventQueue
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// Takes new connections and gives them to the loops in turn. Closing the listening socket is `deinit`'s work.
final class Acceptor {
    /// Of one call, so that those who are there get their turn.
    private static let mostAtOnce = 64

    let descriptor: Int32
    private let context: ServerContext
    /// The first is the loop that accepts.
    private let loops: [LoopMailbox]
    private var next = 0
    /// There is no room, or the system has no descriptors left; who comes waits in the system's queue.
    private(set) var isPaused = false

    /// - Parameter listener: a listening socket that does not block.
    init(_ listener: Int32, in context: ServerContext, loops: [LoopMailbox]) {
        descriptor = listener
        self.context = context
        self.loops = loops
    }

    deinit { close(descriptor) }

    func goOn() { isPaused = false }

    /// Those that are for the loop that accepts; the others are posted to theirs.
    func accept() -> [LoopMailbox.Arrival] {
        var own: [LoopMailbox.Arrival] = []
        for _ in 0..<Self.mostAtOnce {
            guard hasRoom() else { break }
            guard let arrival = acceptOne() else { break }
            context.connections.add(1)
            if next == 0 { own.append(arrival) } else if !loops[next].post(arrival) { drop(arrival) }
            next = (next + 1) % loops.count
        }
        return own
    }

    /// Pauses when there is none. What ends meanwhile is seen here or tells the loop.
    private func hasRoom() -> Bool {
        if context.connections.value < context.mostConnections { return true }
        context.waitForRoom()
        if context.connections.value < context.mostConnections { return true }
        isPaused = true
        return false
    }

    private func drop(_ arrival: LoopMailbox.Arrival) {
        close(arrival.socket)
        context.connections.add(-1)
    }

    private func acceptOne() -> LoopMailbox.Arrival? {
        while true {
            var address = sockaddr_storage()
            let socket = acceptSocket(&address)
            if socket >= 0 {
                var yes = Int32(1)
                setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
                return LoopMailbox.Arrival(socket: socket, clientAddress: PeerAddress.text(of: address))
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                context.waitForRoom()
                isPaused = true
            default: break
            }
            return nil
        }
    }

    private func acceptSocket(_ address: inout sockaddr_storage) -> Int32 {
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &address) { bytes in
            let name = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            #if canImport(Glibc)
                return accept4(descriptor, name, &size, Int32(SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue))
            #else
                let socket = Darwin.accept(descriptor, name, &size)
                if socket >= 0 {
                    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
                    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
                    var yes = Int32(1)
                    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
                }
                return socket
            #endif
        }
    }
}
