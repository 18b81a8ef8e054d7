/// Which content codings a request takes: its `Accept-Encoding` (RFC 9110 §12.5.3).
package struct AcceptedEncodings: Hashable, Sendable {
    /// In thousandths, by the coding's name in lower case.
    private var weights: [Substring: Int] = [:]

    /// - Parameter values: of every `Accept-Encoding` field. Members that make no sense count as not there.
    package init(_ values: [String]) {
        for member in values.lazy.flatMap({ $0.lowercased().split(separator: ",") }).prefix(64) {
            let parts = member.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmingBlanks)
            guard let name = parts.first, !name.isEmpty, let weight = Self.weight(parts.dropFirst()) else { continue }
            weights[name == "x-gzip" ? "gzip" : name] = weight
        }
    }

    /// Whether gzip may be sent, and is wanted as much as the bytes as they are. Without the field it is not wanted.
    package var prefersGzip: Bool {
        guard let gzip = weights["gzip"] ?? weights["*"] else { return false }
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// `q=` with at most three decimals (RFC 9110 §12.4.2); `nil` of anything else.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Int? {
        guard let parameter = parameters.first else { return 1000 }
        guard parameters.count == 1, parameter.hasPrefix("q=") else { return nil }
        let text = parameter.dropFirst(2)
        guard let whole = text.first, whole == "0" || whole == "1" else { return nil }
        let decimals = text.dropFirst(2)
        guard text.count == 1 || text.dropFirst().first == ".", decimals.utf8.count <= 3,
            decimals.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        let thousandths = Int(decimals + String(repeating: "0", count: 3 - decimals.utf8.count)) ?? 0
        return whole == "0" ? thousandths : thousandths == 0 ? 1000 : nil
    }
}

extension Substring {
    /// Without the blanks and tabs around it.
    var trimmingBlanks: Substring {
        var text = self
        while text.first == " " || text.first == "\t" { text.removeFirst() }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }
}
