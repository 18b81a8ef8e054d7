/// The type that a sample entry had before encryption (ISO/IEC 14496-12 §8.12.2).
public struct OriginalFormatBox: BoxContent {
    /// `frma`.
    public static let type: FourCC = "frma"
    /// `avc1`, `mp4a` …
    public var dataFormat: FourCC = "avc1"

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.code("data_format", &dataFormat)
    }
}
