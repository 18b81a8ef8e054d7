#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The numeric address of a client.
package enum NumericAddress {
    /// The one text that the system has for an IPv4 or IPv6 address; an IPv4 address mapped into IPv6 is the IPv4 one
    /// (RFC 4291 §2.5.5.2). `nil` when the text is none.
    package static func canonical(_ text: String) -> String? {
        var (four, six) = (in_addr(), in6_addr())
        if inet_pton(AF_INET, text, &four) == 1 {
            return withUnsafeBytes(of: four) { $0.map { "\($0)" }.joined(separator: ".") }
        }
        guard inet_pton(AF_INET6, text, &six) == 1 else { return nil }
        var name = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        guard inet_ntop(AF_INET6, &six, &name, socklen_t(INET6_ADDRSTRLEN)) != nil else { return nil }
        let written = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let mapped = "::ffff:"
        return written.hasPrefix(mapped) && written.contains(".") ? String(written.dropFirst(mapped.count)) : written
    }
}
