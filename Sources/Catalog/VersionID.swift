/// The version of a reel: 16 lower-case hex digits that name its bytes, or `0` for a foreign stream.
package struct VersionID: Hashable, Sendable, Comparable, IdentifierText {
    package let text: String

    /// What a stream that no package describes has for a version.
    package static let foreign = VersionID(unchecked: "0")

    package init?(_ text: String) {
        guard text == "0" || text.utf8.count == 16 && text.utf8.allSatisfy(\.isLowercaseHexDigit) else { return nil }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    package static func < (left: VersionID, right: VersionID) -> Bool { left.text < right.text }
}

extension UInt8 {
    package var isLowercaseHexDigit: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
