/// Where a reader of a track may begin (ISO/IEC 14496-12 §8.8.10).
public struct TrackFragmentRandomAccessBox: BoxContent {
    /// `tfra`.
    public static let type: FourCC = "tfra"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The track.
    public var trackID: UInt32 = 1
    /// Bytes of a number of a `traf`, less one.
    public var lengthSizeOfTrafNumber: UInt8 = 0
    /// Bytes of a number of a `trun`, less one.
    public var lengthSizeOfTrunNumber: UInt8 = 0
    /// Bytes of a number of a sample, less one.
    public var lengthSizeOfSampleNumber: UInt8 = 0
    /// Sync samples.
    public var entries: [Entry] = []
    private var reserved: UInt32 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.integer("track_ID", &trackID)
        try fields.bits("reserved", &reserved, 26)
        try fields.bits("length_size_of_traf_num", &lengthSizeOfTrafNumber, 2)
        try fields.bits("length_size_of_trun_num", &lengthSizeOfTrunNumber, 2)
        try fields.bits("length_size_of_sample_num", &lengthSizeOfSampleNumber, 2)
        let widths = [
            version == 1 ? 8 : 4, Int(lengthSizeOfTrafNumber) + 1, Int(lengthSizeOfTrunNumber) + 1,
            Int(lengthSizeOfSampleNumber) + 1,
        ]
        for index in entries.indices { entries[index].widths = widths }
        try fields.countedList(
            "entries", &entries, count: UInt32.self, minimumSize: 2 * widths[0] + widths[1] + widths[2] + widths[3],
            prototype: Entry { $0.widths = widths })
    }

    /// A sync sample.
    public struct Entry: FieldGroup, Hashable {
        /// Its presentation time, in ticks of the media.
        public var time: UInt64 = 0
        /// Where its `moof` begins in the file.
        public var moofOffset: UInt64 = 0
        /// Which `traf` of the `moof`, from 1.
        public var trafNumber: UInt32 = 1
        /// Which `trun` of the `traf`, from 1.
        public var trunNumber: UInt32 = 1
        /// Which sample of the `trun`, from 1.
        public var sampleNumber: UInt32 = 1
        var widths = [4, 1, 1, 1]

        /// The first sample of a file.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("time", &time, byteCount: widths[0])
            try fields.integer("moof_offset", &moofOffset, byteCount: widths[0])
            try fields.integer("traf_number", &trafNumber, byteCount: widths[1])
            try fields.integer("trun_number", &trunNumber, byteCount: widths[2])
            try fields.integer("sample_number", &sampleNumber, byteCount: widths[3])
        }
    }
}
