import Catalog
import FFmpeg
import MediaTypes
import Player

/// Decodes a segment of video and checks every frame: its time, whether it is whole, and its strip.
struct VideoCheck {
    private(set) var report = DecodeReport(samplesExpected: 0)
    private let samples: SampleTable?
    private let strip: PackageDocument.Strip?
    /// From the decoder's times to those of the boxes.
    private var offset: MediaTime?
    /// The frame before, where there are no tables to say where each belongs.
    private var last: MediaTime?
    private static let mostProblems = 5

    /// - Parameter pictures: how many there are, where no tables say which.
    init(pictures: Int) {
        (samples, strip) = (nil, nil)
        report.framesExpected = pictures
    }

    /// - Parameter before: where the segment before ended.
    init(_ samples: SampleTable?, before: MediaTime?, strip: PackageDocument.Strip?) {
        self.samples = samples
        self.strip = strip
        report.framesExpected = samples?.times.count
        if samples == nil { note("its sample tables cannot be read") }
        if let before, let samples, before != samples.start {
            note("it begins at \(samples.start) s, and what comes before ends at \(before) s")
            report.framesBad += 1
        }
    }

    mutating func run(_ input: Input, firstOnly: Bool, firstFrame: () -> Void) {
        do {
            try decode(input, firstOnly: firstOnly, firstFrame: firstFrame)
        } catch {
            note("\(error)")
        }
    }

    private mutating func decode(_ input: Input, firstOnly: Bool, firstFrame: () -> Void) throws {
        guard let stream = input.streams.first(where: { $0.kind == .video }) else { return note("it has no video") }
        input.select([stream.index])
        let decoder = try input.makeDecoder(stream: stream.index)
        if firstOnly { report.framesExpected = min(report.framesExpected ?? 1, 1) }
        var isReading = true
        var (first, hasLeading): (Int64?, Bool) = (nil, false)
        while isReading, !(firstOnly && report.framesSeen > 0) {
            let packet = try input.readPacket()
            isReading = packet != nil
            // What needs other segments is dropped in silence: nothing else would say why frames are too few.
            if first == nil, packet?.isKey == false { note("it does not begin with a key frame") }
            if let pts = packet?.pts, let first, pts <= first { hasLeading = true }
            if first == nil { first = packet?.pts ?? .min }
            try decoder.decode(packet) { outcome in
                if firstOnly, report.framesSeen > 0 { return }
                switch outcome {
                case .corrupt(let error): note("\(error)")
                case .frame(let frame):
                    if report.framesSeen == 0 { firstFrame() }
                    check(frame, decoder.timeBase)
                }
            }
        }
        if !firstOnly, hasLeading, report.framesSeen < report.framesExpected ?? 0 {
            report.problems.insert("pictures before its key frame need the segment before (an open GOP)", at: 0)
        }
    }

    private mutating func check(_ frame: Frame, _ timeBase: TimeBase) {
        let index = report.framesSeen
        report.framesSeen += 1
        guard var time = frame.pts.flatMap(timeBase.time), time.isWithinReach else {
            return reject("frame \(index) has no time, or none that can be")
        }
        if frame.isCorrupt { return reject("the frame at \(time) s is damaged") }
        if samples == nil {
            if let last, time <= last { return reject("the frame at \(time) s comes after the one at \(last) s") }
            last = time
        }
        if let samples {
            guard index < samples.times.count else { return reject("the frame at \(time) s is one too many") }
            // libavformat and the edit list of an init section may differ on where a segment begins.
            let shift = offset ?? samples.start - time
            offset = shift
            time = time + shift
            let expected = MediaTime(samples.times[index], samples.timescale)
            guard time == expected else { return reject("a frame is at \(time) s that belongs at \(expected) s") }
        }
        if let strip { check(frame, at: time, strip) }
    }

    private mutating func check(_ frame: Frame, at time: MediaTime, _ strip: PackageDocument.Strip) {
        guard let read = frame.strip else { return reject("the strip of the frame at \(time) s cannot be read") }
        let expected = strip.frame(at: time)
        guard read.reel == strip.reel, read.frame == expected else {
            return reject(
                "the frame at \(time) s is frame \(read.frame) of reel \(read.reel), and not \(expected) of \(strip.reel)"
            )
        }
        report.framesVerified += 1
    }

    private mutating func reject(_ problem: String) {
        report.framesBad += 1
        note(problem)
    }

    private mutating func note(_ problem: String) {
        if report.problems.count < Self.mostProblems { report.problems.append(problem) }
    }
}

extension PackageDocument.Strip {
    /// Which frame of the source is shown at `time`: min(round(time × rate), frames − 1), halves up.
    func frame(at time: MediaTime) -> Int {
        let ticks = Int128(time.value) * Int128(frameRate.numerator)
        let ticksPerFrame = Int128(time.timescale.ticksPerSecond) * Int128(frameRate.denominator)
        let number = max(0, 2 * ticks + ticksPerFrame) / (2 * ticksPerFrame)
        return Int(min(number, Int128(max(0, frames - 1))))
    }
}
