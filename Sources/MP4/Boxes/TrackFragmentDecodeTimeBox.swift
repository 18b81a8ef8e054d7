/// When the first sample of a track fragment decodes (ISO/IEC 14496-12 §8.8.12).
public struct TrackFragmentDecodeTimeBox: BoxContent {
    /// `tfdt`.
    public static let type: FourCC = "tfdt"
    /// Version of the syntax.
    public var version: UInt8 = 1
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The durations of all samples before it in the track, in ticks of the media.
    public var baseMediaDecodeTime: UInt64 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.integer("baseMediaDecodeTime", &baseMediaDecodeTime, byteCount: version == 1 ? 8 : 4)
    }
}
