/// Which encryption it is (ISO/IEC 14496-12 §8.12.5).
public struct SchemeTypeBox: BoxContent {
    /// `schm`.
    public static let type: FourCC = "schm"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// `cenc`, `cbcs` …
    public var schemeType: FourCC = "cenc"
    /// 16 bits major, 16 bits minor.
    public var schemeVersion: UInt32 = 0x1_0000
    /// Where one who does not know it is sent; flag 1 says that it is there.
    public var schemeURI: BoxText?

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        flags = flags & ~1 | (schemeURI == nil ? 0 : 1)
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.code("scheme_type", &schemeType)
        try fields.integer("scheme_version", &schemeVersion, format: .hexadecimal)
        guard flags & 1 != 0 else { return }
        var uri = schemeURI ?? ""
        try fields.text("scheme_uri", &uri)
        schemeURI = uri
    }
}
