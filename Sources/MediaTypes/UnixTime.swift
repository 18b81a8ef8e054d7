/// A moment of the wall clock: milliseconds since 1970-01-01 UTC, without leap seconds.
package struct UnixTime: Hashable, Sendable, Comparable, Codable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    package init(seconds: Int64) { milliseconds = seconds * 1000 }

    package init(from decoder: any Decoder) throws {
        milliseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }

    /// Whole seconds, rounded down.
    package var seconds: Int64 { milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000 }

    package static func < (left: UnixTime, right: UnixTime) -> Bool { left.milliseconds < right.milliseconds }

    package static func + (time: UnixTime, span: Duration) -> UnixTime {
        UnixTime(milliseconds: time.milliseconds + span.wholeMilliseconds)
    }

    package static func - (left: UnixTime, right: UnixTime) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }
}

extension Duration {
    /// Rounded toward zero.
    package var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    package var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
