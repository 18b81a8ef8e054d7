package import Catalog
internal import MediaTypes

extension Plan {
    /// Plans a version: design §3 (Time, Grid) and §4 (Ladder).
    package init(_ source: SourceSummary, _ ladder: Ladder) throws(PlanError) {
        let audio = ladder.audio.isEmpty ? nil : source.audio
        try Self.checkLength(source, audio)
        if let video = source.video {
            let rungs = RungChoice.rungs(of: ladder, for: video.displaySize)
            guard !rungs.isEmpty else { throw .tooLarge(video.displaySize) }
            let placing = Placing(video, audio, declared: source.declaredDuration)
            guard placing.clock.count <= Self.mostFrames else { throw .tooManyFrames(placing.clock.count) }
            self.init(video, audio, ladder, rungs, placing)
        } else if let audio, let rung = ladder.audio.first {
            self.init(audio, rung)
        } else {
            throw .nothingToShow
        }
    }

    private init(
        _ source: SourceSummary.Video, _ audio: SourceSummary.Audio?, _ ladder: Ladder, _ rungs: [RungChoice],
        _ placing: Placing
    ) {
        let cuts = BoundaryGrid.cuts(of: placing.clock, hasAudio: audio != nil)
        let boundaries = cuts.map { placing.clock[$0] }
        let scale = placing.clock.timescale
        origin = placing.origin
        video = Video(
            clock: placing.clock, cuts: cuts, sourceTimes: source.times, sourceScale: source.timescale,
            isCounted: source.isCounted, lead: placing.lead,
            sourceSize: source.displaySize,
            rungs: rungs.map { Rung($0, preset: ladder.preset, clock: placing.clock, cuts: cuts) })
        grid = PackageDocument.Grid(timescale: scale, boundaries: boundaries)
        if let audio, let rung = ladder.audio.first {
            self.audio = Audio(
                rung, alternatives: audio.alternatives,
                cuts: AudioClock.cuts(nearest: boundaries.map { MediaTime($0, scale) }))
        }
    }

    private init(_ source: SourceSummary.Audio, _ rung: Ladder.AudioRung) {
        origin = source.start
        let length = source.end.ticks(since: source.start, of: AudioClock.timescale, rounding: .up)
        let count = max(1, AudioClock.frames(covering: MediaTime(length, AudioClock.timescale)))
        let cuts = BoundaryGrid.cuts(ofAudioFrames: count).map { $0 * AudioClock.frameLength }
        audio = Audio(rung, alternatives: source.alternatives, cuts: cuts)
        grid = PackageDocument.Grid(timescale: AudioClock.timescale, boundaries: cuts)
    }

    /// A day at 240 frames a second.
    private static let mostFrames = 86_400 * 240

    private static func checkLength(
        _ source: SourceSummary, _ audio: SourceSummary.Audio?
    ) throws(PlanError) {
        let video = source.video
        let second = Timescale(1)
        var starts: [MediaTime] = []
        var ends: [MediaTime] = []
        if let video {
            starts.append(video.start)
            ends.append(MediaTime(video.times[video.times.count - 1], video.timescale))
            guard video.times.count <= mostFrames else { throw .tooManyFrames(video.times.count) }
        }
        if let audio {
            starts.append(audio.start)
            ends.append(audio.end)
        }
        guard let start = starts.min(), let end = ends.max() else { return }
        let seconds = end.ticks(since: start, of: second)
        guard seconds <= 86_400 else { throw .tooLong(seconds: seconds) }
        let content = source.contentSeconds
        guard content == 0 || seconds <= 600 || seconds / 20 <= content else {
            throw .holes(seconds: seconds, content: content)
        }
    }
}

