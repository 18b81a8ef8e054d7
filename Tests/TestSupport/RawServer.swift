import Platform

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A server on a loopback port that sends exactly the bytes a test scripts: also those no real server would send.
package final class RawServer: Sendable {
    package enum Step: Sendable {
        case send([UInt8])
        /// Goes on with the next request of the connection only when the other side is gone.
        case hang
        case close
    }

    /// What to do about one request, given its head as text.
    package typealias Script = @Sendable (_ head: String) -> [Step]

    private struct State {
        var open: Set<Int32> = []
        var heads: [String] = []
        var accepted = 0
        var isStopping = false
    }

    package let port: UInt16
    private let listener: Int32
    private let script: Script
    private let state = Mutex(State())
    private let workers = Mutex<[Worker]>([])

    package init(_ script: @escaping Script) {
        self.script = script
        (listener, port) = listenOnLoopback()
    }

    package var url: String { "http://127.0.0.1:\(port)" }

    /// The heads of all requests so far.
    package var heads: [String] { state.withLock { $0.heads } }

    package var connections: Int { state.withLock { $0.accepted } }

    /// Serves while the body runs.
    package static func with<Result>(
        _ script: @escaping Script, _ body: (RawServer) async throws -> Result
    ) async rethrows -> Result {
        let server = RawServer(script)
        let accepting = Worker { server.acceptAll() }
        defer {
            server.stop()
            accepting.join()
            for worker in server.workers.withLock({ $0 }) { worker.join() }
            close(server.listener)
        }
        return try await body(server)
    }

    private func acceptAll() {
        while true {
            let connection = accept(listener, nil, nil)
            guard connection >= 0 else { continue }
            let isStopping = state.withLock { state in
                if !state.isStopping {
                    state.open.insert(connection)
                    state.accepted += 1
                }
                return state.isStopping
            }
            guard !isStopping else {
                close(connection)
                return
            }
            var isOn: Int32 = 1
            setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            let worker = Worker { self.serve(connection) }
            workers.withLock { $0.append(worker) }
        }
    }

    private func serve(_ connection: Int32) {
        answerAll(connection)
        state.withLock { _ = $0.open.remove(connection) }
        close(connection)
    }

    private func answerAll(_ connection: Int32) {
        while let head = readHead(connection) {
            state.withLock { $0.heads.append(head) }
            for step in script(head) {
                switch step {
                case .send(let bytes): if !sendAll(bytes, connection) { return }
                case .hang:
                    var byte: UInt8 = 0
                    while recv(connection, &byte, 1, 0) > 0 {}
                    return
                case .close: return
                }
            }
        }
    }

    /// A connection of our own wakes the one that accepts.
    private func stop() {
        state.withLock { state in
            state.isStopping = true
            for connection in state.open { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        let knock = loopbackSocket()
        withLoopbackAddress(port) { _ = connect(knock, $0, $1) }
        close(knock)
    }
}

private func loopbackSocket() -> Int32 {
    #if canImport(Glibc)
        return socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
        return socket(AF_INET, SOCK_STREAM, 0)
    #endif
}

private func withLoopbackAddress<Result>(
    _ port: UInt16, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
) -> Result {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let length = socklen_t(MemoryLayout<sockaddr_in>.size)
    return withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
    }
}

private func listenOnLoopback() -> (descriptor: Int32, port: UInt16) {
    let listener = loopbackSocket()
    precondition(
        withLoopbackAddress(0) { bind(listener, $0, $1) } == 0 && listen(listener, 16) == 0, "no loopback port")
    var address = sockaddr_in()
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    withUnsafeMutablePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { _ = getsockname(listener, $0, &length) }
    }
    return (listener, UInt16(bigEndian: address.sin_port))
}

/// Up to the empty line; `nil` when the other side is gone.
private func readHead(_ connection: Int32) -> String? {
    var head: [UInt8] = []
    var byte: UInt8 = 0
    while !head.suffix(4).elementsEqual([13, 10, 13, 10]) {
        guard recv(connection, &byte, 1, 0) == 1 else { return nil }
        head.append(byte)
    }
    return String(decoding: head, as: UTF8.self)
}

private func sendAll(_ bytes: [UInt8], _ connection: Int32) -> Bool {
    #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
    #else
        let flags: Int32 = 0
    #endif
    var rest = bytes[...]
    while !rest.isEmpty {
        let sent = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
        guard sent > 0 else { return false }
        rest = rest.dropFirst(sent)
    }
    return true
}
