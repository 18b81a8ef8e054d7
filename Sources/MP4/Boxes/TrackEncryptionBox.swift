/// Defaults for the encryption of a track (ISO/IEC 23001-7 §8.2).
public struct TrackEncryptionBox: BoxContent {
    /// `tenc`.
    public static let type: FourCC = "tenc"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Blocks of 16 bytes that are encrypted, of a pattern; from version 1 on.
    public var defaultCryptByteBlock: UInt8 = 0
    /// Blocks that are not; from version 1 on.
    public var defaultSkipByteBlock: UInt8 = 0
    /// 1 when samples are encrypted.
    public var defaultIsProtected: UInt8 = 1
    /// Bytes: 0, 8 or 16.
    public var defaultPerSampleIVSize: UInt8 = 8
    /// The number of the key.
    public var defaultKeyID = [UInt8](repeating: 0, count: 16)
    /// For all samples when none has its own.
    public var defaultConstantIV: [UInt8] = []
    private var reserved: UInt8 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.bits("reserved", &reserved, 8)
        try fields.bits("default_crypt_byte_block", &defaultCryptByteBlock, 4)
        try fields.bits("default_skip_byte_block", &defaultSkipByteBlock, 4)
        try fields.integer("default_isProtected", &defaultIsProtected)
        try fields.integer("default_Per_Sample_IV_Size", &defaultPerSampleIVSize)
        try fields.bytes("default_KID", &defaultKeyID, count: 16)
        guard defaultIsProtected == 1, defaultPerSampleIVSize == 0 else { return }
        var size = UInt8(clamping: defaultConstantIV.count)
        try fields.integer("default_constant_IV_size", &size)
        try fields.bytes("default_constant_IV", &defaultConstantIV, count: Int(size))
    }
}
