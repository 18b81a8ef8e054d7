/// A SHA-256 digest. Its text and JSON form is 64 lower-case hex digits.
package struct ContentDigest: Hashable, Sendable, IdentifierText {
    package let bytes: [UInt8]

    /// `nil` unless there are 32 bytes.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 32 else { return nil }
        self.bytes = Array(bytes)
    }

    package init?(_ text: String) {
        let digits = Array(text.utf8)
        guard digits.count == 64, digits.allSatisfy(\.isLowercaseHexDigit) else { return nil }
        bytes = stride(from: 0, to: 64, by: 2).map { Self.value(digits[$0]) << 4 | Self.value(digits[$0 + 1]) }
    }

    package var text: String { bytes.hexadecimal }

    private static func value(_ digit: UInt8) -> UInt8 {
        digit < UInt8(ascii: "a") ? digit - UInt8(ascii: "0") : digit - UInt8(ascii: "a") + 10
    }
}

extension Sequence<UInt8> {
    /// Two lower-case hex digits a byte.
    package var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        var text = [UInt8]()
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
