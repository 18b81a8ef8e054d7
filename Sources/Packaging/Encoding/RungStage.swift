internal import Catalog
internal import FFmpeg
internal import MP4
internal import MediaTypes
internal import Platform

/// A picture and the frame of the version that it is.
struct PacedPicture: Sendable {
    var picture: Frame
    var frame: Int
}

/// One rung: scales what it gets, hands it on to the rung below, encodes it and writes the segments as they are full.
/// One thread uses it at a time.
final class RungStage {
    private let video: Plan.Video
    private let rung: Plan.Rung
    private let encoder: VideoEncoder
    private let cuts: Set<Int>
    private let handOn: ((PacedPicture) throws -> Void)?
    private var writer: RenditionWriter
    private let configuration: AVCConfigurationBox
    private var scaler: Scaler?
    /// A held picture is scaled once.
    private var last: (source: Frame, scaled: Frame)?
    /// The frames that it encodes, by their order.
    private var nextKept = 0
    /// The packets of the segment that is not full yet, in order of decoding.
    private var packets: [(packet: Packet, shown: Int64)] = []
    private var packetCount = 0
    /// Ticks from presentation to composition times.
    private let shift: Int64

    init(
        _ video: Plan.Video, _ rung: Plan.Rung, _ color: ColorDescription, in folder: String,
        handOn: ((PacedPicture) throws -> Void)?
    ) throws {
        self.video = video
        self.rung = rung
        self.handOn = handOn
        cuts = Set(video.cuts)
        encoder = try VideoEncoder(try RungSettings.settings(video, rung, color))
        writer = try RenditionWriter(rung.id, in: folder)
        configuration = try AVCConfigurationBox(annexB: encoder.parameterSets)
        shift = Self.shift(video, rung, depth: Int(configuration.parameters?.maxReorderFrames ?? 2))
        var track = VideoTrack(
            timescale: video.clock.timescale.ticksPerSecond, width: UInt16(clamping: rung.size.width),
            height: UInt16(clamping: rung.size.height), configuration: configuration)
        track.compositionShift = UInt32(clamping: shift)
        try writer.writeInitialization(.video(track))
    }

    private static func shift(_ video: Plan.Video, _ rung: Plan.Rung, depth: Int) -> Int64 {
        let clock = video.clock
        let frames = rung.frames ?? Array(0..<clock.count)
        let cuts = rung.frames.map { Plan.positions(of: video.cuts, in: $0) } ?? video.cuts
        return DecodeOrder.shift(
            of: frames.map { clock[$0] }, cuts: cuts, depth: depth, timescale: clock.timescale,
            isConstant: clock.isConstant)
    }

    func accept(_ paced: PacedPicture) throws {
        let picture = try scaled(paced.picture)
        try handOn?(PacedPicture(picture: picture, frame: paced.frame))
        guard nextKept < keptCount, keptFrame(nextKept) == paced.frame else { return }
        let clock = video.clock
        let isConstant = clock.isConstant
        let end = clock[keptFrame(nextKept + 1)]
        nextKept += 1
        let own = try picture.retimed(
            pts: isConstant ? Int64(paced.frame) : clock[paced.frame],
            duration: isConstant ? 1 : end - clock[paced.frame])
        try encoder.encode(own, isIDR: cuts.contains(paced.frame), add)
    }

    /// Encodes what is still in the encoder and writes the last segment.
    func finish() throws -> EncodedRendition {
        try encoder.encode(nil, add)
        guard let initialization = writer.initialization, packetCount == keptCount,
            writer.segments.count == video.cuts.count - 1
        else {
            throw EncodingError.wrongCount(rung.id.text, expected: keptCount, got: packetCount)
        }
        return EncodedRendition(
            id: rung.id, kind: .video, codecs: configuration.codec(), size: rung.size, highestRate: rung.highestRate,
            timescale: video.clock.timescale, cuts: video.cuts.map { video.clock[$0] },
            initialization: initialization, segments: writer.segments,
            declared: .init(peakBandwidth: rung.maxBitrate, averageBandwidth: rung.videoBitrate))
    }

