/// The field that a slice of H.264 is of, as its header says (ISO/IEC 14496-10 §7.3.3).
public struct H264Field: Hashable, Sendable {
    /// Whether it has the lines 1, 3, 5 … of the frame.
    public var isBottom: Bool
    /// The same in both fields of a frame.
    public var frameNumber: UInt32

    /// From the NAL unit of a slice, header included; `nil` of a slice of a whole frame.
    public init?(_ unit: some Collection<UInt8>, _ set: H264SequenceParameterSet) throws(BitstreamError) {
        guard !set.isProgressive else { return nil }
        var reader = BitReader(unescaping: unit)
        let type = try reader.byte() & 0x1F
        guard type == 1 || type == 2 || type == 5 else { throw reader.invalid("nal_unit_type") }
        try reader.skipExpGolomb(3)
        if set.hasSeparatePlanes { try reader.skip(2) }
        frameNumber = try reader.bits(set.frameNumberBits)
        guard try reader.flag() else { return nil }
        isBottom = try reader.flag()
    }
}
