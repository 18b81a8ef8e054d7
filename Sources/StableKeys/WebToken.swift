/// A JSON Web Token (RFC 7519) as far as it names content: its claims. Nothing is verified.
struct WebToken {
    /// Every claim but those about the token itself, by name, each value as its JSON text.
    let selectingClaims: [(name: String, value: String)]
    /// The `sub` claim without quotes, where it can stand in a path.
    let subject: String?

    /// Claims about who may use the token and when.
    private static let ownClaims: Set<String> = ["exp", "nbf", "iat", "jti", "kid", "iss"]

    /// `nil` when the text is no token: three parts of base64url, the first a JSON object with `alg`.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard Self.looksLikeOne(text),
            let header = base64Decoded(String(parts[0])).flatMap(jsonMembers),
            header.contains(where: { $0.name == "alg" }),
            let claims = base64Decoded(String(parts[1])).flatMap(jsonMembers)
        else { return nil }
        selectingClaims = claims.filter { !Self.ownClaims.contains($0.name) }.sorted { $0.name < $1.name }
        let quoted = claims.first { $0.name == "sub" }?.value
        subject = quoted.flatMap { value in
            let inside = value.dropFirst().dropLast()
            return value.hasPrefix("\"") && !inside.isEmpty && inside.utf8.allSatisfy(isBase64URL)
                ? String(inside) : nil
        }
    }

    static func looksLikeOne(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 3 && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isBase64URL) }
            && text.utf8.count <= 8192
    }

    /// The claims as they stand in a key. No URL has braces or quotes, so it is like no other text in one.
    var claimsText: String { "{" + selectingClaims.map { "\"\($0.name)\":\($0.value)" }.joined(separator: ",") + "}" }
}

/// The members of a JSON object, each value as its text; `nil` when it is no object.
private func jsonMembers(_ bytes: [UInt8]) -> [(name: String, value: String)]? {
    var scan = JSONScan(bytes)
    return scan.object()
}

private struct JSONScan {
    private let bytes: [UInt8]
    private var index = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func object() -> [(name: String, value: String)]? {
        guard take("{") else { return nil }
        var members: [(name: String, value: String)] = []
        if take("}") { return members }
        while true {
            guard let name = string(), take(":"), let value = value() else { return nil }
            members.append((name: String(name.dropFirst().dropLast()), value: value))
            if take("}") { return members }
            guard take(",") else { return nil }
        }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
        while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
        guard index < bytes.count, bytes[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    /// A string with its quotes.
    private mutating func string() -> String? {
        guard take("\"") else { return nil }
        let start = index - 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        guard index < bytes.count else { return nil }
        index += 1
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }

    /// Any value, skipped by counting its brackets outside strings.
    private mutating func value() -> String? {
        _ = take(" ")
        let start = index
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                guard string() != nil else { return nil }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if depth == 0 { return text(start) }
                depth -= 1
            case UInt8(ascii: ","):
                if depth == 0 { return text(start) }
            default: break
            }
            index += 1
        }
        return nil
    }

    private func text(_ start: Int) -> String {
        String(decoding: bytes[start..<index].filter { $0 > 0x20 }, as: UTF8.self)
    }
}
