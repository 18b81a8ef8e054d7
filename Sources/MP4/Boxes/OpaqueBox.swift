/// A box whose type or version is not known, or whose content could not be read: its bytes as they are.
public struct OpaqueBox: BoxContent {
    /// `free`; an opaque box always comes with its own type.
    public static let type: FourCC = "free"
    /// Everything after the header.
    public var payload: [UInt8] = []
    /// Bytes that were left in the file, because only the structure was asked for.
    public internal(set) var omittedCount = 0
    /// Why the content could not be read, where its type is known.
    public internal(set) var problem: BoxError?

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        guard omittedCount == 0 else { throw fields.failure(.payloadNotLoaded) }
        try fields.rest("data", &payload)
    }
}
