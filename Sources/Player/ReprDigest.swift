import Catalog

/// The `Repr-Digest` header field: a structured dictionary of digests of the whole representation (RFC 9530 §3).
enum ReprDigest {
    /// Its SHA-256; `nil` when there is none that can be read.
    static func sha256(_ value: String) -> ContentDigest? {
        for member in value.split(separator: ",") {
            let text = member.drop { $0 == " " || $0 == "\t" }
            guard text.hasPrefix("sha-256=:") else { continue }
            let base64 = text.dropFirst(9).prefix { $0 != ":" }
            return decode(base64).flatMap { ContentDigest(bytes: $0) }
        }
        return nil
    }

    /// Base64 with or without padding (RFC 4648 §4); `nil` for anything outside its alphabet.
    private static func decode(_ text: Substring) -> [UInt8]? {
        var bytes = [UInt8]()
        var (bits, count) = (UInt32(0), 0)
        for character in text.utf8 where character != UInt8(ascii: "=") {
            guard let value = value(of: character) else { return nil }
            bits = bits << 6 | value
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
