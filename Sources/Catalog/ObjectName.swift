/// Which object of a rendition: what is immutable, digested and cached. Playlists are not objects.
package enum ObjectName: Hashable, Sendable, Comparable, IdentifierText {
    case initialization
    /// A segment, by its media sequence number.
    case segment(Int)
    case poster
    /// A content key, by its number in the rendition.
    case contentKey(Int)

    package var isContentKey: Bool { if case .contentKey = self { true } else { false } }

    package init?(_ text: String) {
        switch text {
        case "init": self = .initialization
        case "poster": self = .poster
        default:
            if text.hasPrefix("key/"), let number = Self.number(text.dropFirst(4)) {
                self = .contentKey(number)
            } else if let number = Self.number(text[...]) {
                self = .segment(number)
            } else {
                return nil
            }
        }
    }

    package var text: String {
        switch self {
        case .initialization: "init"
        case .segment(let number): "\(number)"
        case .poster: "poster"
        case .contentKey(let number): "key/\(number)"
        }
    }

    /// Decimal without leading zeros, so that a name has one text only.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            text == "0" || text.first != "0"
        else { return nil }
        return Int(text)
    }
}
