/// The number of a fragment (ISO/IEC 14496-12 §8.8.5).
public struct MovieFragmentHeaderBox: BoxContent {
    /// `mfhd`.
    public static let type: FourCC = "mfhd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Grows from fragment to fragment.
    public var sequenceNumber: UInt32 = 1

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("sequence_number", &sequenceNumber)
    }
}
