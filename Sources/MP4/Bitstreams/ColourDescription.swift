/// Which colours the numbers of a picture mean, by the code points of ISO/IEC 23091-2.
public struct ColourDescription: Hashable, Sendable {
    /// 1 BT.709, 5 and 6 BT.601, 9 BT.2020, 12 Display P3; 2 is unspecified.
    public var primaries: UInt8
    /// 1 BT.709, 6 BT.601, 13 sRGB, 14 BT.2020 in 10 bits, 16 PQ, 18 HLG; 2 is unspecified.
    public var transfer: UInt8
    /// 1 BT.709, 6 BT.601, 9 BT.2020; 2 is unspecified.
    public var matrix: UInt8
    /// Whether samples use all values, and not 16 to 235 only.
    public var isFullRange: Bool

    /// The three code points and the range.
    public init(primaries: UInt8, transfer: UInt8, matrix: UInt8, isFullRange: Bool = false) {
        self.primaries = primaries
        self.transfer = transfer
        self.matrix = matrix
        self.isFullRange = isFullRange
    }

    /// BT.709 in studio range.
    public static let bt709 = ColourDescription(primaries: 1, transfer: 1, matrix: 1)

    init(reading reader: inout BitReader) throws(BitstreamError) {
        primaries = UInt8(try reader.bits(8))
        transfer = UInt8(try reader.bits(8))
        matrix = UInt8(try reader.bits(8))
        isFullRange = false
    }
}
