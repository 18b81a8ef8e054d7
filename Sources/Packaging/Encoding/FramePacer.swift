package import MediaTypes

/// Which frames of the version each decoded picture is: one, none when it comes too late, or several when the ones
/// before it are missing.
package struct FramePacer: Sendable {
    private let video: Plan.Video
    /// The first frame that has no picture yet.
    private var next = 0
    /// Where the last picture was found, since they come in order.
    private var place = 0
    /// Frames that repeat a picture, other than where the plan holds the first or the last.
    package private(set) var repeated = 0
    /// Of these, the frames before the first picture.
    package private(set) var late = 0
    package private(set) var dropped = 0

    package init(_ video: Plan.Video) { self.video = video }

    /// Of a picture at `time` of the source: the frames before it that show the picture before (the first
    /// picture: itself), and its own frame. Times must not decrease; `nil` means that it is not shown.
    package mutating func place(_ time: MediaTime) -> (before: Range<Int>, frame: Int)? {
        let times = video.sourceTimes
        let time = time.ticks(since: .zero, of: video.sourceScale)
        while place + 1 < times.count, nearer(times[place + 1], times[place], to: time) { place += 1 }
        let frame = video.lead + place
        guard frame >= next else {
            dropped += 1
            return nil
        }
        let before = next..<frame
        if next == 0 { late = frame - video.lead }
        repeated += next == 0 ? late : before.count
        next = frame + 1
        return (before, frame)
    }

    /// The frames after the last picture.
    package mutating func finish() -> Range<Int> {
        let rest = next..<max(next, video.clock.count)
        repeated += max(0, video.lead + video.sourceTimes.count - next)
        next = rest.upperBound
        return rest
    }

    private func nearer(_ later: Int64, _ earlier: Int64, to time: Int64) -> Bool {
        Int128(later) - Int128(time) <= Int128(time) - Int128(earlier)
    }
}
