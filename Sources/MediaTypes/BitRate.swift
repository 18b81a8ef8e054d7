/// Bits per second.
package struct BitRate: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    package var bitsPerSecond: Int

    package init(_ bitsPerSecond: Int) { self.bitsPerSecond = bitsPerSecond }

    package static func kilobits(_ count: Int) -> BitRate { BitRate(count * 1000) }

    package init(from decoder: any Decoder) throws {
        bitsPerSecond = try decoder.singleValueContainer().decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(bitsPerSecond)
    }

    package static func < (left: BitRate, right: BitRate) -> Bool { left.bitsPerSecond < right.bitsPerSecond }

    package static func + (left: BitRate, right: BitRate) -> BitRate {
        BitRate(left.bitsPerSecond + right.bitsPerSecond)
    }

    package var description: String { "\(bitsPerSecond) bit/s" }
}
