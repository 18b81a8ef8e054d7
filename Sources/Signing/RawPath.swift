/// The path of a request exactly as it was sent, known to mean one thing: nothing in it can be read as another path by
/// somebody who decodes or normalises it first. Only such paths are signed, verified or looked up.
package struct RawPath: Hashable, Sendable, CustomStringConvertible {
    /// Why a path is refused.
    package enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
        case notAbsolute, emptySegment, dotSegment, badTriplet, encodedDelimiter, forbiddenCharacter, tooLong

        package var description: String {
            switch self {
            case .notAbsolute: "it does not begin with /"
            case .emptySegment: "it has an empty segment, //"
            case .dotSegment: "it has a segment . or .."
            case .badTriplet: "a % in it has no two hexadecimal digits"
            case .encodedDelimiter: "it has %2F, %5C or %00"
            case .forbiddenCharacter: "it has a character that has to be percent-encoded"
            case .tooLong: "it is longer than \(RawPath.longest) bytes"
            }
        }
    }

    package let text: String

    package static let longest = 2048

    /// Refuses what does not begin with `/`, `//`, `.` and `..` in any spelling, `%2F`, `%5C`, `%00`, broken triplets,
    /// and every character that RFC 3986 does not allow in a path.
    package init(_ text: some StringProtocol) throws(Problem) {
        let text = String(text)
        try Self.check(text.utf8)
        self.text = text
    }

    private static func check(_ text: String.UTF8View) throws(Problem) {
        guard text.count <= longest else { throw .tooLong }
        guard text.first == UInt8(ascii: "/") else { throw .notAbsolute }
        var scanner = Scanner()
        for byte in text { try scanner.take(byte) }
        try scanner.finish()
    }

    package var description: String { text }

    /// Reads byte by byte; what a triplet decodes to counts as the byte itself where dots are concerned.
    private struct Scanner {
        private var dots = 0
        private var others = 0
        private var sawSlash = false
        private var triplet = Triplet.none

        private enum Triplet {
            case none, begun
            case half(UInt8)
        }

        mutating func take(_ byte: UInt8) throws(Problem) {
            switch triplet {
            case .none: break
            case .begun:
                guard let digit = RawPath.hexValue(byte) else { throw .badTriplet }
                triplet = .half(digit)
                return
            case .half(let first): return try takeTriplet(first, byte)
            }
            switch byte {
            case UInt8(ascii: "/"):
                try endSegment()
                sawSlash = true
            case UInt8(ascii: "%"): triplet = .begun
            case UInt8(ascii: "."): dots += 1
            default:
                guard RawPath.isPathCharacter(byte) else { throw .forbiddenCharacter }
                others += 1
            }
        }

        func finish() throws(Problem) {
            guard case .none = triplet else { throw .badTriplet }
            try checkDots()
        }

        private mutating func takeTriplet(_ first: UInt8, _ byte: UInt8) throws(Problem) {
            guard let digit = RawPath.hexValue(byte) else { throw .badTriplet }
            triplet = .none
            switch first << 4 | digit {
            case 0, UInt8(ascii: "/"), UInt8(ascii: "\\"): throw .encodedDelimiter
            case UInt8(ascii: "."): dots += 1
            default: others += 1
            }
        }

        private mutating func endSegment() throws(Problem) {
            if sawSlash, dots == 0, others == 0 { throw .emptySegment }
            try checkDots()
            (dots, others) = (0, 0)
        }

        private func checkDots() throws(Problem) {
            if others == 0, dots == 1 || dots == 2 { throw .dotSegment }
        }
    }

    /// `pchar` of RFC 3986 §3.3 without the percent sign.
    private static func isPathCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"),
            UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "&"), UInt8(ascii: "'"), UInt8(ascii: "("),
            UInt8(ascii: ")"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: ";"),
            UInt8(ascii: "="), UInt8(ascii: ":"), UInt8(ascii: "@"):
            true
        default: false
        }
    }

    private static func hexValue(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
