#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A TCP socket that listens on one address. It is closed unless somebody takes it.
package struct ListeningSocket: ~Copyable {
    package let port: UInt16
    private var descriptor: Int32

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// - Parameters:
    ///   - address: numeric; `0.0.0.0` and `::` are every one that the machine has. `EINVAL` for anything else.
    ///   - port: 0 lets the system choose.
    package init(address: String = "127.0.0.1", port: UInt16) throws(SystemError) {
        let place = "\(address):\(port)"
        guard let name = SocketName(address, port) else {
            throw SystemError(code: EINVAL, operation: "listen", path: place)
        }
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = SOCK_STREAM
        #endif
        let descriptor = try checked("socket", place) { socket(name.family, kind, 0) }
        do throws(SystemError) {
            self.port = try Self.listen(descriptor, name, place)
            self.descriptor = descriptor
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Whether a text is a numeric address.
    package static func isAddress(_ text: String) -> Bool { SocketName(text, 0) != nil }

    /// The descriptor; from now on the caller closes it.
    package consuming func take() -> Int32 {
        let taken = descriptor
        descriptor = -1
        return taken
    }

    private static func listen(_ descriptor: Int32, _ name: SocketName, _ place: String) throws(SystemError) -> UInt16 {
        var yes = Int32(1)
        let length = socklen_t(MemoryLayout<Int32>.size)
        // A server that ends with open connections leaves its port waiting; the next one may take it at once.
        _ = try checked("setsockopt", place) {
            setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, length)
        }
        _ = try checked("fcntl", place) { fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = try checked("fcntl", place) { fcntl(descriptor, F_SETFL, O_NONBLOCK) }
        var name = name
        try name.withBytes { address, size throws(SystemError) in
            _ = try checked("bind", place) { bind(descriptor, address, size) }
            _ = try checked("listen", place) { listenOn(descriptor) }
            var size = size
            _ = try checked("getsockname", place) { getsockname(descriptor, address, &size) }
        }
        return name.port
    }
}

/// An address and a port as the system has them.
private struct SocketName {
    let family: Int32
    private var storage = sockaddr_storage()
    private let size: socklen_t

    /// `nil` when the address is not numeric.
    init?(_ address: String, _ port: UInt16) {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, address, &four) == 1 {
            family = AF_INET
            size = socklen_t(MemoryLayout<sockaddr_in>.size)
            withUnsafeMutableBytes(of: &storage) { bytes in
                let name = bytes.assumingMemoryBound(to: sockaddr_in.self)
                name[0].sin_family = sa_family_t(AF_INET)
                name[0].sin_port = port.bigEndian
                name[0].sin_addr = four
            }
        } else if inet_pton(AF_INET6, address, &six) == 1 {
            family = AF_INET6
            size = socklen_t(MemoryLayout<sockaddr_in6>.size)
            withUnsafeMutableBytes(of: &storage) { bytes in
                let name = bytes.assumingMemoryBound(to: sockaddr_in6.self)
                name[0].sin6_family = sa_family_t(AF_INET6)
                name[0].sin6_port = port.bigEndian
                name[0].sin6_addr = six
            }
        } else {
            return nil
        }
    }

    /// The port is at the same place in both kinds.
    var port: UInt16 {
        withUnsafeBytes(of: storage) { UInt16(bigEndian: $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)) }
    }

    mutating func withBytes(
        _ body: (UnsafeMutablePointer<sockaddr>?, socklen_t) throws(SystemError) -> Void
    ) throws(SystemError) {
        let size = size
        try withUnsafeMutableBytes(of: &storage) { bytes throws(SystemError) in
            try body(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress, size)
        }
    }
}

private func listenOn(_ descriptor: Int32) -> Int32 { listen(descriptor, 4096) }
