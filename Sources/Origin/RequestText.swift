import Catalog
import HTTP
import Signing

/// What of a request's own text may go into answers and the log.
enum RequestText {
    /// An `X-Request-Id` of 1 to 128 harmless characters, and no token: it goes into the log.
    ///
    /// - Parameter secret: a text that is none either.
    static func identifier(_ text: String?, hiding secret: String?) -> String? {
        guard let text, (1...128).contains(text.utf8.count),
            text.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-_.:/".utf8.contains($0) }),
            TokenCarriage.shortened(text) == text, hiding(secret, in: text) == text
        else { return nil }
        return text
    }

    /// `host[:port]`: a name, an IPv4 address, or an IPv6 address in brackets.
    static func host(_ text: String) -> String? {
        guard (1...255).contains(text.utf8.count) else { return nil }
        var rest = text[...]
        if rest.first == "[" {
            guard let end = rest.firstIndex(of: "]"),
                rest[rest.index(after: rest.startIndex)..<end].utf8.allSatisfy({
                    $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
                })
            else { return nil }
            rest = rest[rest.index(after: end)...]
        } else {
            let name = rest.prefix { $0 != ":" }
            guard !name.isEmpty, name.utf8.allSatisfy({ $0.isASCIIAlphanumeric || "-_.".utf8.contains($0) }) else {
                return nil
            }
            rest = rest[name.endIndex...]
        }
        guard !rest.isEmpty else { return text }
        let digits = rest.dropFirst()
        guard rest.first == ":", (1...5).contains(digits.utf8.count), UInt16(digits) != nil, digits.first != "+" else {
            return nil
        }
        return text
    }

    /// A text with `*` where a secret stood, also where characters of that are percent-encoded (RFC 3986 §2.1).
    static func hiding(_ secret: String?, in text: String) -> String {
        guard let secret, let first = secret.utf8.first, text.utf8.count >= secret.utf8.count else { return text }
        let bytes = Array(text.utf8)
        /// Where the secret ends that begins there. Of a target little begins as one does.
        func end(from index: Int) -> Int? {
            guard bytes[index] == first || bytes[index] == UInt8(ascii: "%") else { return nil }
            return PercentEncoding.end(of: secret, in: bytes, from: index)
        }
        guard bytes.indices.contains(where: { end(from: $0) != nil }) else { return text }
        var shown = [UInt8]()
        var index = 0
        while index < bytes.count {
            if let end = end(from: index) {
                shown.append(UInt8(ascii: "*"))
                index = end
            } else {
                shown.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: shown, as: UTF8.self)
    }

    /// Of a text that came from outside: its first characters, control characters and what is not ASCII as `?`.
    static func shown(_ text: String, limit: Int) -> String {
        // Every line of the log is made of these: most are as they should be.
        if text.utf8.count <= limit, text.hasOnlyBytes(where: { $0 >= 0x20 && $0 < 0x7F }) { return text }
        return String(
            decoding: text.utf8.prefix(limit).map { (0x20..<0x7F).contains($0) ? $0 : UInt8(ascii: "?") }, as: UTF8.self
        )
    }
}
