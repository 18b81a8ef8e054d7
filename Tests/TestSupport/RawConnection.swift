import Platform

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A TCP connection to a port of 127.0.0.1 that sends exactly the bytes it is told to.
package final class RawConnection {
    private let descriptor: Int32

    /// Reading gives up after 20 seconds, so that a server that never answers fails a test instead of hanging it.
    ///
    /// - Parameter receiveBuffer: bytes that the system keeps for a reader, about; what is more waits at the server.
    package init(port: UInt16, receiveBuffer: Int32? = nil) throws {
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        descriptor = socket(AF_INET, kind, 0)
        guard descriptor >= 0 else { throw SystemError.last("socket", "127.0.0.1") }
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let result = withUnsafeBytes(of: &address) {
            connect(descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress!, size)
        }
        guard result == 0 else { throw SystemError.last("connect", "127.0.0.1:\(port)") }
    }

    deinit { close(descriptor) }

    /// `false` when the server has closed the connection.
    @discardableResult
    package func send(_ bytes: some Collection<UInt8>) -> Bool {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let sent = rest.withUnsafeBytes { sendBytes(descriptor, $0.baseAddress!, $0.count) }
            guard sent > 0 else { return false }
            rest = rest.dropFirst(sent)
        }
        return true
    }

    @discardableResult
    package func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Tells the server that nothing more comes.
    package func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// At least one byte, at most `count`; none at the end or after a reset.
    package func receive(_ count: Int = 65536) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, recv(descriptor, buffer.baseAddress, count, 0))
        }
    }

    /// Everything until the server closes.
    package func receiveAll() -> [UInt8] {
        var all = [UInt8]()
        while true {
            let piece = receive()
            if piece.isEmpty { return all }
            all += piece
        }
    }

    /// Everything until `text` has come, or the end.
    package func receive(until text: String) -> String {
        var all = ""
        while !all.contains(text) {
            let piece = receive(1)
            if piece.isEmpty { break }
            all += String(decoding: piece, as: UTF8.self)
        }
        return all
    }
}

private func sendBytes(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
        send(descriptor, bytes, count, Int32(MSG_NOSIGNAL))
    #else
        send(descriptor, bytes, count, 0)
    #endif
}
