/// Percent-encoding of RFC 3986 §2.1.
package enum PercentEncoding {
    /// With every triplet decoded; what is none stays, and what is no UTF-8 becomes U+FFFD.
    package static func decoded(_ text: some StringProtocol) -> String {
        let bytes = Array(text.utf8)
        var plain = [UInt8]()
        plain.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let (byte, length) = byte(of: bytes, at: index)
            plain.append(byte)
            index += length
        }
        return String(decoding: plain, as: UTF8.self)
    }

    /// With a triplet for every byte that is not unreserved (RFC 3986 §2.3).
    package static func encoded(_ text: String) -> String {
        var encoded = [UInt8]()
        for byte in text.utf8 {
            if byte.isUnreserved {
                encoded.append(byte)
            } else {
                encoded += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            }
        }
        return String(decoding: encoded, as: UTF8.self)
    }

    private static let hexadecimal = Array("0123456789ABCDEF".utf8)

    /// Where a text ends that begins at `start`, decoded or not; `nil` when it does not stand there.
    package static func end(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
        var index = start
        for expected in text.utf8 {
            guard index < bytes.count else { return nil }
            let (byte, length) = byte(of: bytes, at: index)
            guard byte == expected else { return nil }
            index += length
        }
        return index
    }

    /// What stands at a place, and in how many bytes.
    private static func byte(of bytes: [UInt8], at index: Int) -> (value: UInt8, length: Int) {
        guard bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
            let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
        else { return (bytes[index], 1) }
        return (UInt8(high << 4 | low), 3)
    }
}

extension UInt8 {
    fileprivate var isUnreserved: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
