internal import CMicroHTTPD
internal import HTTP

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

extension Request {
    /// Without its body. Bytes that are not UTF-8 become U+FFFD, which no path allows.
    init(reading connection: OpaquePointer, method: String, target: String) {
        var headers = Headers()
        withUnsafeMutablePointer(to: &headers) { headers in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, addField, headers)
        }
        self.init(
            method: method, target: target, headers: headers, clientAddress: canonicalAddress(of: connection))
    }
}

private func addField(
    _ closure: UnsafeMutableRawPointer?, _ kind: MHD_ValueKind, _ name: UnsafePointer<CChar>?, _ nameSize: Int,
    _ value: UnsafePointer<CChar>?, _ valueSize: Int
) -> MHD_Result {
    let headers = closure!.assumingMemoryBound(to: Headers.self)
    // White space at its end is no part of a field's value (RFC 9110 §5.5); the daemon keeps it.
    var value = bytes(value, valueSize)
    while value.last == UInt8(ascii: " ") || value.last == UInt8(ascii: "\t") { value.removeLast() }
    headers.pointee.append(
        String(decoding: bytes(name, nameSize), as: UTF8.self), String(decoding: value, as: UTF8.self))
    return .YES
}

private func bytes(_ start: UnsafePointer<CChar>?, _ count: Int) -> Slice<UnsafeRawBufferPointer> {
    UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count)[...]
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
