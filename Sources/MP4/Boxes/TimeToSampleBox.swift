/// Durations of samples, run by run (ISO/IEC 14496-12 §8.6.1.2).
public struct TimeToSampleBox: BoxContent {
    /// `stts`.
    public static let type: FourCC = "stts"
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
        try fields.countedList("entries", &entries, count: UInt32.self, minimumSize: 8)
    }

    /// Samples of one duration.
    public struct Entry: FieldGroup, Hashable {
        /// How many.
        public var sampleCount: UInt32 = 0
        /// Their duration, in ticks of the media.
        public var sampleDelta: UInt32 = 0

        /// A row of zeros.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("sample_count", &sampleCount)
            try fields.integer("sample_delta", &sampleDelta)
        }
    }
}
