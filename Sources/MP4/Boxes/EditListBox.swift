/// Which stretches of the media make the track (ISO/IEC 14496-12 §8.6.6).
public struct EditListBox: BoxContent {
    /// `elst`.
    public static let type: FourCC = "elst"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// In the order of presentation.
    public var entries: [Entry] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        for index in entries.indices { entries[index].version = version }
        let prototype = Entry { $0.version = version }
        try fields.countedList(
            "entries", &entries, count: UInt32.self, minimumSize: version == 1 ? 20 : 12, prototype: prototype)
    }

    /// A stretch of the media, or of nothing.
    public struct Entry: FieldGroup, Hashable {
        /// How long it lasts, in ticks of the movie. 0 in a file of fragments: to the end.
        public var segmentDuration: UInt64 = 0
        /// The composition time at which it begins, in ticks of the media; −1 for an empty edit.
        public var mediaTime: Int64 = 0
        /// The speed; 0 holds one picture.
        public var mediaRateInteger: Int16 = 1
        /// The fraction of the speed, in 1/65536; 0 by the specification.
        public var mediaRateFraction: Int16 = 0
        var version: UInt8 = 0

        /// From the beginning of the media to its end.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("segment_duration", &segmentDuration, byteCount: version == 1 ? 8 : 4)
            try fields.signed("media_time", &mediaTime, isWide: version == 1)
            try fields.integer("media_rate_integer", &mediaRateInteger)
            try fields.integer("media_rate_fraction", &mediaRateFraction)
        }
    }
}
