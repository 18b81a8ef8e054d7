internal import FFmpeg
internal import MP4
internal import MediaTypes

/// When the pictures of a stream are shown, from the first one on, in ticks that say it exactly.
///
/// A constant rate that a coarse clock hides behind its rounding (1 ms in Matroska) is found again; other times are
/// those of the file.
struct RungClock: Sendable {
    let timescale: Timescale
    /// In order of decoding; the earliest is 0.
    let times: [Int64]
    /// When the last picture ends.
    let end: Int64
    let rate: FrameRate?
    let highestRate: FrameRate?
    /// A constant rate.
    var isConstant: Bool { rate != nil }

    /// A last picture that claims to stay longer is one whose duration is a slip.
    private static let longestHold = MediaTime(60, Timescale(1))
    /// What two clocks may differ by before the file is believed.
    private static let slack = MediaTime(milliseconds: 2)
    /// A scale in which a duration of an hour still has 32 bits.
    private static let finest: UInt32 = 1_000_000

    init(_ track: PictureTrack) {
        let order = track.times.indices.sorted { track.times[$0] < track.times[$1] }
        let video = track.stream.video
        let summary = SourceSummary.Video(
            timescale: track.timescale, times: order.map { track.times[$0] }, lastDuration: track.lastDuration,
            displaySize: video?.displaySize ?? PixelSize(0, 0),
            declaredRates: [video?.averageFrameRate, video?.baseFrameRate].compactMap { $0 })
        if let rate = ConstantRate.find(summary), rate.numerator <= Self.finest {
            self.init(constant: rate, order: order, summary)
        } else {
            self.init(variable: summary, order: order)
        }
    }

    private init(constant rate: FrameRate, order: [Int], _ summary: SourceSummary.Video) {
        let clock = FrameClock(constant: rate, count: order.count)
        var times = [Int64](repeating: 0, count: order.count)
        for (place, index) in order.enumerated() { times[index] = clock[place] }
        let last = MediaTime(clock[order.count - 1], clock.timescale)
        let hold = MediaTime(summary.lastDuration, summary.timescale)
        let isHeld = hold <= Self.longestHold && hold.seconds > clock.length + Self.slack.seconds
        timescale = clock.timescale
        self.times = times
        end = isHeld ? last.value + hold.ticks(of: clock.timescale) : clock.end
        self.rate = rate
        highestRate = rate
    }

    private init(variable summary: SourceSummary.Video, order: [Int]) {
        let scale = summary.timescale.ticksPerSecond > Self.finest ? Timescale(90_000) : summary.timescale
        let start = summary.start
        var times = [Int64](repeating: 0, count: order.count)
        var last: Int64 = -1
        var shortest = Int64.max
        for (place, index) in order.enumerated() {
            let time = MediaTime(summary.times[place], summary.timescale).ticks(since: start, of: scale)
            // A coarser scale could make two times one.
            times[index] = max(last + 1, time)
            if place > 0 { shortest = min(shortest, times[index] - last) }
            last = times[index]
        }
        var hold = MediaTime(summary.lastDuration, summary.timescale)
        if hold == .zero || hold > Self.longestHold {
            hold = shortest < .max ? MediaTime(shortest, scale) : MediaTime(1, Timescale(30))
        }
        timescale = scale
        self.times = times
        end = last + max(1, hold.ticks(of: scale))
        rate = nil
        highestRate = UInt32(exactly: shortest).flatMap { FrameRate(scale.ticksPerSecond, $0) }
    }

    /// Of the reel, when the stream begins `lead` after it.
    func microseconds(_ ticks: Int64, after lead: MediaTime) -> Int64 {
        MediaTime(ticks, timescale).ticks(of: Timescale(1_000_000)) + lead.ticks(of: Timescale(1_000_000))
    }
}

extension FrameClock {
    /// Seconds of a frame of a constant rate.
    fileprivate var length: Double { Double(end) / Double(count) / Double(timescale.ticksPerSecond) }
}

extension Orientation {
    /// The matrix that turns a picture of a size so that its upper left corner is at 0 again (ISO/IEC 14496-12 §6.2.2).
    func matrix(of size: PixelSize) -> TransformationMatrix {
        let (w, h) = (Int32(clamping: size.width), Int32(clamping: size.height))
        let (a, b, c, d, x, y): (Int32, Int32, Int32, Int32, Int32, Int32) =
            switch self {
            case .upright: (1, 0, 0, 1, 0, 0)
            case .mirrored: (-1, 0, 0, 1, w, 0)
            case .upsideDown: (-1, 0, 0, -1, w, h)
            case .mirroredUpsideDown: (1, 0, 0, -1, 0, h)
            case .transposed: (0, 1, 1, 0, 0, 0)
            case .clockwise: (0, 1, -1, 0, h, 0)
            case .antitransposed: (0, -1, -1, 0, h, w)
            case .counterclockwise: (0, -1, 1, 0, 0, w)
            }
        var matrix = TransformationMatrix()
        let fixed = { (value: Int32) in Int32(clamping: Int64(value) << 16) }
        matrix.values = [fixed(a), fixed(b), 0, fixed(c), fixed(d), 0, fixed(x), fixed(y), 0x4000_0000]
        return matrix
    }
}
