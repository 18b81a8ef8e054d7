/// A media time or a media duration: an exact number of ticks of a timescale.
///
/// Equality, order and hashing are those of the time, so 1/2 s equals 500/1000 s. Arithmetic is exact and traps where
/// the result does not fit 64 bits; times from a file are bounded before they come here.
package struct MediaTime: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    package var value: Int64
    package var timescale: Timescale

    package static let zero = MediaTime(0, Timescale(1))

    package init(_ value: Int64, _ timescale: Timescale) {
        self.value = value
        self.timescale = timescale
    }

    package init(_ value: Int64, perSecond: UInt32) {
        self.init(value, Timescale(perSecond))
    }

    package init(milliseconds: Int64) {
        self.init(milliseconds, Timescale(1000))
    }

    /// Whether it lies within 2^31 s of zero, 68 years: from there no conversion to another timescale, and no difference
    /// of two times that are not negative, overflows. A time from a file or the network is asked before it is used.
    package var isWithinReach: Bool { value.magnitude < UInt64(timescale.ticksPerSecond) << 31 }

    /// For display and for rates; never compared, never summed.
    package var seconds: Double { Double(value) / Double(timescale.ticksPerSecond) }

    package var duration: Duration { .nanoseconds(ticks(of: Timescale(1_000_000_000))) }

    package var milliseconds: Int64 { ticks(of: Timescale(1000)) }

    /// The time in ticks of another scale. What does not divide is rounded, halves away from zero unless told.
    package func ticks(of other: Timescale, rounding rule: Rounding = .nearest) -> Int64 {
        if other == timescale { return value }
        let product = value.multipliedFullWidth(by: Int64(other.ticksPerSecond))
        let divisor = Int64(timescale.ticksPerSecond)
        let (quotient, remainder) = divisor.dividingFullWidth(product)
        switch rule {
        case .down: return remainder < 0 ? quotient - 1 : quotient
        case .up: return remainder > 0 ? quotient + 1 : quotient
        case .nearest:
            if remainder.magnitude * 2 < divisor.magnitude { return quotient }
            return remainder < 0 ? quotient - 1 : quotient + 1
        }
    }

    package enum Rounding: Sendable { case down, nearest, up }

    package static func == (left: MediaTime, right: MediaTime) -> Bool {
        left.crossProduct(right) == right.crossProduct(left)
    }

    package static func < (left: MediaTime, right: MediaTime) -> Bool {
        let (a, b) = (left.crossProduct(right), right.crossProduct(left))
        return a.high == b.high ? a.low < b.low : a.high < b.high
    }

    package func hash(into hasher: inout Hasher) {
        let divisor = Int64(greatestCommonDivisor(value.magnitude, UInt64(timescale.ticksPerSecond)))
        hasher.combine(value / divisor)
        hasher.combine(Int64(timescale.ticksPerSecond) / divisor)
    }

    package static func + (left: MediaTime, right: MediaTime) -> MediaTime {
        combine(left, right) { $0 + $1 }
    }

    package static func - (left: MediaTime, right: MediaTime) -> MediaTime {
        combine(left, right) { $0 - $1 }
    }

    package static func += (left: inout MediaTime, right: MediaTime) { left = left + right }

    package static prefix func - (time: MediaTime) -> MediaTime { MediaTime(-time.value, time.timescale) }

    package static func * (time: MediaTime, factor: Int64) -> MediaTime {
        MediaTime(time.value * factor, time.timescale)
    }

    /// Seconds with six decimals, for messages.
    package var description: String {
        let micros = ticks(of: Timescale(1_000_000))
        let digits = String(micros.magnitude % 1_000_000)
        let padding = String(repeating: "0", count: 6 - digits.count)
        return "\(micros < 0 ? "-" : "")\(micros.magnitude / 1_000_000).\(padding)\(digits)"
    }

    private func crossProduct(_ other: MediaTime) -> (high: Int64, low: UInt64) {
        let product = value.multipliedFullWidth(by: Int64(other.timescale.ticksPerSecond))
        return (product.high, product.low)
    }

    private static func combine(_ a: MediaTime, _ b: MediaTime, _ sum: (Int64, Int64) -> Int64) -> MediaTime {
        if a.timescale == b.timescale { return MediaTime(sum(a.value, b.value), a.timescale) }
        let (x, y) = (UInt64(a.timescale.ticksPerSecond), UInt64(b.timescale.ticksPerSecond))
        let common = x / greatestCommonDivisor(x, y) * y
        if let scale = UInt32(exactly: common).map(Timescale.init) {
            let (left, right) = (Int64(common / x), Int64(common / y))
            return MediaTime(sum(a.value * left, b.value * right), scale)
        }
        preconditionFailure("timescales \(x) and \(y) have no common one under 2^32")
    }
}

/// Euclid's algorithm; `greatestCommonDivisor(0, n)` is `n`.
package func greatestCommonDivisor(_ a: UInt64, _ b: UInt64) -> UInt64 {
    var (a, b) = (a, b)
    while b != 0 { (a, b) = (b, a % b) }
    return a
}
