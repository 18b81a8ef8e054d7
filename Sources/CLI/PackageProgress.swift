/// How far a run over several reels is: time of the reels done, speed, time left. Times are in seconds, those of the
/// clock since the run began.
struct PackageProgress {
    private struct Reel {
        var done = 0.0
        /// Known once the reel is being encoded.
        var duration: Double?
        /// When encoding began.
        var began = 0.0
        var isOver = false
    }

    private var reels: [Reel]

    init(count: Int) { reels = Array(repeating: Reel(), count: count) }

    mutating func advance(_ index: Int, to done: Double, of duration: Double, at now: Double) {
        if reels[index].duration == nil { reels[index].began = now }
        reels[index].duration = duration
        reels[index].done = min(duration, max(reels[index].done, done))
    }

    mutating func end(_ index: Int) {
        reels[index].isOver = true
        if let duration = reels[index].duration { reels[index].done = duration }
    }

    /// 0 to 100. A reel whose length is not known yet counts as one of the mean length.
    var percent: Int {
        let shares = reels.map { reel in
            reel.isOver ? 1 : reel.duration.map { $0 > 0 ? reel.done / $0 : 0 } ?? 0
        }
        return Int(shares.reduce(0, +) / Double(max(1, reels.count)) * 100)
    }

    /// Seconds of a reel for each second of the clock since its encoding began; `nil` before there is something to tell.
    func speed(of index: Int, at now: Double) -> Double? {
        Self.ratio(reels[index].done, now - reels[index].began)
    }

    /// Of one reel, at its speed.
    func secondsLeft(of index: Int, at now: Double) -> Double? {
        guard let speed = speed(of: index, at: now), let duration = reels[index].duration else { return nil }
        return (duration - reels[index].done) / speed
    }

    /// Of the run. A reel that nobody has looked at is taken for one of the mean length.
    func secondsLeft(at now: Double) -> Double? {
        let durations = reels.compactMap(\.duration)
        let begins = reels.filter { $0.duration != nil }.map(\.began)
        guard let first = begins.min(), let speed = Self.ratio(reels.reduce(0) { $0 + $1.done }, now - first) else {
            return nil
        }
        let mean = durations.reduce(0, +) / Double(durations.count)
        let left = reels.reduce(0) { $0 + ($1.isOver ? 0 : ($1.duration ?? mean) - $1.done) }
        return left / speed
    }

    /// `3.4 of 8.0 s, 2.1x, 3 s left`; the time left is that of the run.
    func text(of index: Int, at now: Double) -> String {
        var parts = ["\(Self.tenths(reels[index].done)) of \(Self.tenths(reels[index].duration ?? 0)) s"]
        if let speed = speed(of: index, at: now) { parts.append("\(Self.tenths(speed))x") }
        if let left = secondsLeft(at: now) { parts.append("\(Int(min(left, 1e9).rounded(.up))) s left") }
        return parts.joined(separator: ", ")
    }

    /// The first moments say nothing: several frames come at once.
    private static func ratio(_ done: Double, _ elapsed: Double) -> Double? {
        done > 0 && elapsed >= 0.25 ? done / elapsed : nil
    }

    private static func tenths(_ value: Double) -> String { "\((min(value, 1e9) * 10).rounded() / 10)" }
}
