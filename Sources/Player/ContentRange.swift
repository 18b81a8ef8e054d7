/// The `Content-Range` header field of a 206 (RFC 9110 §14.4): `bytes 5-9/10`, the total possibly `*`.
struct ContentRange: Hashable, Sendable {
    var range: Range<Int>
    var total: Int?

    init?(_ value: String) {
        guard value.lowercased().hasPrefix("bytes ") else { return nil }
        let parts = value.dropFirst(6).split(separator: "/", omittingEmptySubsequences: false)
        let ends = parts.first?.split(separator: "-", omittingEmptySubsequences: false) ?? []
        guard parts.count == 2, ends.count == 2, let first = Int(ends[0]), let last = Int(ends[1]), first >= 0,
            last >= first, last < Int.max
        else { return nil }
        range = first..<last + 1
        total = Int(parts[1])
        if let total, total < range.upperBound { return nil }
    }
}
