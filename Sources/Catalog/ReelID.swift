/// The name of a reel: `[A-Za-z0-9][A-Za-z0-9._-]{0,63}`. Safe as a folder name and as a path segment of a URL.
package struct ReelID: Hashable, Sendable, Comparable, IdentifierText {
    package let text: String

    package init?(_ text: String) {
        guard (1...64).contains(text.utf8.count), let first = text.utf8.first, first.isASCIIAlphanumeric,
            text.utf8.allSatisfy({
                $0.isASCIIAlphanumeric || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
            })
        else { return nil }
        self.text = text
    }

    /// The id of a file that was given none: its stem in lower case, every run outside `[a-z0-9]` one `-`, none at the
    /// ends, at most 48 characters; `nil` when nothing is left (the caller then names it by its digest).
    package init?(stem: some StringProtocol) {
        var text = ""
        for byte in stem.lowercased().utf8 {
            if byte.isASCIIAlphanumeric {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else if !text.isEmpty, text.last != "-" {
                text.append("-")
            }
        }
        text = String(text.prefix(48))
        while text.last == "-" { text.removeLast() }
        self.init(text)
    }

    package static func < (left: ReelID, right: ReelID) -> Bool { left.text < right.text }
}

extension UInt8 {
    package var isASCIIAlphanumeric: Bool {
        switch self {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}
