/// From decode times to composition times, run by run (ISO/IEC 14496-12 §8.6.1.3).
public struct CompositionOffsetBox: BoxContent {
    /// `ctts`.
    public static let type: FourCC = "ctts"
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
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.countedList("entries", &entries, count: UInt32.self, minimumSize: 8)
    }

    /// Samples of one offset.
    public struct Entry: FieldGroup, Hashable {
        /// How many.
        public var sampleCount: UInt32 = 0
        /// In ticks of the media. Version 0 says unsigned, but files in the field have negative ones there too.
        public var sampleOffset: Int32 = 0

        /// A row of zeros.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("sample_count", &sampleCount)
            try fields.integer("sample_offset", &sampleOffset)
        }
    }
}
