/// What a VP8 or VP9 decoder needs first (VP Codec ISO Media File Format Binding).
public struct VPCodecConfigurationBox: BoxContent {
    /// `vpcC`.
    public static let type: FourCC = "vpcC"
    /// Version of the syntax.
    public var version: UInt8 = 1
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// 0 to 3.
    public var profile: UInt8 = 0
    /// Ten times the level.
    public var level: UInt8 = 10
    /// 8, 10 or 12.
    public var bitDepth: UInt8 = 8
    /// 0 and 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaSubsampling: UInt8 = 1
    /// Whether samples use all values.
    public var isFullRange = false
    /// By ISO/IEC 23091-2.
    public var colourPrimaries: UInt8 = 2
    /// By ISO/IEC 23091-2.
    public var transferCharacteristics: UInt8 = 2
    /// By ISO/IEC 23091-2.
    public var matrixCoefficients: UInt8 = 2
    /// Empty for VP8 and VP9.
    public var codecInitializationData: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 1...1)
        try fields.integer("profile", &profile)
        try fields.integer("level", &level)
        try fields.bits("bitDepth", &bitDepth, 4)
        try fields.bits("chromaSubsampling", &chromaSubsampling, 3)
        try fields.flag("videoFullRangeFlag", &isFullRange)
        try fields.integer("colourPrimaries", &colourPrimaries)
        try fields.integer("transferCharacteristics", &transferCharacteristics)
        try fields.integer("matrixCoefficients", &matrixCoefficients)
        var size = UInt16(clamping: codecInitializationData.count)
        try fields.integer("codecInitializationDataSize", &size)
        try fields.bytes("codecInitializationData", &codecInitializationData, count: Int(size))
    }
}
