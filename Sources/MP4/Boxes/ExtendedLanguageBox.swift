/// The language of a track by BCP 47 (ISO/IEC 14496-12 §8.4.6).
public struct ExtendedLanguageBox: BoxContent {
    /// `elng`.
    public static let type: FourCC = "elng"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// `de`, `pt-BR` …
    public var extendedLanguage: BoxText = "und"

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.text("extended_language", &extendedLanguage)
    }
}
