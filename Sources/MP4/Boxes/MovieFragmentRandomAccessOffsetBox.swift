/// How far back from the end of the file `mfra` begins (ISO/IEC 14496-12 §8.8.11).
public struct MovieFragmentRandomAccessOffsetBox: BoxContent {
    /// `mfro`.
    public static let type: FourCC = "mfro"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Bytes of `mfra`.
    public var parentSize: UInt32 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("parent_size", &parentSize)
    }
}
