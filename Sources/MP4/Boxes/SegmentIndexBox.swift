/// Where the subsegments are and when they begin (ISO/IEC 14496-12 §8.16.3).
public struct SegmentIndexBox: BoxContent {
    /// `sidx`.
    public static let type: FourCC = "sidx"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The track whose times these are.
    public var referenceID: UInt32 = 1
    /// Ticks per second of the times here.
    public var timescale: UInt32 = 1000
    /// Of the first subsegment.
    public var earliestPresentationTime: UInt64 = 0
    /// Bytes from the end of this box to the first subsegment.
    public var firstOffset: UInt64 = 0
    /// The subsegments, one after another.
    public var references: [Reference] = []
    private var reserved: UInt16 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        let width = version == 1 ? 8 : 4
        try fields.integer("reference_ID", &referenceID)
        try fields.integer("timescale", &timescale)
        try fields.integer("earliest_presentation_time", &earliestPresentationTime, byteCount: width)
        try fields.integer("first_offset", &firstOffset, byteCount: width)
        try fields.integer("reserved", &reserved)
        try fields.countedList("references", &references, count: UInt16.self, minimumSize: 12)
    }

    /// A subsegment, or the index of several.
    public struct Reference: FieldGroup, Hashable {
        /// Whether it is another `sidx`.
        public var isIndex = false
        /// Bytes.
        public var referencedSize: UInt32 = 0
        /// In ticks of the index.
        public var subsegmentDuration: UInt32 = 0
        /// Whether it begins with a stream access point.
        public var startsWithSAP = false
        /// 1 to 6; 0 when it is not known.
        public var sapType: UInt8 = 0
        /// From the first presentation time to the access point's.
        public var sapDeltaTime: UInt32 = 0

        /// A reference to nothing.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.flag("reference_type", &isIndex)
            try fields.bits("referenced_size", &referencedSize, 31)
            try fields.integer("subsegment_duration", &subsegmentDuration)
            try fields.flag("starts_with_SAP", &startsWithSAP)
            try fields.bits("SAP_type", &sapType, 3)
            try fields.bits("SAP_delta_time", &sapDeltaTime, 28)
        }
    }
}
