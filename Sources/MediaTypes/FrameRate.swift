/// Frames per second as a reduced fraction: 30000/1001, 25/1. Its text and JSON form is `"30000/1001"` or `"25"`.
package struct FrameRate: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    package let numerator: UInt32
    package let denominator: UInt32

    /// `nil` when either number is 0.
    package init?(_ numerator: UInt32, _ denominator: UInt32 = 1) {
        guard numerator > 0, denominator > 0 else { return nil }
        let divisor = UInt32(greatestCommonDivisor(UInt64(numerator), UInt64(denominator)))
        self.numerator = numerator / divisor
        self.denominator = denominator / divisor
    }

    /// `"24"` or `"30000/1001"`.
    package init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard (1...2).contains(parts.count), let numerator = UInt32(parts[0]),
            let denominator = parts.count == 2 ? UInt32(parts[1]) : 1
        else { return nil }
        self.init(numerator, denominator)
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let rate = FrameRate(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no frame rate")
        }
        self = rate
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }

    package var framesPerSecond: Double { Double(numerator) / Double(denominator) }

    /// When frame `index` is shown, in ticks of `numerator` per second.
    package func time(ofFrame index: Int64) -> MediaTime {
        MediaTime(index * Int64(denominator), Timescale(numerator))
    }

    package static func < (left: FrameRate, right: FrameRate) -> Bool {
        UInt64(left.numerator) * UInt64(right.denominator) < UInt64(right.numerator) * UInt64(left.denominator)
    }

    package var description: String { denominator == 1 ? "\(numerator)" : "\(numerator)/\(denominator)" }
}
