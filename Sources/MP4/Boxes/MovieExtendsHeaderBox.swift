/// How long the movie is with its fragments (ISO/IEC 14496-12 §8.8.2).
public struct MovieExtendsHeaderBox: BoxContent {
    /// `mehd`.
    public static let type: FourCC = "mehd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Of the longest track, in ticks of the movie.
    public var fragmentDuration: UInt64 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.integer("fragment_duration", &fragmentDuration, byteCount: version == 1 ? 8 : 4)
    }
}
