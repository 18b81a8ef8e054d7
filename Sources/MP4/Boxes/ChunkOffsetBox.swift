/// Places of chunks in the file, in 32 bits (ISO/IEC 14496-12 §8.7.5).
public struct ChunkOffsetBox: BoxContent {
    /// `stco`.
    public static let type: FourCC = "stco"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Bytes from the beginning of the file.
    public var offsets: [UInt32] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        var count = UInt32(clamping: offsets.count)
        try fields.integer("entry_count", &count)
        try fields.words("chunk_offset", &offsets, rows: count, columns: [WordColumn("chunk_offset")])
    }
}
