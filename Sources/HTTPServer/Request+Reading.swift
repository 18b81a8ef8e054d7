internal import CMicroHTTPD
internal import HTTP

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Request {
    /// The target is the raw one that the exchange kept. Bytes that are not UTF-8 become U+FFFD, which no path allows.
    init(reading connection: OpaquePointer, method: String, exchange: Exchange) {
        var headers = Headers()
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, addField, headers)
        }
        self.init(
            method: method, target: exchange.target, headers: headers, clientAddress: canonicalAddress(of: connection),
            body: exchange.body)
    }
}

private func addField(
    _ closure: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    let headers = closure!.assumingMemoryBound(to: Headers.self)
    headers.pointee.append(text(name, nameSize), text(value, valueSize))
    return .YES
}

/// Without the white space at its end, which is no part of a field's value (RFC 9110 §5.5) and which the daemon keeps.
private func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    var bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)[...]
    while bytes.last == UInt8(ascii: " ") || bytes.last == UInt8(ascii: "\t") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
}

/// In its canonical text; an IPv4 client of an IPv6 socket is the IPv4 one.
private func canonicalAddress(of connection: OpaquePointer) -> String {
    guard let address = reelrig_mhd_client(connection) else { return "" }
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            withUnsafeBytes(of: $0.pointee.sin_addr) { "\($0[0]).\($0[1]).\($0[2]).\($0[3])" }
        }
    case AF_INET6:
        return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
            var bytes = $0.pointee.sin6_addr
            var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
            guard inet_ntop(AF_INET6, &bytes, &text, socklen_t(INET6_ADDRSTRLEN)) != nil else { return "" }
            let written = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let mapped = "::ffff:"
            return written.hasPrefix(mapped) && written.contains(".")
                ? String(written.dropFirst(mapped.count)) : written
        }
    default: return ""
    }
}
