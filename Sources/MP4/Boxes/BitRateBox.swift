/// Buffer and bit rates of a stream (ISO/IEC 14496-12 §8.5.2.2).
public struct BitRateBox: BoxContent {
    /// `btrt`.
    public static let type: FourCC = "btrt"
    /// Bytes of the decoding buffer.
    public var bufferSizeDB: UInt32 = 0
    /// Bits in the busiest second.
    public var maxBitrate: UInt32 = 0
    /// Bits per second over everything.
    public var avgBitrate: UInt32 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("bufferSizeDB", &bufferSizeDB)
        try fields.integer("maxBitrate", &maxBitrate)
        try fields.integer("avgBitrate", &avgBitrate)
    }
}
