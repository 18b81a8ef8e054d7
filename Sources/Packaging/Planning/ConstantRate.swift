internal import MediaTypes

/// Whether pictures come at a constant rate, and at which.
enum ConstantRate {
    /// Rates that cameras and editors use; a container's coarse clock (1 ms in Matroska) hides them behind its rounding.
    private static let usual: [FrameRate] = [
        (24000, 1001), (24, 1), (25, 1), (30000, 1001), (30, 1), (48, 1), (50, 1), (60000, 1001), (60, 1),
        (120_000, 1001), (120, 1), (12, 1), (25, 2), (15000, 1001), (15, 1), (10, 1), (20, 1), (90, 1), (100, 1),
        (240, 1), (24000, 1001 * 2), (5, 1), (6, 1), (8, 1), (1, 1),
    ].compactMap { FrameRate($0, $1) }

    /// Faster than any display; more is a clock's rounding.
    private static let highest = 1000.0

    /// `nil` when no constant rate explains every time with no picture missing: then the source's own times count.
    static func find(_ video: SourceSummary.Video) -> FrameRate? {
        let times = video.times
        guard times.count > 1 else { return single(video) }
        let exact = exactRate(video)
        // A fine clock says precisely what it means; a coarse one may only be near a usual rate.
        let isFine = video.timescale.ticksPerSecond >= 10_000
        if isFine, let exact { return exact }
        var best: (rate: FrameRate, ticks: Double)?
        for rate in video.declaredRates.filter({ $0.framesPerSecond <= highest }) + usual {
            guard let spread = spread(of: video, at: rate) else { continue }
            let ticks = Double(spread) / Double(rate.numerator)
            if let known = best, known.ticks <= ticks { continue }
            best = (rate, ticks)
        }
        return best?.rate ?? exact
    }

    private static func single(_ video: SourceSummary.Video) -> FrameRate? {
        if video.lastDuration > 0 { return rate(video.timescale, ticks: video.lastDuration) }
        return video.declaredRates.first { $0.framesPerSecond <= highest } ?? FrameRate(30)
    }

    /// The rate of times that are equally spaced to the tick.
    private static func exactRate(_ video: SourceSummary.Video) -> FrameRate? {
        let step = video.times[1] - video.times[0]
        for (time, next) in zip(video.times, video.times.dropFirst()) where next - time != step { return nil }
        return rate(video.timescale, ticks: step)
    }

    private static func rate(_ scale: Timescale, ticks: Int64) -> FrameRate? {
        guard let ticks = UInt32(exactly: ticks), let rate = FrameRate(scale.ticksPerSecond, ticks),
            rate.framesPerSecond <= highest
        else { return nil }
        return rate
    }

    /// How far apart the earliest and the latest picture are, each measured from its place in the rate, in ticks times
    /// the rate's numerator; `nil` when that is more than rounding explains.
    private static func spread(of video: SourceSummary.Video, at rate: FrameRate) -> Int128? {
        let limit = tolerance(video, rate)
        let step = Int128(video.timescale.ticksPerSecond) * Int128(rate.denominator)
        let factor = Int128(rate.numerator)
        var (lowest, highest): (Int128, Int128) = (0, 0)
        for (index, time) in video.times.enumerated() {
            let distance = Int128(time - video.times[0]) * factor - Int128(index) * step
            lowest = min(lowest, distance)
            highest = max(highest, distance)
            if highest - lowest > limit { return nil }
        }
        return highest - lowest
    }

    /// Two ticks, for times that were rounded twice on their way, and two milliseconds, since times that were rounded to
    /// milliseconds come in finer clocks too, and segments of 29.97 whose pictures are a thirtieth apart; never more
    /// than a quarter of a frame.
    private static func tolerance(_ video: SourceSummary.Video, _ rate: FrameRate) -> Int128 {
        let scale = Int128(video.timescale.ticksPerSecond)
        let frame = scale * Int128(rate.denominator)
        return min(max(2, scale / 500) * Int128(rate.numerator), frame / 4)
    }
}
