/// What an AV1 decoder needs first (AV1 Codec ISO Media File Format Binding §2.3).
public struct AV1ConfigurationBox: BoxContent {
    /// `av1C`.
    public static let type: FourCC = "av1C"
    /// 0 Main, 1 High, 2 Professional.
    public var seqProfile: UInt8 = 0
    /// 2.0 is 0, 2.1 is 1, 3.0 is 4 …; 31 is without limits.
    public var seqLevelIndex: UInt8 = 0
    /// 1 is the high tier.
    public var seqTier: UInt8 = 0
    /// 10 or 12 bits.
    public var highBitDepth = false
    /// 12 bits.
    public var twelveBit = false
    /// Luma only.
    public var monochrome = false
    /// Half as many chroma samples in a row.
    public var chromaSubsamplingX = true
    /// Half as many rows of chroma samples.
    public var chromaSubsamplingY = true
    /// 0 unknown, 1 vertical, 2 colocated.
    public var chromaSamplePosition: UInt8 = 0
    /// Pictures to be decoded before the first is shown, less one.
    public var initialPresentationDelayMinusOne: UInt8?
    /// Open bitstream units: the sequence header, perhaps metadata.
    public var configOBUs: [UInt8] = []
    private var marker: UInt8 = 1
    private var version: UInt8 = 1
    private var reserved: UInt8 = 0
    private var reservedDelay: UInt8 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.bits("marker", &marker, 1)
        try fields.bits("version", &version, 7)
        guard version == 1 else { throw fields.failure(.unsupportedVersion(version)) }
        try fields.bits("seq_profile", &seqProfile, 3)
        try fields.bits("seq_level_idx_0", &seqLevelIndex, 5)
        try fields.bits("seq_tier_0", &seqTier, 1)
        try fields.flag("high_bitdepth", &highBitDepth)
        try fields.flag("twelve_bit", &twelveBit)
        try fields.flag("monochrome", &monochrome)
        try fields.flag("chroma_subsampling_x", &chromaSubsamplingX)
        try fields.flag("chroma_subsampling_y", &chromaSubsamplingY)
        try fields.bits("chroma_sample_position", &chromaSamplePosition, 2)
        try fields.bits("reserved", &reserved, 3)
        var hasDelay = initialPresentationDelayMinusOne != nil
        try fields.flag("initial_presentation_delay_present", &hasDelay)
        var delay = initialPresentationDelayMinusOne ?? reservedDelay
        try fields.bits("initial_presentation_delay_minus_one", &delay, 4)
        initialPresentationDelayMinusOne = hasDelay ? delay : nil
        reservedDelay = delay
        try fields.rest("configOBUs", &configOBUs)
    }
}
