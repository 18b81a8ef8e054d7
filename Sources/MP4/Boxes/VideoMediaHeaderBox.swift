/// How video is put on what lies below it (ISO/IEC 14496-12 §12.1.2).
public struct VideoMediaHeaderBox: BoxContent {
    /// `vmhd`.
    public static let type: FourCC = "vmhd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 1
    /// 0 copies.
    public var graphicsMode: UInt16 = 0
    /// Red, green, blue for modes that need a colour.
    public var opcolor: [UInt16] = [0, 0, 0]

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("graphicsmode", &graphicsMode)
        try fields.integers("opcolor", &opcolor, count: 3)
    }
}
