import Catalog
import HTTP
import Signing

extension Request {
    /// What the player said of itself in the query or in header fields; `nil` when it said nothing. A URL that it tells
    /// of may hold a token: that one is shortened.
    ///
    /// - Parameter secret: a text that is left out as well.
    func cmcd(hiding secret: String?) -> CMCD.Reading? {
        var texts = headers.fields.filter { Self.isCMCD($0.name) }.map(\.value)
        if let parameter = rawQueryValue("CMCD") { texts.insert(PercentEncoding.decoded(parameter), at: 0) }
        guard !texts.isEmpty else { return nil }
        var reading = CMCD.read(texts.map { RequestText.hiding(secret, in: $0) })
        reading.data = reading.data.mapText { text in
            RequestText.shown(TokenCarriage.shortened(PercentEncoding.decoded(text)), limit: 1024)
        }
        return reading
    }

    /// Every request has fields, and few have these.
    private static func isCMCD(_ name: String) -> Bool {
        name.utf8.count > 5 && zip(name.utf8, "cmcd-".utf8).allSatisfy { $0 | 0x20 == $1 }
    }
}

/// Percent-encoding of RFC 3986 §2.1.
enum PercentEncoding {
    /// With every triplet decoded; what is none stays, and what is no UTF-8 becomes U+FFFD.
    static func decoded(_ text: some StringProtocol) -> String {
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

    /// Where a text ends that begins at `start`, decoded or not; `nil` when it does not stand there.
    static func end(of text: String, in bytes: [UInt8], from start: Int) -> Int? {
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
