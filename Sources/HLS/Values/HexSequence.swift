/// A hexadecimal-sequence: bytes written as `0x` and upper-case digits. §4.2.
///
/// An odd number of digits is padded on the left with a zero.
public struct HexSequence: Hashable, Sendable, CustomStringConvertible {
    /// The bytes, most significant first.
    public var bytes: [UInt8]

    /// The bytes, most significant first.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// A 128-bit number as 16 bytes, the form of an initialization vector.
    public init(_ number: UInt128) {
        bytes = (0..<16).map { UInt8(truncatingIfNeeded: number >> UInt128(8 * (15 - $0))) }
    }

    /// As a 128-bit unsigned number; `nil` when more than 16 bytes are significant.
    public var uint128: UInt128? {
        let significant = bytes.drop { $0 == 0 }
        guard significant.count <= 16 else { return nil }
        return significant.reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// `0x` and two upper-case digits a byte.
    public var description: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var text: [UInt8] = Array("0x".utf8)
        text.reserveCapacity(2 + 2 * bytes.count)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

/// A hexadecimal-sequence as read, and whether its digits were in lower case.
struct HexScan {
    var value: HexSequence
    var hasLowerCase = false

    /// `nil` without `0x` or `0X`, without a digit, or with anything else in it.
    init?(_ text: Span<UInt8>) {
        guard text.count > 2, text[0] == UInt8(ascii: "0"), text[1] | 0x20 == UInt8(ascii: "x") else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        var high: UInt8? = text.count % 2 == 1 ? 0 : nil
        for index in 2..<text.count {
            guard let digit = text[index].hexadecimalDigit else { return nil }
            if text[index] >= UInt8(ascii: "a") { hasLowerCase = true }
            if let top = high {
                bytes.append(top << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        value = HexSequence(bytes)
    }
}
