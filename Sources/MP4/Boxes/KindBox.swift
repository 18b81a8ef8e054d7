/// The role of a track (ISO/IEC 14496-12 §8.10.4).
public struct KindBox: BoxContent {
    /// `kind`.
    public static let type: FourCC = "kind"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Whose roles.
    public var schemeURI: BoxText = ""
    /// The role.
    public var value: BoxText = ""

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.text("schemeURI", &schemeURI)
        try fields.text("value", &value)
    }
}
