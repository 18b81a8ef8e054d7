/// `xs:duration` without years and months, which have no fixed length.
extension Duration: AttributeValue {
    /// Digits after the point that a duration can hold.
    private static let fractionDigits = 18
    /// 136 years; no presentation is longer.
    private static let mostSeconds = Int64(UInt32.max)

    private typealias Unit = (name: Character, seconds: Int64)
    /// Before the `T`.
    private static let days: [Unit] = [("D", 86_400)]
    /// After it.
    private static let hours: [Unit] = [("H", 3600), ("M", 60), ("S", 1)]

    /// `P1DT2H3M4.5S`; digits that it cannot hold are cut. `nil` of anything else, also of one that is negative.
    init?(attribute text: String) {
        guard text.first == "P" else { return nil }
        let parts = text.dropFirst().split(separator: "T", maxSplits: 1, omittingEmptySubsequences: false)
        var total = Duration.zero
        var fields = 0
        for (part, units) in zip(parts, [Self.days, Self.hours]) {
            guard let sum = Self.sum(part, units, &fields) else { return nil }
            total += sum
        }
        // `T` stands before something.
        guard fields > 0, parts.count == 1 || !parts[1].isEmpty else { return nil }
        self = total
    }

    /// `PT4.5S`. A negative one, which no MPD has, is 0.
    var attributeText: String {
        let (seconds, attoseconds) = max(self, .zero).components
        guard attoseconds > 0 else { return "PT\(seconds)S" }
        let digits = String(attoseconds)
        var fraction = String(repeating: "0", count: Self.fractionDigits - digits.count) + digits
        while fraction.last == "0" { fraction.removeLast() }
        return "PT\(seconds).\(fraction)S"
    }

    private static func sum(_ text: Substring, _ units: [Unit], _ fields: inout Int) -> Duration? {
        var rest = text
        var sum = Duration.zero
        for unit in units {
            let number = rest.prefix { $0 != unit.name }
            guard number.endIndex < rest.endIndex else { continue }
            guard let value = value(number, isWhole: unit.name != "S", unit.seconds) else { return nil }
            sum += value
            fields += 1
            rest = rest[rest.index(after: number.endIndex)...]
        }
        return rest.isEmpty ? sum : nil
    }

    private static func value(_ number: Substring, isWhole: Bool, _ unit: Int64) -> Duration? {
        let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 1 || !isWhole, let seconds = digits(parts[0]), seconds <= mostSeconds / unit else {
            return nil
        }
        guard parts.count == 2 else { return .seconds(seconds * unit) }
        let fraction = parts[1].prefix(fractionDigits)
        guard let value = digits(fraction), parts[1].allSatisfy({ $0.isASCII && $0.isNumber }) else { return nil }
        let scale = (fraction.count..<fractionDigits).reduce(Int64(1)) { product, _ in product * 10 }
        return Duration(secondsComponent: seconds, attosecondsComponent: value * scale)
    }

    private static func digits(_ text: Substring) -> Int64? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int64(text) : nil
    }
}
