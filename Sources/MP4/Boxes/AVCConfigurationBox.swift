/// Parameter sets and the like that an H.264 decoder needs first (ISO/IEC 14496-15 §5.3.3).
public struct AVCConfigurationBox: BoxContent {
    /// `avcC`.
    public static let type: FourCC = "avcC"
    /// 1.
    public var configurationVersion: UInt8 = 1
    /// `profile_idc` of the sequence parameter sets.
    public var profileIndication: UInt8 = 0
    /// The constraint flags, which lie between `profile_idc` and `level_idc`.
    public var profileCompatibility: UInt8 = 0
    /// `level_idc`.
    public var levelIndication: UInt8 = 0
    /// Bytes of the length before every NAL unit, less one: 0, 1 or 3.
    public var lengthSizeMinusOne: UInt8 = 3
    /// Sequence parameter sets, as NAL units without start code.
    public var sequenceParameterSets: [LengthPrefixedUnit] = []
    /// Picture parameter sets, as NAL units without start code.
    public var pictureParameterSets: [LengthPrefixedUnit] = []
    /// What stands at the end for profiles from High on.
    public var high: HighFields?
    private var reserved1: UInt8 = 0x3F
    private var reserved2: UInt8 = 7

    /// Baseline, Main and Extended: 4:2:0 in 8 bits, so nothing more is said.
    static let shortProfiles: Set<UInt8> = [66, 77, 88]

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("configurationVersion", &configurationVersion)
        guard configurationVersion == 1 else { throw fields.failure(.unsupportedVersion(configurationVersion)) }
        try fields.integer("AVCProfileIndication", &profileIndication)
        try fields.integer("profile_compatibility", &profileCompatibility)
        try fields.integer("AVCLevelIndication", &levelIndication)
        try fields.bits("reserved", &reserved1, 6)
        try fields.bits("lengthSizeMinusOne", &lengthSizeMinusOne, 2)
        try fields.bits("reserved", &reserved2, 3)
        var count = UInt8(clamping: sequenceParameterSets.count)
        try fields.bits("numOfSequenceParameterSets", &count, 5)
        try fields.list(
            "sequenceParameterSets", &sequenceParameterSets, count: count, minimumSize: 2, prototype: .init())
        count = UInt8(clamping: pictureParameterSets.count)
        try fields.integer("numOfPictureParameterSets", &count)
        try fields.list(
            "pictureParameterSets", &pictureParameterSets, count: count, minimumSize: 2, prototype: .init())
        guard !Self.shortProfiles.contains(profileIndication) else { return }
        // Many writers leave these out.
        if fields.isReading, fields.remaining >= 4 { high = HighFields() }
        if var value = high {
            try fields.group("high", &value)
            high = value
        }
    }

    /// Chroma format and bit depths.
    public struct HighFields: FieldGroup, Hashable {
        /// 1 for 4:2:0.
        public var chromaFormat: UInt8 = 1
        /// Of luma, less 8.
        public var bitDepthLumaMinus8: UInt8 = 0
        /// Of chroma, less 8.
        public var bitDepthChromaMinus8: UInt8 = 0
        /// Extensions of the sequence parameter sets, as NAL units without start code.
        public var sequenceParameterSetExtensions: [LengthPrefixedUnit] = []
        private var reserved1: UInt8 = 0x3F
        private var reserved2: UInt8 = 0x1F
        private var reserved3: UInt8 = 0x1F

        /// 4:2:0 in 8 bits.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.bits("reserved", &reserved1, 6)
            try fields.bits("chroma_format", &chromaFormat, 2)
            try fields.bits("reserved", &reserved2, 5)
            try fields.bits("bit_depth_luma_minus8", &bitDepthLumaMinus8, 3)
            try fields.bits("reserved", &reserved3, 5)
            try fields.bits("bit_depth_chroma_minus8", &bitDepthChromaMinus8, 3)
            var count = UInt8(clamping: sequenceParameterSetExtensions.count)
            try fields.integer("numOfSequenceParameterSetExt", &count)
            try fields.list(
                "sequenceParameterSetExt", &sequenceParameterSetExtensions, count: count, minimumSize: 2,
                prototype: .init())
        }
    }
}

/// A NAL unit with its length in 16 bits before it.
public struct LengthPrefixedUnit: FieldGroup, Hashable {
    /// The unit, its header included, with emulation prevention bytes.
    public var bytes: [UInt8] = []

    /// An empty unit.
    public init() {}

    /// A unit of at most 65,535 bytes.
    public init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        guard var length = UInt16(exactly: bytes.count) else { throw fields.failure(.invalidValue("nalUnitLength")) }
        try fields.integer("nalUnitLength", &length)
        try fields.bytes("nalUnit", &bytes, count: Int(length))
    }
}
