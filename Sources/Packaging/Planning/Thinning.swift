internal import MediaTypes

/// Which frames a rung with a capped rate keeps. Each segment begins with one, so that all rungs share their cuts.
struct Thinning {
    private let clock: FrameClock
    /// Frames are kept that come this long after the last one kept, in ticks.
    private let spacing: Int64
    let highestRate: FrameRate?

    /// `nil` when the cap takes nothing away. A cap that the rate exceeds by 1 % at most is met: 30 is 29.97.
    init?(_ clock: FrameClock, cap: FrameRate) {
        guard let highest = clock.highestRate, highest.framesPerSecond > cap.framesPerSecond * 1.01 else { return nil }
        self.clock = clock
        let ticks = Double(clock.timescale.ticksPerSecond) / (cap.framesPerSecond * 1.01)
        if case .constant(let rate) = clock.pacing {
            let frame = clock.end / Int64(clock.count)
            let stride = max(1, Int64((ticks / Double(frame)).rounded(.up)))
            spacing = stride * frame
            highestRate = FrameRate(rate.numerator, rate.denominator * UInt32(stride))
        } else {
            spacing = Int64(ticks.rounded(.up))
            highestRate = cap
        }
    }

    func frames(_ cuts: [Int]) -> [Int] {
        var frames: [Int] = []
        for (first, end) in zip(cuts, cuts.dropFirst()) {
            var next = clock[first]
            for frame in first..<end where clock[frame] >= next {
                frames.append(frame)
                next = clock[frame] + spacing
            }
        }
        return frames
    }
}
