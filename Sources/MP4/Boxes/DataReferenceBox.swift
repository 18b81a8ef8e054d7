/// The files that hold the media data (ISO/IEC 14496-12 §8.7.2).
public struct DataReferenceBox: BoxContainer {
    /// `dref`.
    public static let type: FourCC = "dref"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// `url `, `urn ` …; sample entries count them from 1.
    public var children: [Box] = []
    private var surplus: UInt32 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.countedChildren(&children, surplus: &surplus)
    }
}
