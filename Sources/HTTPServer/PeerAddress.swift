#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// A client's address in its canonical text (RFC 5952), without its port; an IPv4 client of an IPv6 socket is the IPv4 one.
enum PeerAddress {
    static func text(of address: sockaddr_storage) -> String {
        withUnsafeBytes(of: address) { bytes in
            switch Int32(address.ss_family) {
            case AF_INET:
                withUnsafeBytes(of: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr) {
                    "\($0[0]).\($0[1]).\($0[2]).\($0[3])"
                }
            case AF_INET6: text(ofSix: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
            default: ""
            }
        }
    }

    private static func text(ofSix address: in6_addr) -> String {
        var bytes = address
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(INET6_ADDRSTRLEN)) != nil else { return "" }
        let written = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let mapped = "::ffff:"
        return written.hasPrefix(mapped) && written.contains(".") ? String(written.dropFirst(mapped.count)) : written
    }
}
