/// What every sample depends on (ISO/IEC 14496-12 §8.6.4).
public struct SampleDependencyBox: BoxContent {
    /// `sdtp`.
    public static let type: FourCC = "sdtp"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// One byte a sample, two bits each: is leading, depends on, is depended on, has redundancy.
    public var samples: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.rest("samples", &samples)
    }
}
