/// How a stream of MPEG-4 audio is to be decoded (ISO/IEC 14496-3 §1.6.2.1).
public struct AudioSpecificConfig: Hashable, Sendable {
    /// Of the core: 1 AAC Main, 2 AAC-LC, 23 AAC-LD, 34 MP3, 39 AAC-ELD, 42 xHE-AAC …
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
    /// Samples of a frame of the core: 1024 or 960, of low-delay types 512 or 480. Of xHE-AAC, samples that come out.
    public var frameLength = 1024
    /// Channels that a program config element or the configuration of xHE-AAC counts.
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
        switch objectType {
        case 1, 2, 3, 4, 6, 7, 17, 19, 20, 21, 22, 23: try readGeneral(&reader)
        case 39: try readLowDelay(&reader)
        case 42: try readUnified(&reader)
        default: break
        }
        // What older decoders are not to see stands behind the rest. Many writers pad it or cut it off.
        if !hasSBR, objectType < 24 { try? readSyncExtension(&reader) }
    }

    /// Samples per second that come out.
    public var sampleRate: UInt32 { extensionSampleRate ?? coreSampleRate }

    /// Channels that come out; parametric stereo makes two of one. 0 when it is not known.
    public var channels: Int {
        if hasPS { return 2 }
        return programChannels ?? Self.channels(ofConfiguration: channelConfiguration)
    }

    /// ISO/IEC 14496-3 Table 1.19, with the configurations of ISO/IEC 23091-3 that it leaves open.
    private static func channels(ofConfiguration configuration: UInt8) -> Int {
        let counts = [0, 1, 2, 3, 4, 5, 6, 8, 2, 3, 4, 7, 8, 24, 8, 12, 10, 12, 14, 12, 14]
        return counts.indices.contains(Int(configuration)) ? counts[Int(configuration)] : 0
    }

    /// Samples that come out of a frame: twice as many with SBR, unless that keeps the rate of the core.
    public var samplesPerFrame: Int { hasSBR && sampleRate > coreSampleRate ? 2 * frameLength : frameLength }

    /// The codec by RFC 6381: `mp4a.40.2`, `.5` with SBR, `.29` with parametric stereo, `.42` for xHE-AAC. SBR that the
    /// configuration does not tell of is not known here.
    public var codec: String { "mp4a.40.\(signalledObjectType)" }

    /// The object type with its extensions, which AAC-ELD and xHE-AAC have inside.
    var signalledObjectType: UInt8 {
        if objectType == 39 || objectType == 42 { return objectType }
        return hasPS ? 29 : hasSBR ? 5 : objectType
    }

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

    /// GASpecificConfig (§4.4.1).
    private mutating func readGeneral(_ reader: inout BitReader) throws(BitstreamError) {
        let isShort = try reader.flag()
        frameLength = objectType == 23 ? (isShort ? 480 : 512) : isShort ? 960 : 1024
        if try reader.flag() { try reader.skip(14) }
        let hasExtension = try reader.flag()
        if channelConfiguration == 0 { programChannels = try Self.programChannels(&reader) }
        if objectType == 6 || objectType == 20 { try reader.skip(3) }
        if hasExtension {
            if objectType == 22 { try reader.skip(16) }
            if [17, 19, 20, 23].contains(objectType) { try reader.skip(3) }
            try reader.skip(1)
        }
    }

    /// ELDSpecificConfig (§4.6.20.3) up to whether there is SBR.
    private mutating func readLowDelay(_ reader: inout BitReader) throws(BitstreamError) {
        frameLength = try reader.flag() ? 480 : 512
        try reader.skip(3)
        hasSBR = try reader.flag()
        if hasSBR, try reader.flag() { extensionSampleRate = 2 * coreSampleRate }
    }

    /// UsacConfig (ISO/IEC 23003-3 §5.2) up to the channels.
    private mutating func readUnified(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.bits(5) == 31 { try reader.skip(24) }
        let lengths = [768, 1024, 2048, 2048, 4096]
        let index = Int(try reader.bits(3))
        guard index < lengths.count else { throw reader.invalid("coreSbrFrameLengthIndex") }
        frameLength = lengths[index]
        let configuration = try reader.byte(5)
        guard configuration == 0 else {
            programChannels = Self.channels(ofConfiguration: configuration)
            return
        }
        // escapedValue(5, 8, 16)
        var count = try reader.bits(5)
        if count == 31 {
            count += try reader.bits(8)
            if count == 31 + 255 { count += try reader.bits(16) }
        }
        programChannels = Int(count)
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

    /// §1.6.6.1, explicit backward compatible signalling.
    private mutating func readSyncExtension(_ reader: inout BitReader) throws(BitstreamError) {
        // How errors are protected against, of error-resilient types.
        if objectType >= 17 { try reader.skip(2) }
        guard reader.remaining >= 16, try reader.bits(11) == 0x2B7 else { return }
        let type = try Self.objectType(&reader)
        guard type == 5 || type == 22, try reader.flag() else { return }
        let rate = try Self.sampleRate(&reader)
        (hasSBR, extensionSampleRate) = (true, rate)
        if type == 5, reader.remaining >= 12, try reader.bits(11) == 0x548 { hasPS = try reader.flag() }
    }
}
