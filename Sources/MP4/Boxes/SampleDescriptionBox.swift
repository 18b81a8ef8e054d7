/// How the samples are coded (ISO/IEC 14496-12 §8.5.2).
public struct SampleDescriptionBox: BoxContainer {
    /// `stsd`.
    public static let type: FourCC = "stsd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The sample entries; `stsc` and `tfhd` count them from 1.
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
