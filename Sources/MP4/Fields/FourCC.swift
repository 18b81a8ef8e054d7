/// A four-character code: the type of a box, a brand, a handler, a grouping (ISO/IEC 14496-12 §4.2).
public struct FourCC: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The four bytes, the first one the most significant.
    public var rawValue: UInt32

    /// From its four bytes as one big-endian number.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// From four characters of ISO 8859-1; `nil` for anything else.
    public init?(_ text: some StringProtocol) {
        var value: UInt32 = 0
        var count = 0
        for scalar in text.unicodeScalars {
            guard scalar.value <= 0xFF else { return nil }
            value = value << 8 | scalar.value
            count += 1
        }
        guard count == 4 else { return nil }
        rawValue = value
    }

    /// A literal that is not four characters of ISO 8859-1 traps.
    public init(stringLiteral text: String) {
        guard let code = FourCC(text) else { preconditionFailure("'\(text)' is no four-character code") }
        self = code
    }

    /// The characters where all are printable ASCII, else `0x` and eight hexadecimal digits.
    public var description: String {
        let bytes = (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (24 - 8 * $0)) }
        if isPrintable { return String(decoding: bytes, as: UTF8.self) }
        if bytes[0] == 0xA9, bytes[1...].allSatisfy({ (0x20...0x7E).contains($0) }) {
            return "©" + String(decoding: bytes[1...], as: UTF8.self)
        }
        let digits = String(rawValue, radix: 16)
        return "0x" + String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// Whether all four characters are printable ASCII.
    var isPrintable: Bool { (0..<4).allSatisfy { (0x20...0x7E).contains(rawValue >> (8 * $0) & 0xFF) } }
}
