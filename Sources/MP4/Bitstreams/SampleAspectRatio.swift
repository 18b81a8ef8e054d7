/// The shape of a pixel, width to height.
public struct SampleAspectRatio: Hashable, Sendable {
    /// Relative width.
    public var width: UInt32
    /// Relative height.
    public var height: UInt32

    /// A ratio of two numbers other than 0.
    public init(_ width: UInt32, _ height: UInt32) {
        self.width = width
        self.height = height
    }

    /// `aspect_ratio_idc` and, for 255, the two numbers after it (ISO/IEC 14496-10 Table E-1); `nil` for unspecified.
    init?(reading reader: inout BitReader) throws(BitstreamError) {
        let table: [(UInt32, UInt32)] = [
            (1, 1), (12, 11), (10, 11), (16, 11), (40, 33), (24, 11), (20, 11), (32, 11), (80, 33), (18, 11), (15, 11),
            (64, 33), (160, 99), (4, 3), (3, 2), (2, 1),
        ]
        let code = Int(try reader.bits(8))
        switch code {
        case 1...16: self.init(table[code - 1].0, table[code - 1].1)
        case 255:
            let (width, height) = (try reader.bits(16), try reader.bits(16))
            guard width > 0, height > 0 else { return nil }
            self.init(width, height)
        default: return nil
        }
    }
}
