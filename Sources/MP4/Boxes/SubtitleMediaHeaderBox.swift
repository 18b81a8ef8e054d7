/// The media header of subtitles (ISO/IEC 14496-12 §12.6.2).
public struct SubtitleMediaHeaderBox: BoxContent {
    /// `sthd`.
    public static let type: FourCC = "sthd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
    }
}
