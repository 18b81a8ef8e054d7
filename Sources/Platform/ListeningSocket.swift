#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A TCP socket that listens on 127.0.0.1 only. It is closed unless somebody takes it.
package struct ListeningSocket: ~Copyable {
    package let port: UInt16
    private var descriptor: Int32

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// - Parameter port: 0 lets the system choose.
    package init(loopbackPort port: UInt16) throws(SystemError) {
        let place = "127.0.0.1:\(port)"
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = try checked("socket", place) { socket(AF_INET, kind, 0) }
        do throws(SystemError) {
            self.port = try Self.listen(descriptor, port, place)
            self.descriptor = descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// The descriptor; from now on the caller closes it.
    package consuming func take() -> Int32 {
        let taken = descriptor
        descriptor = -1
        return taken
    }

    private static func listen(_ descriptor: Int32, _ port: UInt16, _ place: String) throws(SystemError) -> UInt16 {
        var yes = Int32(1)
        let length = socklen_t(MemoryLayout<Int32>.size)
        // A server that ends with open connections leaves its port waiting; the next one may take it at once.
        _ = try checked("setsockopt", place) {
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, length)
        }
        _ = try checked("fcntl", place) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = try checked("fcntl", place) { fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        try withUnsafeMutableBytes(of: &address) { bytes throws(SystemError) in
            let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            _ = try checked("bind", place) { bind(descriptor, address, size) }
            _ = try checked("listen", place) { listenOn(descriptor) }
            _ = try checked("getsockname", place) { getsockname(descriptor, address, &size) }
        }
        return UInt16(bigEndian: address.sin_port)
    }
}

private func listenOn(_ descriptor: Int32) -> Int32 { listen(descriptor, 4096) }