extension Plan.Audio {
    /// `audio/main`, and `audio/main-fr` of another language.
    fileprivate init(_ rung: Ladder.AudioRung, alternatives: [String], cuts: [Int64]) {
        let names = [rung.id] + alternatives.map { "\(rung.id)-\($0)" }
        self.init(ids: names.compactMap { RenditionID("audio/\($0)") }, bitrate: rung.bitrate, cuts: cuts)
    }
}

extension Plan.Rung {
    fileprivate init(_ choice: RungChoice, preset: String, clock: FrameClock, cuts: [Int]) {
        let thinning = choice.rung.frameRateCap.flatMap { Thinning(clock, cap: $0) }
        self.init(
            id: RenditionID("video/\(choice.rung.id)")!, size: choice.size, videoBitrate: choice.rung.videoBitrate,
            maxBitrate: choice.rung.maxBitrate, preset: preset, frames: thinning?.frames(cuts),
            highestRate: thinning?.highestRate ?? clock.highestRate)
    }
}

/// Where a source's pictures stand on the clock of the version.
private struct Placing {
    var origin: MediaTime
    var clock: FrameClock
    var lead: Int

    /// A last picture that claims to stay longer is one whose duration is a slip.
    private static let longestHold = MediaTime(60, Timescale(1))

    /// `declared` is what the file says that it lasts.
    init(_ video: SourceSummary.Video, _ audio: SourceSummary.Audio?, declared: MediaTime?) {
        let ends = Self.ends(video, audio, declared)
        if let rate = ConstantRate.find(video), Self.fits(rate, video.timescale),
            let placing = Placing(constant: rate, video, audio, ends)
        {
            self = placing
        } else {
            self.init(variable: video, audio, ends)
        }
    }

    private init(origin: MediaTime, clock: FrameClock, lead: Int) {
        (self.origin, self.clock, self.lead) = (origin, clock, lead)
    }

    /// How far audio may stick out before the picture is held for it; less is cut. Nearly every file's does, by the frames
    /// and the priming of its codec: 1024 samples at 44.1 kHz, and what clocks of a millisecond make of them.
    private static let trimmed = MediaTime(milliseconds: 24)

    /// Missing video at either end is whole frames of the first or the last picture; `nil` where those of a slow rate are
    /// too long for what is missing.
    private init?(
        constant rate: FrameRate, _ video: SourceSummary.Video, _ audio: SourceSummary.Audio?, _ ends: [MediaTime]
    ) {
        let scale = FrameClock(constant: rate, count: 1).timescale
        let frame = FrameClock(constant: rate, count: 1).end
        let tolerance = Self.trimmed.ticks(of: scale)
        let missing = { (ticks: Int64) in ticks <= tolerance ? 0 : (ticks + frame - 1) / frame }
        let start = video.start
        let early = audio.map { -$0.start.ticks(since: start, of: scale, rounding: .down) } ?? 0
        let lead = missing(early)
        let shown = Int64(video.times.count) * frame
        var late = audio.map { $0.end.ticks(since: start, of: scale, rounding: .up) - shown } ?? 0
        if Self.knowsHold(video) {
            let last = video.times[video.times.count - 1] + video.lastDuration
            late = max(late, MediaTime(last, video.timescale).ticks(since: start, of: scale) - shown)
        }
        let length = MediaTime(frame, scale)
        if length > Self.slow {
            let most = Self.excess.ticks(of: scale)
            let hold = Self.knowsHold(video) ? frame : Self.hold(video, ends, before: length).ticks(of: scale)
            guard lead == 0 || lead * frame - early <= most, frame - hold <= most,
                missing(late) == 0 || missing(late) * frame - late <= most
            else { return nil }
        }
        let step = MediaTime(lead * Int64(rate.denominator), Timescale(rate.numerator))
        self.init(
            origin: lead == 0 ? start : start - step,
            clock: FrameClock(constant: rate, count: Int(lead) + video.times.count + Int(missing(late))),
            lead: Int(lead))
    }

