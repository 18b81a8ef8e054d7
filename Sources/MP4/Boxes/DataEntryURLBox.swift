/// A file that holds media data (ISO/IEC 14496-12 §8.7.2).
public struct DataEntryURLBox: BoxContent {
    /// `url `.
    public static let type: FourCC = "url "
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 1
    /// Its URL; `nil` in the file itself, which flag 1 says.
    public var location: BoxText?

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        guard flags & 1 == 0 || location != nil || fields.remaining > 0 else { return }
        var text = location ?? BoxText(bytes: [], isTerminated: false)
        try fields.text("location", &text)
        location = text
    }
}
