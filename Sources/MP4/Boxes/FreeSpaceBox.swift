/// Bytes that mean nothing (ISO/IEC 14496-12 §8.1.2); `skip` is the same.
public struct FreeSpaceBox: BoxContent {
    /// `free`.
    public static let type: FourCC = "free"
    /// The bytes.
    public var payload: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) { try fields.rest("data", &payload) }
}
