/// Metadata (ISO/IEC 14496-12 §8.11.1). QuickTime's is no full box and is written as it was read.
public struct MetaBox: BoxContainer {
    /// `meta`.
    public static let type: FourCC = "meta"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Whether version and flags are there.
    public var isFullBox = true
    /// The boxes inside, in the order of the file.
    public var children: [Box] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        if fields.isReading { isFullBox = fields.typeAhead != "hdlr" }
        if isFullBox { try fields.fullBox(&version, &flags, versions: 0...0) }
        try fields.children(&children)
    }
}
