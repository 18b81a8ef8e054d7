/// Ticks per second of a track or a clock, 1 or more.
package struct Timescale: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    package let ticksPerSecond: UInt32

    /// Traps when `ticksPerSecond` is 0: a scale from a file is checked by the caller first.
    package init(_ ticksPerSecond: UInt32) {
        precondition(ticksPerSecond > 0, "a timescale has at least one tick per second")
        self.ticksPerSecond = ticksPerSecond
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let value = try container.decode(UInt32.self)
        guard value > 0 else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a timescale of 0")
        }
        ticksPerSecond = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(ticksPerSecond)
    }

    package static func < (left: Timescale, right: Timescale) -> Bool { left.ticksPerSecond < right.ticksPerSecond }

    package var description: String { "\(ticksPerSecond)/s" }
}
