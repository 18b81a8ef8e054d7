/// What an H.264 picture parameter set says of how pictures are coded (ISO/IEC 14496-10 §7.3.2.2).
public struct H264PictureParameterSet: Hashable, Sendable {
    /// The number by which slices name it, 0 to 255.
    public var id: UInt32
    /// The sequence parameter set that it belongs to, 0 to 31.
    public var sequenceParameterSetID: UInt32
    /// Arithmetic coding (CABAC) rather than tables of variable length (CAVLC).
    public var isArithmeticCoded: Bool
    /// Slice groups; more than one is flexible macroblock ordering, of Baseline and Extended only.
    public var sliceGroupCount = 1
    /// Entries of the first reference list, unless a slice says otherwise.
    public var referenceCount0: UInt32 = 1
    /// Entries of the second reference list, unless a slice says otherwise.
    public var referenceCount1: UInt32 = 1
    /// Whether P slices weight their predictions.
    public var isWeightedPrediction = false
    /// For B slices: 0 no weights, 1 explicit, 2 implicit.
    public var weightedBipredictionMode: UInt8 = 0
    /// Whether intra prediction keeps to intra neighbours.
    public var isConstrainedIntra = false
    /// Whether macroblocks may use the 8 × 8 transform, of High and above.
    public var hasTransform8x8 = false

    /// Reads a picture parameter set from its NAL unit, header included. The chroma format is the sequence parameter
    /// set's; it counts only where 4:4:4 brings scaling lists of its own.
    public init(_ unit: some Collection<UInt8>, chromaFormat: UInt32 = 1) throws(BitstreamError) {
        var reader = BitReader(unescaping: unit)
        guard try reader.byte() & 0x1F == 8 else { throw BitstreamError(.invalidValue("nal_unit_type"), at: 0) }
        id = try reader.unsignedExpGolomb("pic_parameter_set_id", upTo: 255)
        sequenceParameterSetID = try reader.unsignedExpGolomb("seq_parameter_set_id", upTo: 31)
        isArithmeticCoded = try reader.flag()
        try reader.skip(1)
        try readSliceGroups(&reader)
        referenceCount0 = try 1 + reader.unsignedExpGolomb("num_ref_idx_l0_default_active_minus1", upTo: 31)
        referenceCount1 = try 1 + reader.unsignedExpGolomb("num_ref_idx_l1_default_active_minus1", upTo: 31)
        isWeightedPrediction = try reader.flag()
        weightedBipredictionMode = try reader.byte(2)
        guard weightedBipredictionMode < 3 else { throw reader.invalid("weighted_bipred_idc") }
        try reader.skipExpGolomb(3)
        try reader.skip(1)
        isConstrainedIntra = try reader.flag()
        try reader.skip(1)
        guard reader.hasMoreData else { return }
        hasTransform8x8 = try reader.flag()
        if try reader.flag() {
            let large = hasTransform8x8 ? (chromaFormat == 3 ? 6 : 2) : 0
            for index in 0..<6 + large {
                guard try reader.flag() else { continue }
                try H264SequenceParameterSet.skipScalingList(&reader, count: index < 6 ? 16 : 64)
            }
        }
        try reader.skipExpGolomb()
    }

    private mutating func readSliceGroups(_ reader: inout BitReader) throws(BitstreamError) {
        let last = Int(try reader.unsignedExpGolomb("num_slice_groups_minus1", upTo: 7))
        sliceGroupCount = last + 1
        guard last > 0 else { return }
        switch try reader.unsignedExpGolomb("slice_group_map_type", upTo: 6) {
        case 0: try reader.skipExpGolomb(last + 1)
        case 2: try reader.skipExpGolomb(2 * last)
        case 3...5:
            try reader.skip(1)
            try reader.skipExpGolomb()
        case 6:
            // Each has Ceil(Log2(last + 1)) bits; the limit keeps the product in range, the bytes bound the rest.
            let units = try 1 + Int(reader.unsignedExpGolomb("pic_size_in_map_units_minus1", upTo: 139_263))
            try reader.skip(units * (last > 3 ? 3 : last > 1 ? 2 : 1))
        default: break
        }
    }
}
