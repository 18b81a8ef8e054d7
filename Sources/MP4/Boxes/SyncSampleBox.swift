/// Which samples decode by themselves; all when the box is missing (ISO/IEC 14496-12 §8.6.2).
public struct SyncSampleBox: BoxContent {
    /// `stss`.
    public static let type: FourCC = "stss"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// From 1, ascending.
    public var sampleNumbers: [UInt32] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        var count = UInt32(clamping: sampleNumbers.count)
        try fields.integer("entry_count", &count)
        try fields.words("sample_number", &sampleNumbers, rows: count, columns: [WordColumn("sample_number")])
    }
}
