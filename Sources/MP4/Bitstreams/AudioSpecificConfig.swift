/// How a stream of MPEG-4 audio is to be decoded (ISO/IEC 14496-3 §1.6.2.1).
public struct AudioSpecificConfig: Hashable, Sendable {
    /// Of the core: 2 AAC-LC, 5 SBR, 29 PS, 42 xHE-AAC …
    public var objectType: UInt8
    /// Samples per second of the core.
    public var coreSampleRate: UInt32
    /// 1 mono, 2 stereo, 6 5.1, 7 7.1; 0 when a program config element says.
    public var channelConfiguration: UInt8
    /// Spectral band replication, where the configuration says so. A decoder may find it in the stream all the same.
    public var hasSBR = false
    /// Parametric stereo, where the configuration says so.
    public var hasPS = false
    /// Samples per second that come out when ``hasSBR``.
    public var extensionSampleRate: UInt32?
    /// Samples of a frame of the core: 1024, or 960.
    public var frameLength = 1024
    /// Channels that a program config element counts, when ``channelConfiguration`` is 0.
    public var programChannels: Int?

    private static let rates: [UInt32] = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// AAC-LC of a rate and 1 to 8 channels; `nil` for 7 or more than 8 channels.
    public init?(aacLC sampleRate: UInt32, channels: Int) {
        guard (1...8).contains(channels), channels != 7, sampleRate > 0, sampleRate < 1 << 24 else { return nil }
        objectType = 2
        coreSampleRate = sampleRate
        channelConfiguration = channels == 8 ? 7 : UInt8(channels)
    }

    /// Reads the bytes that `esds` or an encoder's extradata hold.
    public init(_ bytes: [UInt8]) throws(BitstreamError) {
        var reader = BitReader(bytes)
        objectType = try Self.objectType(&reader)
        coreSampleRate = try Self.sampleRate(&reader)
        channelConfiguration = UInt8(try reader.bits(4))
        if objectType == 5 || objectType == 29 {
            (hasSBR, hasPS) = (true, objectType == 29)
            extensionSampleRate = try Self.sampleRate(&reader)
            objectType = try Self.objectType(&reader)
            if objectType == 22 { try reader.skip(4) }
        }
        if [1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23].contains(objectType) { try readGeneral(&reader) }
        // What older decoders are not to see stands behind the rest. Many writers pad it or cut it off.
        if !hasSBR { try? readSyncExtension(&reader) }
    }

    /// Samples per second that come out.
    public var sampleRate: UInt32 { extensionSampleRate ?? coreSampleRate }

    /// Channels that come out; parametric stereo makes two of one.
    public var channels: Int {
        if hasPS { return 2 }
        return switch channelConfiguration {
        case 0: programChannels ?? 0
        case 1...6: Int(channelConfiguration)
        case 7, 12, 14: 8
        case 11: 7
        case 13: 24
        default: 0
        }
    }

    /// Samples that come out of a frame.
    public var samplesPerFrame: Int { hasSBR ? 2 * frameLength : frameLength }

    /// The codec by RFC 6381: `mp4a.40.2`, `.5` with SBR, `.29` with parametric stereo.
    public var codec: String { "mp4a.40.\(hasPS ? 29 : hasSBR ? 5 : objectType)" }

    /// The bytes of a configuration without extensions.
    public var bytes: [UInt8] {
        var writer = FieldWriter()
        var (type, index, channels) = (objectType, UInt8(15), channelConfiguration)
        if let place = Self.rates.firstIndex(of: coreSampleRate) { index = UInt8(place) }
        do throws(BoxError) {
            try writer.bits("audioObjectType", &type, 5)
            try writer.bits("samplingFrequencyIndex", &index, 4)
            if index == 15 {
                var rate = coreSampleRate
                try writer.bits("samplingFrequency", &rate, 24)
            }
            try writer.bits("channelConfiguration", &channels, 4)
            var rest: UInt8 = frameLength == 960 ? 4 : 0
            try writer.bits("GASpecificConfig", &rest, 3)
        } catch { return [] }
        return writer.output
    }

    private static func objectType(_ reader: inout BitReader) throws(BitstreamError) -> UInt8 {
        let type = UInt8(try reader.bits(5))
        return type == 31 ? 32 + UInt8(try reader.bits(6)) : type
    }

    private static func sampleRate(_ reader: inout BitReader) throws(BitstreamError) -> UInt32 {
        let index = Int(try reader.bits(4))
        let rate = index == 15 ? try reader.bits(24) : index < rates.count ? rates[index] : 0
        guard rate > 0 else { throw reader.invalid("samplingFrequencyIndex") }
        return rate
    }

    private mutating func readGeneral(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { frameLength = 960 }
        if try reader.flag() { try reader.skip(14) }
        let hasExtension = try reader.flag()
        if channelConfiguration == 0 { programChannels = try Self.programChannels(&reader) }
        if objectType == 6 || objectType == 20 { try reader.skip(3) }
        guard hasExtension else { return }
        if objectType == 22 { try reader.skip(16) }
        if [17, 19, 20, 23].contains(objectType) { try reader.skip(3) }
        try reader.skip(1)
    }

    /// The channels of a program config element (ISO/IEC 14496-3 §4.4.1.1).
    private static func programChannels(_ reader: inout BitReader) throws(BitstreamError) -> Int {
        try reader.skip(10)
        let (front, side, back) = (try reader.bits(4), try reader.bits(4), try reader.bits(4))
        let (lfe, data, coupling) = (try reader.bits(2), try reader.bits(3), try reader.bits(4))
        for bits in [4, 4, 3] {
            if try reader.flag() { try reader.skip(bits) }
        }
        var channels = Int(lfe)
        for _ in 0..<front + side + back {
            channels += try reader.flag() ? 2 : 1
            try reader.skip(4)
        }
        try reader.skip(Int(4 * lfe + 4 * data + 5 * coupling))
        try reader.skip((8 - reader.position % 8) % 8)
        try reader.skip(8 * Int(try reader.bits(8)))
        return channels
    }

    private mutating func readSyncExtension(_ reader: inout BitReader) throws(BitstreamError) {
        guard reader.remaining >= 16, try reader.bits(11) == 0x2B7, try Self.objectType(&reader) == 5 else { return }
        guard try reader.flag() else { return }
        let rate = try Self.sampleRate(&reader)
        (hasSBR, extensionSampleRate) = (true, rate)
        if reader.remaining >= 12, try reader.bits(11) == 0x548 { hasPS = try reader.flag() }
    }
}
