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
    private let connections: ConnectionCount
    private let limit: Int
    /// The first is the loop that accepts.
    private let loops: [LoopMailbox]
    private var next = 0
    /// The system has no descriptors left; it is tried again later.
    private(set) var isPaused = false

    /// - Parameters:
    ///   - listener: a listening socket that does not block.
    ///   - limit: of connections.
    init(_ listener: Int32, limit: Int, connections: ConnectionCount, loops: [LoopMailbox]) {
        descriptor = listener
        self.limit = limit
        self.connections = connections
        self.loops = loops
    }

    deinit { close(descriptor) }

    func goOn() { isPaused = false }

    /// Those that are for the loop that accepts; the others are posted to theirs. One too many is closed.
    func accept() -> [LoopMailbox.Arrival] {
        var own: [LoopMailbox.Arrival] = []
        for _ in 0..<Self.mostAtOnce {
            guard let arrival = acceptOne() else { break }
            guard connections.value < limit else {
                close(arrival.socket)
                continue
            }
            connections.add(1)
            if next == 0 { own.append(arrival) } else if !loops[next].post(arrival) { drop(arrival) }
            next = (next + 1) % loops.count
        }
        return own
    }

    private func drop(_ arrival: LoopMailbox.Arrival) {
        close(arrival.socket)
        connections.add(-1)
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
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: isPaused = true
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
