/// Where sound stands between the loudspeakers (ISO/IEC 14496-12 §12.2.2).
public struct SoundMediaHeaderBox: BoxContent {
    /// `smhd`.
    public static let type: FourCC = "smhd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// 8.8 fixed point: −1 left, 1 right.
    public var balance: Int16 = 0
    var reserved: UInt16 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("balance", &balance, format: .fixedPoint(8))
        try fields.integer("reserved", &reserved)
    }
}
