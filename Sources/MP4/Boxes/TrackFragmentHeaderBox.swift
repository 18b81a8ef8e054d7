/// Whose fragment it is, and its defaults (ISO/IEC 14496-12 §8.8.7).
public struct TrackFragmentHeaderBox: BoxContent {
    /// `tfhd`.
    public static let type: FourCC = "tfhd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// Those that say which fields are there follow the fields.
    public var flags: UInt32 = 0x2_0000
    /// The track.
    public var trackID: UInt32 = 1
    /// Byte of the file that `trun` offsets count from; not in CMAF.
    public var baseDataOffset: UInt64?
    /// From 1.
    public var sampleDescriptionIndex: UInt32?
    /// In ticks of the media.
    public var defaultSampleDuration: UInt32?
    /// Bytes.
    public var defaultSampleSize: UInt32?
    /// Dependency and sync.
    public var defaultSampleFlags: SampleFlags?

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        flags = flags & ~0x3B | presence
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("track_ID", &trackID)
        try fields.integer("base_data_offset", &baseDataOffset, isPresent: flags & 0x1 != 0)
        try fields.integer("sample_description_index", &sampleDescriptionIndex, isPresent: flags & 0x2 != 0)
        try fields.integer("default_sample_duration", &defaultSampleDuration, isPresent: flags & 0x8 != 0)
        try fields.integer("default_sample_size", &defaultSampleSize, isPresent: flags & 0x10 != 0)
        var sampleFlags = defaultSampleFlags?.rawValue
        try fields.integer("default_sample_flags", &sampleFlags, isPresent: flags & 0x20 != 0, format: .hexadecimal)
        defaultSampleFlags = sampleFlags.map(SampleFlags.init)
    }

    /// Whether `trun` offsets count from the first byte of the `moof`.
    public var defaultBaseIsMoof: Bool { flags & 0x2_0000 != 0 }
    /// Whether the fragment is a gap without samples.
    public var durationIsEmpty: Bool { flags & 0x1_0000 != 0 }

    private var presence: UInt32 {
        (baseDataOffset == nil ? 0 : 0x1) | (sampleDescriptionIndex == nil ? 0 : 0x2)
            | (defaultSampleDuration == nil ? 0 : 0x8) | (defaultSampleSize == nil ? 0 : 0x10)
            | (defaultSampleFlags == nil ? 0 : 0x20)
    }
}
