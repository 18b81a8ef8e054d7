internal import CFFmpeg
package import MediaTypes

/// The length of one tick, in seconds, as a fraction: 1/90000, or 1001/30000.
package struct TimeBase: Hashable, Sendable, CustomStringConvertible {
    package var numerator: Int32
    package var denominator: Int32

    /// `nil` when a number is not positive.
    package init?(_ numerator: Int32, _ denominator: Int32) {
        guard numerator > 0, denominator > 0 else { return nil }
        self.numerator = numerator
        self.denominator = denominator
    }

    /// One tick of `timescale`; `nil` above 2^31 − 1 ticks per second.
    package init?(_ timescale: Timescale) {
        guard let denominator = Int32(exactly: timescale.ticksPerSecond) else { return nil }
        self.init(1, denominator)
    }

    /// One frame of a constant rate; `nil` when a number of the rate exceeds 2^31 − 1.
    package init?(frameOf rate: FrameRate) {
        guard let numerator = Int32(exactly: rate.denominator), let denominator = Int32(exactly: rate.numerator)
        else { return nil }
        self.init(numerator, denominator)
    }

    init?(_ rational: AVRational) { self.init(rational.num, rational.den) }

    var rational: AVRational { AVRational(num: numerator, den: denominator) }

    package var timescale: Timescale { Timescale(UInt32(denominator)) }

    /// Exact; `nil` when it does not fit 64 bits.
    package func time(_ ticks: Int64) -> MediaTime? {
        let (value, overflow) = ticks.multipliedReportingOverflow(by: Int64(numerator))
        return overflow ? nil : MediaTime(value, timescale)
    }

    package var description: String { "\(numerator)/\(denominator)" }
}

extension FrameRate {
    init?(_ rational: AVRational) {
        guard let numerator = UInt32(exactly: rational.num), let denominator = UInt32(exactly: rational.den)
        else { return nil }
        self.init(numerator, denominator)
    }

    var rational: AVRational? {
        guard let numerator = Int32(exactly: numerator), let denominator = Int32(exactly: denominator)
        else { return nil }
        return AVRational(num: numerator, den: denominator)
    }
}

/// A time stamp as libav writes it, where one number means that there is none.
func timestamp(_ value: Int64) -> Int64? { value == reelrig_AV_NOPTS_VALUE ? nil : value }
