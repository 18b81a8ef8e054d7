/// Defaults for the fragments of a track (ISO/IEC 14496-12 §8.8.3).
public struct TrackExtendsBox: BoxContent {
    /// `trex`.
    public static let type: FourCC = "trex"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Whose defaults.
    public var trackID: UInt32 = 1
    /// From 1.
    public var defaultSampleDescriptionIndex: UInt32 = 1
    /// In ticks of the media.
    public var defaultSampleDuration: UInt32 = 0
    /// Bytes.
    public var defaultSampleSize: UInt32 = 0
    /// Dependency and sync.
    public var defaultSampleFlags = SampleFlags()

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("track_ID", &trackID)
        try fields.integer("default_sample_description_index", &defaultSampleDescriptionIndex)
        try fields.integer("default_sample_duration", &defaultSampleDuration)
        try fields.integer("default_sample_size", &defaultSampleSize)
        try fields.integer("default_sample_flags", &defaultSampleFlags.rawValue, format: .hexadecimal)
    }
}
