/// What the groups of samples are (ISO/IEC 14496-12 §8.9.3).
public struct SampleGroupDescriptionBox: BoxContent {
    /// `sgpd`.
    public static let type: FourCC = "sgpd"
    /// Version of the syntax.
    public var version: UInt8 = 1
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// What kind of grouping: `roll`, `seig`, `rap ` …
    public var groupingType: FourCC = "roll"
    /// Bytes of every entry; 0 when each gives its own.
    public var defaultLength: UInt32 = 0
    /// `sbgp` counts them from 1.
    public var entries: [Entry] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 1...1)
        try fields.code("grouping_type", &groupingType)
        try fields.integer("default_length", &defaultLength)
        let fixed = Int(exactly: defaultLength) ?? .max
        for index in entries.indices { entries[index].fixedLength = fixed }
        let prototype = Entry { $0.fixedLength = fixed }
        try fields.countedList(
            "entries", &entries, count: UInt32.self, minimumSize: fixed == 0 ? 4 : fixed, prototype: prototype)
    }

    /// A group, as the bytes that its kind of grouping defines.
    public struct Entry: FieldGroup, Hashable {
        /// The description itself.
        public var payload: [UInt8] = []
        var fixedLength = 0

        /// An empty description.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            if fixedLength == 0 {
                var length = UInt32(clamping: payload.count)
                try fields.integer("description_length", &length)
                try fields.bytes("description", &payload, count: Int(length))
            } else {
                try fields.bytes("description", &payload, count: fixedLength)
            }
        }
    }
}
