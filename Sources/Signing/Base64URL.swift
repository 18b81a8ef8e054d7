/// base64url without padding (RFC 4648 §5), strict: one text for every sequence of bytes.
package enum Base64URL {
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text = [UInt8]()
        text.reserveCapacity((bytes.count * 4 + 2) / 3)
        var (buffer, bits) = (UInt32(0), 0)
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 6 {
                bits -= 6
                text.append(alphabet[Int(buffer >> UInt32(bits) & 63)])
            }
        }
        if bits > 0 { text.append(alphabet[Int(buffer << UInt32(6 - bits) & 63)]) }
        return String(decoding: text, as: UTF8.self)
    }

    /// `nil` for padding, other characters, an impossible length, or spare bits that are not zero: without the last rule
    /// a signature with a changed last character could verify.
    package static func decode(_ text: some StringProtocol) -> [UInt8]? { decode(Substring(text).utf8) }

    static func decode(_ text: Substring.UTF8View) -> [UInt8]? {
        let count = text.count
        guard count % 4 != 1 else { return nil }
        let values = values
        var bytes = [UInt8]()
        bytes.reserveCapacity(count * 3 / 4)
        var (buffer, bits) = (UInt32(0), 0)
        for character in text {
            let value = values[Int(character)]
            guard value < 64 else { return nil }
            buffer = buffer << 6 | UInt32(value)
            bits += 6
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
            }
        }
        return buffer & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

    private static let values: [UInt8] = {
        var values = [UInt8](repeating: 255, count: 256)
        for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
        return values
    }()
}
