/// Timescale and language of a track's media (ISO/IEC 14496-12 §8.4.2).
public struct MediaHeaderBox: BoxContent {
    /// `mdhd`.
    public static let type: FourCC = "mdhd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Seconds since the beginning of 1904, UTC.
    public var creationTime: UInt64 = 0
    /// Seconds since the beginning of 1904, UTC.
    public var modificationTime: UInt64 = 0
    /// Ticks per second of the track's sample times.
    public var timescale: UInt32 = 1000
    /// In ticks of ``timescale``; 0 when fragments hold the samples, all ones when it is not known.
    public var duration: UInt64 = 0
    /// Of the media.
    public var language = LanguageCode()
    var predefined: UInt16 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        let width = version == 1 ? 8 : 4
        try fields.integer("creation_time", &creationTime, byteCount: width)
        try fields.integer("modification_time", &modificationTime, byteCount: width)
        try fields.integer("timescale", &timescale)
        try fields.integer("duration", &duration, byteCount: width)
        try fields.integer("language", &language.rawValue, format: .language)
        try fields.integer("pre_defined", &predefined)
    }
}