    /// The first picture is held from the start, the last to the end; the others keep their times.
    private init(variable video: SourceSummary.Video, _ audio: SourceSummary.Audio?, _ ends: [MediaTime]) {
        let scale = Self.variableScale(video.timescale)
        let start = video.start
        let early = audio.map { max(0, -$0.start.ticks(since: start, of: scale, rounding: .down)) } ?? 0
        let origin = MediaTime(start.ticks(since: .zero, of: scale) - early, scale)
        var times: [Int64] = []
        times.reserveCapacity(video.times.count)
        for time in video.times {
            let ticks = MediaTime(time, video.timescale).ticks(since: start, of: scale) + early
            // A coarser scale could make two times one.
            times.append(times.last.map { max($0 + 1, ticks) } ?? 0)
        }
        let last = times[times.count - 1]
        var hold = MediaTime(video.lastDuration, video.timescale)
        if !Self.knowsHold(video) {
            let before = times.count > 1 ? last - times[times.count - 2] : 0
            hold = Self.hold(video, ends, before: before > 0 ? MediaTime(before, scale) : MediaTime(1, Timescale(30)))
        }
        let audioEnd = audio?.end.ticks(since: origin, of: scale, rounding: .up) ?? 0
        self.init(
            origin: origin,
            clock: FrameClock(
                variable: times, end: max(last + max(1, hold.ticks(of: scale)), audioEnd), timescale: scale),
            lead: 0)
    }

    /// Pictures that stay longer are slow: a whole one is too much to make up.
    private static let slow = MediaTime(milliseconds: 100)
    /// How much longer than what is missing whole frames of a slow rate may be: half a frame of 25 a second.
    private static let excess = MediaTime(milliseconds: 20)
    /// A last picture is shown so long at least when something else ends before it.
    private static let shortestHold = MediaTime(milliseconds: 40)

    /// Whether the file says how long the last picture stays.
    private static func knowsHold(_ video: SourceSummary.Video) -> Bool {
        video.lastDuration > 0 && MediaTime(video.lastDuration, video.timescale) <= longestHold
    }

    /// How long a last picture stays that does not say so: as long as the one before it, and a slow one no longer than
    /// the sound and the file.
    private static func hold(_ video: SourceSummary.Video, _ ends: [MediaTime], before: MediaTime) -> MediaTime {
        guard before > slow, let end = ends.max() else { return before }
        let last = MediaTime(video.times[video.times.count - 1], video.timescale)
        let rest = MediaTime(end.ticks(since: last, of: before.timescale, rounding: .up), before.timescale)
        return min(before, max(shortestHold, rest))
    }

    /// Where the sound ends, and where the file says that it ends.
    private static func ends(
        _ video: SourceSummary.Video, _ audio: SourceSummary.Audio?, _ declared: MediaTime?
    ) -> [MediaTime] {
        guard let declared else { return [audio?.end].compactMap { $0 } }
        let scale = declared.timescale
        let starts = [video.start, audio?.start].compactMap { $0 }.map { $0.ticks(of: scale, rounding: .up) }
        let end = (starts.min() ?? 0).addingReportingOverflow(declared.value)
        return [audio?.end, end.overflow ? nil : MediaTime(end.partialValue, scale)].compactMap { $0 }
    }

    /// The source's own scale, finer where it is coarse, coarser where 32 bits would not last.
    private static func variableScale(_ scale: Timescale) -> Timescale {
        switch scale.ticksPerSecond {
        case ..<1000: Timescale(scale.ticksPerSecond * 1000)
        case ...1_000_000: scale
        default: Timescale(90_000)
        }
    }

    /// Whether a time of the source and a frame of the rate have a common scale.
    private static func fits(_ rate: FrameRate, _ scale: Timescale) -> Bool {
        let (a, b) = (UInt64(rate.numerator), UInt64(scale.ticksPerSecond))
        return a / greatestCommonDivisor(a, b) * b <= UInt64(UInt32.max)
    }
}
