internal import FFmpeg
internal import MediaTypes

/// An audio stream as a pass over its packets finds it. Times are in samples.
struct SoundTrack: Sendable {
    let stream: StreamInfo
    let coding: SoundCoding
    /// When the samples of each packet begin. Ascending; where a gap is, further than a packet lasts.
    var starts: [Int64]
    /// When the samples of the last packet end.
    var end: Int64
    /// Samples of the longest packet.
    var longest: Int64
    /// Of the first sample that is to be heard, after the priming.
    var audibleStart: Int64
    /// After the last sample that is to be heard.
    var audibleEnd: Int64
    /// Samples that are missing in between, in so many places.
    var missing: Int64
    var gaps: Int

    /// When the samples of a packet end.
    func end(of packet: Int) -> Int64 {
        packet + 1 < starts.count ? min(starts[packet + 1], starts[packet] + longest) : end
    }

    var timescale: Timescale { Timescale(coding.sampleRate) }
    var language: String? { LanguageTag.of(stream.language) }
    var start: MediaTime { MediaTime(audibleStart, timescale) }
    var length: MediaTime { MediaTime(audibleEnd, timescale) }
}

/// Makes a ``SoundTrack`` of the packets of a stream.
struct SoundScan {
    let stream: StreamInfo
    private let header: [UInt8]
    private var coding: SoundCoding?
    private var starts: [Int64] = []
    private var end: Int64 = 0
    private var longest: Int64 = 0
    private var audible: (start: Int64, end: Int64)?
    private var missing: Int64 = 0
    private var gaps = 0

    init(_ stream: StreamInfo, header: [UInt8]) {
        self.stream = stream
        self.header = header
    }

    mutating func add(_ packet: Packet) throws(CodingProblem) {
        let coding: SoundCoding
        if let known = self.coding {
            coding = known
        } else {
            coding = try SoundCoding(stream, header: header, first: packet)
        }
        self.coding = coding
        let length = try coding.samples(of: packet)
        let scale = Timescale(coding.sampleRate)
        let told = stream.timeBase.plausible(packet.pts ?? packet.dts)?.ticks(of: scale)
        guard var start = told ?? (starts.isEmpty ? nil : end) else {
            throw CodingProblem("its audio does not say when it begins")
        }
        if !starts.isEmpty {
            // The sum of what came before counts; times that are off by little are a clock's rounding.
            let slack = Int64(coding.sampleRate) / 50
            if start < end - max(slack, length) {
                throw CodingProblem("the time stamps of its audio go backwards at \(MediaTime(start, scale)) s")
            }
            if start > end + slack {
                missing += start - end
                gaps += 1
            } else {
                start = end
            }
        }
        starts.append(start)
        end = start + length
        longest = max(longest, length)
        guard !packet.isDiscarded else { return }
        let skipped = packet.skippedSamples
        let first = audible?.start ?? start + Int64(skipped.start)
        audible = (first, end - min(length, Int64(skipped.end)))
    }

    /// `nil` when there is nothing to be heard.
    func finish() -> SoundTrack? {
        guard let coding, let audible, audible.start < audible.end else { return nil }
        return SoundTrack(
            stream: stream, coding: coding, starts: starts, end: end, longest: longest, audibleStart: audible.start,
            audibleEnd: audible.end, missing: missing, gaps: gaps)
    }
}
