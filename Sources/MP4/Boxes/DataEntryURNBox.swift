/// A file that holds media data, by name (ISO/IEC 14496-12 §8.7.2).
public struct DataEntryURNBox: BoxContent {
    /// `urn `.
    public static let type: FourCC = "urn "
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Its URN.
    public var name: BoxText = ""
    /// Its URL.
    public var location: BoxText?

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.text("name", &name)
        guard location != nil || fields.remaining > 0 else { return }
        var text = location ?? BoxText(bytes: [], isTerminated: false)
        try fields.text("location", &text)
        location = text
    }
}
