/// A box whose type has 16 bytes (ISO/IEC 14496-12 §4.2).
public struct UserTypeBox: BoxContent {
    /// `uuid`.
    public static let type: FourCC = "uuid"
    /// The type.
    public var userType = [UInt8](repeating: 0, count: 16)
    /// What is inside.
    public var payload: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.bytes("usertype", &userType, count: 16)
        try fields.rest("data", &payload)
    }
}
