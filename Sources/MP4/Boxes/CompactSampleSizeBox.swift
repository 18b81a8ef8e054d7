/// Sizes of samples in 4, 8 or 16 bits (ISO/IEC 14496-12 §8.7.3.3).
public struct CompactSampleSizeBox: BoxContent {
    /// `stz2`.
    public static let type: FourCC = "stz2"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Bits of a size: 4, 8 or 16.
    public var fieldSize: UInt8 = 16
    /// How many samples.
    public var sampleCount: UInt32 = 0
    /// The sizes; see ``sizes``.
    public var packed: [UInt8] = []
    private var reserved: UInt32 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("reserved", &reserved, byteCount: 3)
        try fields.integer("field_size", &fieldSize)
        guard [4, 8, 16].contains(fieldSize) else { throw fields.failure(.invalidValue("field_size")) }
        try fields.integer("sample_count", &sampleCount)
        try fields.bytes("entry_size", &packed, count: (Int(sampleCount) * Int(fieldSize) + 7) / 8)
    }

    /// The size of sample `index`, which is under ``sampleCount``.
    public subscript(index: Int) -> UInt32 {
        switch fieldSize {
        case 4: UInt32(packed[index / 2] >> (index % 2 == 0 ? 4 : 0) & 0xF)
        case 8: UInt32(packed[index])
        default: UInt32(packed[2 * index]) << 8 | UInt32(packed[2 * index + 1])
        }
    }
}
