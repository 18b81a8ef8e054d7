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
