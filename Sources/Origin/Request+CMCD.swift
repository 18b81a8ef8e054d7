import Catalog
import HTTP
import Signing

extension Request {
    /// What the player said of itself in the query or in header fields; `nil` when it said nothing. A URL that it tells
    /// of may hold a token: that one is shortened.
    var cmcd: CMCD.Reading? {
        var texts = headers.fields.filter { Self.isCMCD($0.name) }.map(\.value)
        if let parameter = rawQueryValue("CMCD") { texts.insert(PercentEncoding.decoded(parameter), at: 0) }
        guard !texts.isEmpty else { return nil }
        var reading = CMCD.read(texts)
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
            if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
                let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
                let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
            {
                plain.append(UInt8(high << 4 | low))
                index += 3
            } else {
                plain.append(bytes[index])
                index += 1
            }
        }
        return String(decoding: plain, as: UTF8.self)
    }
}
