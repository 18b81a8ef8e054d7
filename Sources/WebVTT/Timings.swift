/// The line that says when a cue is shown: `00:01.000 --> 00:02.500 align:start`.
struct Timings: Equatable {
    static let arrow = "-->"

    var start: Int64
    var end: Int64
    var settings: String

    /// `nil` of what is no timings line, and of times that do not ascend. `isSubRip` takes what SubRip files have: a
    /// comma, fewer digits.
    init?(_ line: String, isSubRip: Bool = false) {
        guard let arrow = line.firstRange(of: Self.arrow),
            let start = Self.time(line[..<arrow.lowerBound].trimmed, isSubRip)
        else { return nil }
        let rest = line[arrow.upperBound...].trimmed
        let parts = rest.split(maxSplits: 1, whereSeparator: \.isBlank)
        guard let end = parts.first.flatMap({ Self.time($0, isSubRip) }), start < end else { return nil }
        self.start = start
        self.end = end
        settings = parts.count > 1 ? String(parts[1].trimmed) : ""
    }

    /// Milliseconds of `[hours:]mm:ss.ttt` (WebVTT §4.2), hours of one to five digits: writers give two or more, readers
    /// take one too (§6.3).
    private static func time(_ text: Substring, _ isSubRip: Bool) -> Int64? {
        let fields = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (2...3).contains(fields.count) else { return nil }
        let last = fields[fields.count - 1].split(omittingEmptySubsequences: false) { mark in
            mark == "." || isSubRip && mark == ","
        }
        guard last.count == 2,
            let hours = fields.count == 2 ? 0 : number(fields[0], digits: 1...5),
            let minutes = number(fields[fields.count - 2], digits: isSubRip ? 1...2 : 2...2), minutes < 60,
            let seconds = number(last[0], digits: isSubRip ? 1...2 : 2...2), seconds < 60,
            let fraction = number(last[1], digits: isSubRip ? 1...3 : 3...3)
        else { return nil }
        let milliseconds = last[1].count == 3 ? fraction : last[1].count == 2 ? fraction * 10 : fraction * 100
        return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds
    }

    private static func number(_ text: Substring, digits: ClosedRange<Int>) -> Int64? {
        guard digits.contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        return Int64(text)
    }

    /// `00:00:01.000`.
    static func text(_ milliseconds: Int64) -> String {
        let fields = [milliseconds / 3_600_000, milliseconds / 60_000 % 60, milliseconds / 1000 % 60]
        return fields.map { pad($0, 2) }.joined(separator: ":") + "." + pad(milliseconds % 1000, 3)
    }

    private static func pad(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension Character {
    var isBlank: Bool { self == " " || self == "\t" }
}

extension StringProtocol {
    var trimmed: SubSequence {
        guard let first = firstIndex(where: { !$0.isBlank }), let last = lastIndex(where: { !$0.isBlank }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
