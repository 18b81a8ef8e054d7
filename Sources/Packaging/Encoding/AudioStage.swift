internal import Catalog
internal import FFmpeg
internal import MP4
internal import MediaTypes

/// An audio rendition: decodes, brings to 48 kHz stereo, fills what is missing with silence, encodes and writes the
/// segments as they are full. One thread uses it at a time.
final class AudioStage {
    private let plan: Plan.Audio
    let id: RenditionID
    private let origin: MediaTime
    private let language: String?
    private let decoder: Decoder
    private let encoder: AudioEncoder
    private let configuration: AudioSpecificConfig
    private var writer: RenditionWriter
    private var conversion: (format: Frame.AudioFormat, graph: FilterGraph)?
    private var assembler: AudioAssembler
    private var samplesEncoded: Int64 = 0
    private var segment: MediaSegment
    private var packetCount = 0
    /// Pieces that could not be decoded.
    private(set) var corruptCount = 0
    private(set) var decodedSamples = 0

    init(
        _ id: RenditionID, _ plan: Plan.Audio, origin: MediaTime, _ stream: StreamInfo, _ decoder: Decoder,
        in folder: String
    ) throws {
        self.plan = plan
        self.id = id
        self.origin = origin
        self.decoder = decoder
        language = LanguageTag.of(stream.language)
        encoder = try AudioEncoder(sampleRate: Int(AudioClock.sampleRate), bitrate: plan.bitrate)
        configuration = try AudioSpecificConfig(encoder.configuration)
        assembler = AudioAssembler(end: plan.cuts[plan.cuts.count - 1])
        writer = try RenditionWriter(id, in: folder)
        let track = try AudioTrack(configuration: encoder.configuration, priming: UInt32(AudioClock.priming))
        try writer.writeInitialization(.audio(track))
        segment = MediaSegment(sequenceNumber: 1, baseMediaDecodeTime: 0, isRollGroup: true)
    }

    func accept(_ packet: Packet) throws { try decoder.decode(packet, add) }

    func finish() throws -> EncodedRendition {
        try decoder.decode(nil, add)
        if let conversion { try conversion.graph.filter(nil) { try assemble($0, conversion.graph.timeBase) } }
        assembler.finish()
        try encode()
        try encoder.encode(nil, write)
        let expected = AudioClock.packet(atCut: plan.cuts[plan.cuts.count - 1])
        guard let initialization = writer.initialization, packetCount == expected,
            writer.segments.count == plan.cuts.count - 1
        else { throw EncodingError.wrongCount(id.text, expected: expected, got: packetCount) }
        return EncodedRendition(
            id: id, kind: .audio, codecs: configuration.codec, channels: configuration.channels,
            language: language, timescale: AudioClock.timescale, cuts: plan.cuts, initialization: initialization,
            segments: writer.segments,
            declared: .init(peakBandwidth: plan.bitrate, averageBandwidth: plan.bitrate))
    }

    private func add(_ outcome: Decoder.Outcome) throws {
        guard case .frame(let frame) = outcome else {
            corruptCount += 1
            return
        }
        let format = frame.audioFormat
        decodedSamples += frame.sampleCount
        if conversion?.format != format {
            if let conversion { try conversion.graph.filter(nil) { try assemble($0, conversion.graph.timeBase) } }
            conversion = (try? converter(for: frame)).map { (format, $0) }
        }
        // Samples of a form that nothing converts are damage, and will be silence.
        guard let graph = conversion?.graph else {
            corruptCount += 1
            return
        }
        try graph.filter(frame) { try assemble($0, graph.timeBase) }
    }

    private func converter(for frame: Frame) throws -> FilterGraph {
        let format = "aformat=sample_rates=\(AudioClock.sampleRate):sample_fmts=fltp:channel_layouts=stereo"
        let count = frame.audioFormat.channels
        // A single channel is as loud on both sides; libswresample would take 3 dB off.
        if count == 1 {
            return try FilterGraph("pan=stereo|c0=c0|c1=c0,\(format)", audioLike: frame, timeBase: decoder.timeBase)
        }
        do {
            return try FilterGraph(format, audioLike: frame, timeBase: decoder.timeBase)
        } catch {
            // Channels of which nobody says where they are, and too many to guess: the even to the left, the odd to the right.
            guard (2...64).contains(count) else { throw error }
            let sides = [0, 1].map { side in
                "c\(side)<" + stride(from: side, to: count, by: 2).map { "c\($0)" }.joined(separator: "+")
            }
            return try FilterGraph(
                "pan=stereo|\(sides.joined(separator: "|")),\(format)", audioLike: frame, timeBase: decoder.timeBase)
        }
    }

    private func assemble(_ frame: Frame, _ timeBase: TimeBase) throws {
        guard let left = frame.samples(ofChannel: 0), let right = frame.samples(ofChannel: 1) else { return }
        let time = frame.pts.flatMap(timeBase.time)?.ticks(since: origin, of: AudioClock.timescale)
        assembler.add([left, right], at: time ?? assembler.position)
        try encode()
    }

    private func encode() throws {
        while let channels = assembler.take(encoder.frameSize) {
            let frame = try Frame.audio(channels: channels, sampleRate: encoder.sampleRate, pts: samplesEncoded)
            samplesEncoded += Int64(encoder.frameSize)
            try encoder.encode(frame, write)
        }
    }

    private func write(_ packet: Packet) throws {
        packet.withBytes { segment.append($0, duration: UInt32(AudioClock.frameLength)) }
        packetCount += 1
        let next = writer.segments.count + 1
        guard next < plan.cuts.count, packetCount == AudioClock.packet(atCut: plan.cuts[next]) else { return }
        try writer.write(segment)
        segment = MediaSegment(
            sequenceNumber: UInt32(next + 1),
            baseMediaDecodeTime: UInt64(plan.cuts[next] + AudioClock.priming), isRollGroup: true)
    }
}
