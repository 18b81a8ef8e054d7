/// Parameter sets and the like that an H.265 decoder needs first (ISO/IEC 14496-15 §8.3.3).
public struct HEVCConfigurationBox: BoxContent {
    /// `hvcC`.
    public static let type: FourCC = "hvcC"
    /// 1.
    public var configurationVersion: UInt8 = 1
    /// 0.
    public var generalProfileSpace: UInt8 = 0
    /// Whether it is the high tier.
    public var generalTierFlag = false
    /// 1 Main, 2 Main 10 …
    public var generalProfileIDC: UInt8 = 1
    /// One bit a profile, profile 0 the most significant.
    public var generalProfileCompatibilityFlags: UInt32 = 0
    /// 48 bits.
    public var generalConstraintIndicatorFlags: UInt64 = 0
    /// 30 times the level.
    public var generalLevelIDC: UInt8 = 0
    /// 12 bits.
    public var minSpatialSegmentationIDC: UInt16 = 0
    /// 0 unknown or mixed, 1 slices, 2 tiles, 3 wavefronts.
    public var parallelismType: UInt8 = 0
    /// 1 for 4:2:0.
    public var chromaFormatIDC: UInt8 = 1
    /// Of luma, less 8.
    public var bitDepthLumaMinus8: UInt8 = 0
    /// Of chroma, less 8.
    public var bitDepthChromaMinus8: UInt8 = 0
    /// Pictures in 256 seconds; 0 when it is not known.
    public var avgFrameRate: UInt16 = 0
    /// 0 unknown.
    public var constantFrameRate: UInt8 = 0
    /// 0 unknown.
    public var numTemporalLayers: UInt8 = 0
    /// Whether one may switch up between layers anywhere.
    public var temporalIDNested = false
    /// Bytes of the length before every NAL unit, less one: 0, 1 or 3.
    public var lengthSizeMinusOne: UInt8 = 3
    /// Parameter sets by type.
    public var arrays: [UnitArray] = []
    private var reserved: [UInt8] = [0xF, 0x3F, 0x3F, 0x1F, 0x1F]

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("configurationVersion", &configurationVersion)
        guard configurationVersion == 1 else { throw fields.failure(.unsupportedVersion(configurationVersion)) }
        try fields.bits("general_profile_space", &generalProfileSpace, 2)
        try fields.flag("general_tier_flag", &generalTierFlag)
        try fields.bits("general_profile_idc", &generalProfileIDC, 5)
        try fields.integer(
            "general_profile_compatibility_flags", &generalProfileCompatibilityFlags, format: .hexadecimal)
        try fields.integer(
            "general_constraint_indicator_flags", &generalConstraintIndicatorFlags, byteCount: 6, format: .hexadecimal)
        try fields.integer("general_level_idc", &generalLevelIDC)
        try fields.bits("reserved", &reserved[0], 4)
        try fields.bits("min_spatial_segmentation_idc", &minSpatialSegmentationIDC, 12)
        try fields.bits("reserved", &reserved[1], 6)
        try fields.bits("parallelismType", &parallelismType, 2)
        try fields.bits("reserved", &reserved[2], 6)
        try fields.bits("chroma_format_idc", &chromaFormatIDC, 2)
        try fields.bits("reserved", &reserved[3], 5)
        try fields.bits("bit_depth_luma_minus8", &bitDepthLumaMinus8, 3)
        try fields.bits("reserved", &reserved[4], 5)
        try fields.bits("bit_depth_chroma_minus8", &bitDepthChromaMinus8, 3)
        try fields.integer("avgFrameRate", &avgFrameRate)
        try fields.bits("constantFrameRate", &constantFrameRate, 2)
        try fields.bits("numTemporalLayers", &numTemporalLayers, 3)
        try fields.flag("temporalIdNested", &temporalIDNested)
        try fields.bits("lengthSizeMinusOne", &lengthSizeMinusOne, 2)
        try fields.countedList("arrays", &arrays, count: UInt8.self, minimumSize: 3)
    }

    /// NAL units of one type.
    public struct UnitArray: FieldGroup, Hashable {
        /// Whether there are no others of the type in the stream.
        public var isComplete = true
        /// 32 VPS, 33 SPS, 34 PPS, 39 SEI.
        public var nalUnitType: UInt8 = 32
        /// The units, without start code.
        public var units: [LengthPrefixedUnit] = []
        private var reserved: UInt8 = 0

        /// No video parameter sets.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.flag("array_completeness", &isComplete)
            try fields.bits("reserved", &reserved, 1)
            try fields.bits("NAL_unit_type", &nalUnitType, 6)
            try fields.countedList("units", &units, count: UInt16.self, minimumSize: 2)
        }
    }
}
