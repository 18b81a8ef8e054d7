/// Sizes of samples (ISO/IEC 14496-12 §8.7.3.2).
public struct SampleSizeBox: BoxContent {
    /// `stsz`.
    public static let type: FourCC = "stsz"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Of every sample; 0 when ``entrySizes`` has them.
    public var sampleSize: UInt32 = 0
    /// How many samples.
    public var sampleCount: UInt32 = 0
    /// One a sample when they differ.
    public var entrySizes: [UInt32] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        if sampleSize == 0, !fields.isReading { sampleCount = UInt32(clamping: entrySizes.count) }
        try fields.integer("sample_size", &sampleSize)
        try fields.integer("sample_count", &sampleCount)
        if sampleSize == 0 {
            try fields.words("entry_size", &entrySizes, rows: sampleCount, columns: [WordColumn("entry_size")])
        }
    }
}
