/// What an Opus decoder needs first (Encapsulation of Opus in ISO Base Media File Format §4.3.2).
public struct OpusSpecificBox: BoxContent {
    /// `dOps`.
    public static let type: FourCC = "dOps"
    /// 0.
    public var version: UInt8 = 0
    /// Channels that come out.
    public var outputChannelCount: UInt8 = 2
    /// Samples of 48 kHz to leave out at the beginning.
    public var preSkip: UInt16 = 0
    /// Before coding; what comes out has 48 kHz.
    public var inputSampleRate: UInt32 = 48000
    /// In decibels, 8.8 fixed point.
    public var outputGain: Int16 = 0
    /// 0 for mono and stereo.
    public var channelMappingFamily: UInt8 = 0
    /// Streams in a packet, for other families.
    public var streamCount: UInt8 = 1
    /// Stereo ones among them.
    public var coupledCount: UInt8 = 1
    /// Which decoded channel each output channel is.
    public var channelMapping: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("Version", &version)
        guard version == 0 else { throw fields.failure(.unsupportedVersion(version)) }
        try fields.integer("OutputChannelCount", &outputChannelCount)
        try fields.integer("PreSkip", &preSkip)
        try fields.integer("InputSampleRate", &inputSampleRate)
        try fields.integer("OutputGain", &outputGain, format: .fixedPoint(8))
        try fields.integer("ChannelMappingFamily", &channelMappingFamily)
        guard channelMappingFamily != 0 else { return }
        try fields.integer("StreamCount", &streamCount)
        try fields.integer("CoupledCount", &coupledCount)
        try fields.bytes("ChannelMapping", &channelMapping, count: Int(outputChannelCount))
    }
}
