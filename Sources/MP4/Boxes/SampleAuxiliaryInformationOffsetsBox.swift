/// Places of what is told of each sample beside it (ISO/IEC 14496-12 §8.7.9).
public struct SampleAuxiliaryInformationOffsetsBox: BoxContent {
    /// `saio`.
    public static let type: FourCC = "saio"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// What the information is for; flag 1 says that it is there.
    public var auxInfoType: FourCC?
    /// More of the same.
    public var auxInfoTypeParameter: UInt32?
    /// One place for all chunks or runs, or one for each.
    public var entries: [Entry] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        flags = flags & ~1 | (auxInfoType == nil ? 0 : 1)
        try fields.fullBox(&version, &flags, versions: 0...1)
        var auxType = auxInfoType?.rawValue
        try fields.integer("aux_info_type", &auxType, isPresent: flags & 1 != 0, format: .code)
        auxInfoType = auxType.map(FourCC.init)
        try fields.integer("aux_info_type_parameter", &auxInfoTypeParameter, isPresent: flags & 1 != 0)
        for index in entries.indices { entries[index].isWide = version == 1 }
        try fields.countedList(
            "entries", &entries, count: UInt32.self, minimumSize: version == 1 ? 8 : 4,
            prototype: Entry { $0.isWide = version == 1 })
    }

    /// A place.
    public struct Entry: FieldGroup, Hashable {
        /// From the same base as `trun` offsets in a fragment, else from the beginning of the file.
        public var offset: UInt64 = 0
        var isWide = false

        /// The base itself.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.integer("offset", &offset, byteCount: isWide ? 8 : 4)
        }
    }
}
