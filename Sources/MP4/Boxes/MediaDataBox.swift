/// The samples themselves (ISO/IEC 14496-12 §8.1.1).
public struct MediaDataBox: BoxContent {
    /// `mdat`.
    public static let type: FourCC = "mdat"
    /// The bytes; empty when they were left in the file.
    public var payload: [UInt8] = []
    /// Bytes that were left in the file, because only the structure was asked for.
    public internal(set) var omittedCount = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        guard omittedCount == 0 else { throw fields.failure(.payloadNotLoaded) }
        try fields.rest("data", &payload)
    }
}