    private func scaled(_ picture: Frame) throws -> Frame {
        guard picture.size != rung.size else { return picture }
        if let last, last.source === picture { return last.scaled }
        let format = picture.videoFormat
        if scaler?.source != format { scaler = try Scaler(from: format, to: rung.size) }
        guard let scaled = try scaler?.scale(picture) else { return picture }
        last = (picture, scaled)
        return scaled
    }

    private func add(_ packet: Packet) throws {
        guard packetCount < keptCount, let pts = packet.pts else {
            throw EncodingError.wrongCount(rung.id.text, expected: keptCount, got: packetCount + 1)
        }
        let clock = video.clock
        if packets.isEmpty, !packet.isKey {
            throw EncodingError.noKeyFrame(
                rung.id.text, MediaTime(clock[keptFrame(packetCount)], clock.timescale))
        }
        packets.append((packet, clock.isConstant ? clock[Int(pts)] : pts))
        packetCount += 1
        // A closed group: what is decoded until the next boundary is what is shown until then.
        let next = keptFrame(packetCount)
        if next == clock.count || cuts.contains(next) { try writeSegment(until: clock[next]) }
    }

    private func writeSegment(until end: Int64) throws {
        let times = DecodeOrder.times(presentation: packets.map(\.shown), shift: shift)
        var segment = MediaSegment(
            sequenceNumber: UInt32(writer.segments.count + 1), baseMediaDecodeTime: UInt64(times[0]))
        segment.reserve(packets.reduce(0) { $0 + $1.packet.size })
        for (index, (packet, shown)) in packets.enumerated() {
            let next = index + 1 < times.count ? times[index + 1] : end
            packet.withBytes {
                segment.append(
                    annexB: $0, duration: UInt32(clamping: next - times[index]),
                    compositionOffset: Int32(clamping: shown + shift - times[index]), isSync: packet.isKey)
            }
        }
        packets = []
        try writer.write(segment)
    }

    private var keptCount: Int { rung.frames?.count ?? video.clock.count }

    /// The frame that is encoded as the `index`th; of the last one's successor, the end.
    private func keptFrame(_ index: Int) -> Int {
        guard let frames = rung.frames else { return index }
        return index < frames.count ? frames[index] : video.clock.count
    }
}

/// What an encoder did that cannot be packaged. It would be an error of this program or of the encoder.
enum EncodingError: Error, CustomStringConvertible {
    case wrongCount(String, expected: Int, got: Int)
    case noKeyFrame(String, MediaTime)
    case unusableRate(FrameRate)

    var description: String {
        switch self {
        case .wrongCount(let rendition, let expected, let got):
            "the encoder of \(rendition) gave \(got) packets instead of \(expected)"
        case .noKeyFrame(let rendition, let time):
            "the encoder of \(rendition) did not begin the segment at \(time) s with a key frame"
        case .unusableRate(let rate): "\(rate) frames a second is no rate that can be encoded"
        }
    }
}

/// How a rung is encoded.
enum RungSettings {
    static func settings(
        _ video: Plan.Video, _ rung: Plan.Rung, _ color: ColorDescription
    ) throws -> VideoEncoder.Settings {
        let clock = video.clock
        let rate: FrameRate
        let timeBase: TimeBase?
        switch clock.pacing {
        case .constant(let constant):
            rate = constant
            timeBase = TimeBase(frameOf: constant)
        case .variable:
            rate = average(clock)
            timeBase = TimeBase(clock.timescale)
        }
        guard let timeBase else { throw EncodingError.unusableRate(rate) }
        return VideoEncoder.Settings(
            size: rung.size, timeBase: timeBase, frameRate: rate, preset: rung.preset,
            rate: .bitrate(
                average: rung.videoBitrate, maximum: rung.maxBitrate, buffer: rung.maxBitrate.bitsPerSecond),
            color: color)
    }

    /// Frames over seconds, in thousandths.
    private static func average(_ clock: FrameClock) -> FrameRate {
        let thousandths = Int64(clock.count) * 1000 * Int64(clock.timescale.ticksPerSecond) / max(1, clock.end)
        return FrameRate(UInt32(clamping: max(1, thousandths)), 1000) ?? FrameRate(30)!
    }
}
