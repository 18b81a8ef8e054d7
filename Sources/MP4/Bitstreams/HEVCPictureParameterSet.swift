/// What an H.265 picture parameter set says first (ITU-T H.265 §7.3.2.3).
public struct HEVCPictureParameterSet: Hashable, Sendable {
    /// The number by which slices name it, 0 to 63.
    public var id: UInt32
    /// The sequence parameter set that it belongs to, 0 to 15.
    public var sequenceParameterSetID: UInt32

    /// Reads the beginning of a picture parameter set of the base layer from its NAL unit, header included.
    public init(_ unit: some Collection<UInt8>) throws(BitstreamError) {
        var reader = try BitReader(hevcUnit: unit, type: 34)
        id = try reader.unsignedExpGolomb("pps_pic_parameter_set_id", upTo: 63)
        sequenceParameterSetID = try reader.unsignedExpGolomb("pps_seq_parameter_set_id", upTo: 15)
    }
}
