/// Which samples belong to which group (ISO/IEC 14496-12 §8.9.2).
public struct SampleToGroupBox: BoxContent {
    /// `sbgp`.
    public static let type: FourCC = "sbgp"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// What kind of grouping: `roll`, `seig`, `rap ` …
    public var groupingType: FourCC = "roll"
    /// In version 1.
    public var groupingTypeParameter: UInt32 = 0
    /// The rows.
    public var entries: [Entry] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.code("grouping_type", &groupingType)
        if version == 1 { try fields.integer("grouping_type_parameter", &groupingTypeParameter) }
        try fields.countedList("entries", &entries, count: UInt32.self, minimumSize: 8)
    }

    /// Samples of one group.
    public struct Entry: FieldGroup, Hashable {
        /// How many.
        public var sampleCount: UInt32 = 0
        /// From 1 in `sgpd` of the track, from 0x10001 in the fragment's own; 0 for none.
        public var groupDescriptionIndex: UInt32 = 0

        /// A row of zeros.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("sample_count", &sampleCount)
            try fields.integer("group_description_index", &groupDescriptionIndex)
        }
    }
}
