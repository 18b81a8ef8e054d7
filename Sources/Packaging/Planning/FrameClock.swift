package import MediaTypes

/// When each frame of a version is shown, from 0 on.
package struct FrameClock: Hashable, Sendable {
    package enum Pacing: Hashable, Sendable {
        case constant(FrameRate)
        /// The first is 0; ascending.
        case variable([Int64])
    }

    package let timescale: Timescale
    package let pacing: Pacing
    /// Frames, at least 1.
    package let count: Int
    /// When the last one ends, in ticks.
    package let end: Int64

    init(constant rate: FrameRate, count: Int) {
        let scale = Self.timescale(of: rate)
        let step = Int64(scale.ticksPerSecond / rate.numerator) * Int64(rate.denominator)
        self.init(timescale: scale, pacing: .constant(rate), count: count, end: step * Int64(count))
    }

    init(variable times: [Int64], end: Int64, timescale: Timescale) {
        self.init(timescale: timescale, pacing: .variable(times), count: times.count, end: end)
    }

    private init(timescale: Timescale, pacing: Pacing, count: Int, end: Int64) {
        self.timescale = timescale
        self.pacing = pacing
        self.count = count
        self.end = end
    }

    /// When a frame is shown, in ticks; of `count`, the end.
    package subscript(index: Int) -> Int64 {
        if index >= count { return end }
        switch pacing {
        case .constant: return end / Int64(count) * Int64(index)
        case .variable(let times): return times[index]
        }
    }

    package var isConstant: Bool {
        if case .constant = pacing { true } else { false }
    }

    /// The highest rate: that of the shortest frame but the last, whose end may be anybody's.
    package var highestRate: FrameRate? {
        switch pacing {
        case .constant(let rate): return rate
        case .variable(let times):
            let shortest = zip(times, times.dropFirst()).map { $1 - $0 }.min() ?? end
            return UInt32(exactly: shortest).flatMap { FrameRate(timescale.ticksPerSecond, $0) }
        }
    }

    /// A scale in which a frame is a whole number of ticks: the rate's numerator, times 1000 where that is small.
    private static func timescale(of rate: FrameRate) -> Timescale {
        Timescale(rate.numerator < 1000 ? rate.numerator * 1000 : rate.numerator)
    }
}
