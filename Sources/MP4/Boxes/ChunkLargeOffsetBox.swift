/// Places of chunks in the file, in 64 bits (ISO/IEC 14496-12 §8.7.5).
public struct ChunkLargeOffsetBox: BoxContent {
    /// `co64`.
    public static let type: FourCC = "co64"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// One a chunk.
    public var entries: [Entry] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.countedList("entries", &entries, count: UInt32.self, minimumSize: 8)
    }

    /// Where a chunk begins.
    public struct Entry: FieldGroup, Hashable {
        /// Bytes from the beginning of the file.
        public var chunkOffset: UInt64 = 0

        /// The beginning of the file.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("chunk_offset", &chunkOffset)
        }
    }
}
