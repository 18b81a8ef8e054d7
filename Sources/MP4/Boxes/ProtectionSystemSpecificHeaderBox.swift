/// What a protection system needs to get the keys (ISO/IEC 23001-7 §8.1).
public struct ProtectionSystemSpecificHeaderBox: BoxContent {
    /// `pssh`.
    public static let type: FourCC = "pssh"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The number of the system.
    public var systemID = [UInt8](repeating: 0, count: 16)
    /// Keys it is about; from version 1 on.
    public var keyIDs: [KeyID] = []
    /// For the system to understand.
    public var data: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.bytes("SystemID", &systemID, count: 16)
        if version > 0 { try fields.countedList("KIDs", &keyIDs, count: UInt32.self, minimumSize: 16) }
        var size = UInt32(clamping: data.count)
        try fields.integer("DataSize", &size)
        try fields.bytes("Data", &data, count: Int(size))
    }

    /// The number of a key.
    public struct KeyID: FieldGroup, Hashable {
        /// 16 bytes.
        public var bytes = [UInt8](repeating: 0, count: 16)

        /// All zeros.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.bytes("KID", &bytes, count: 16)
        }
    }
}
