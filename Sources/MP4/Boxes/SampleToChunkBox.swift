/// How many samples are in each chunk (ISO/IEC 14496-12 §8.7.4).
public struct SampleToChunkBox: BoxContent {
    /// `stsc`.
    public static let type: FourCC = "stsc"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The rows.
    public var entries: [Entry] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.countedList("entries", &entries, count: UInt32.self, minimumSize: 12)
    }

    /// Chunks alike, up to the next entry's first.
    public struct Entry: FieldGroup, Hashable {
        /// From 1.
        public var firstChunk: UInt32 = 0
        /// In each of them.
        public var samplesPerChunk: UInt32 = 0
        /// From 1.
        public var sampleDescriptionIndex: UInt32 = 1

        /// A row of zeros.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("first_chunk", &firstChunk)
            try fields.integer("samples_per_chunk", &samplesPerChunk)
            try fields.integer("sample_description_index", &sampleDescriptionIndex)
        }
    }
}
