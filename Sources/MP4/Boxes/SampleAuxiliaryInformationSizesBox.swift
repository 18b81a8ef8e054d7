/// Sizes of what is told of each sample beside it (ISO/IEC 14496-12 §8.7.8).
public struct SampleAuxiliaryInformationSizesBox: BoxContent {
    /// `saiz`.
    public static let type: FourCC = "saiz"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// What the information is for; flag 1 says that it is there.
    public var auxInfoType: FourCC?
    /// More of the same.
    public var auxInfoTypeParameter: UInt32?
    /// Bytes for every sample; 0 when ``sampleInfoSizes`` has them.
    public var defaultSampleInfoSize: UInt8 = 0
    /// How many samples.
    public var sampleCount: UInt32 = 0
    /// One a sample when they differ.
    public var sampleInfoSizes: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        flags = flags & ~1 | (auxInfoType == nil ? 0 : 1)
        try fields.fullBox(&version, &flags, versions: 0...0)
        var auxType = auxInfoType?.rawValue
        try fields.integer("aux_info_type", &auxType, isPresent: flags & 1 != 0, format: .code)
        auxInfoType = auxType.map(FourCC.init)
        try fields.integer("aux_info_type_parameter", &auxInfoTypeParameter, isPresent: flags & 1 != 0)
        if defaultSampleInfoSize == 0, !fields.isReading { sampleCount = UInt32(clamping: sampleInfoSizes.count) }
        try fields.integer("default_sample_info_size", &defaultSampleInfoSize)
        try fields.integer("sample_count", &sampleCount)
        if defaultSampleInfoSize == 0 {
            try fields.bytes("sample_info_size", &sampleInfoSizes, count: Int(sampleCount))
        }
    }
}
