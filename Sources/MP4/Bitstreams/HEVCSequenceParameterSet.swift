/// What an H.265 sequence parameter set says of the picture (ITU-T H.265 §7.3.2.2 and Annex E).
public struct HEVCSequenceParameterSet: Hashable, Sendable {
    /// The video parameter set that it belongs to, 0 to 15.
    public var videoParameterSetID: UInt8
    /// Temporal sub-layers, 1 to 7.
    public var maxSubLayers: Int
    /// Whether one may switch up between sub-layers anywhere.
    public var isTemporalIDNested: Bool
    /// Which decoders can decode it.
    public var profileTierLevel: HEVCProfileTierLevel
    /// The number by which picture parameter sets name it, 0 to 15.
    public var id: UInt32
    /// 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormat: UInt32 = 1
    /// Whether the three colours are coded as three grey pictures.
    public var hasSeparatePlanes = false
    /// Pixels of the picture in the conformance window.
    public var width = 0
    /// Pixels of the picture in the conformance window.
    public var height = 0
    /// Of luma, 8 to 16.
    public var bitDepthLuma: UInt32 = 8
    /// Of chroma, 8 to 16.
    public var bitDepthChroma: UInt32 = 8
    /// Pictures by which output lags decoding at most, for all sub-layers.
    public var maxReorderPictures: UInt32 = 0
    /// Pictures that a decoder keeps, for all sub-layers.
    public var maxDecodedPictures: UInt32 = 1
    /// Shape of a pixel, width to height; `nil` when it is not given.
    public var sampleAspectRatio: SampleAspectRatio?
    /// Colours, when they are given.
    public var colour: ColourDescription?
    /// Whether samples use all values, when it is given.
    public var isFullRange: Bool?
    /// Whether every picture is a field.
    public var isFieldSequence = false
    /// Length of a picture, when it is given.
    public var timing: HEVCTiming?
    /// What `hvcC` repeats of the usability information: how finely pictures are cut for parallel decoding; 0 unknown.
    public var minSpatialSegmentation: UInt32 = 0

    /// Reads a sequence parameter set of the base layer from its NAL unit, header included.
    public init(_ unit: some Collection<UInt8>) throws(BitstreamError) {
        var reader = try BitReader(hevcUnit: unit, type: 33)
        videoParameterSetID = try reader.byte(4)
        maxSubLayers = try 1 + Int(reader.bits(3))
        guard maxSubLayers < 8 else { throw reader.invalid("sps_max_sub_layers_minus1") }
        isTemporalIDNested = try reader.flag()
        profileTierLevel = try HEVCProfileTierLevel(reading: &reader, maxSubLayersMinus1: maxSubLayers - 1)
        id = try reader.unsignedExpGolomb("sps_seq_parameter_set_id", upTo: 15)
        try readFormat(&reader)
        let orderBits = try 4 + reader.unsignedExpGolomb("log2_max_pic_order_cnt_lsb_minus4", upTo: 12)
        try readOrdering(&reader)
        try Self.skipTools(&reader)
        try HEVCReferencePictureSets.skip(&reader)
        if try reader.flag() {
            let count = try reader.unsignedExpGolomb("num_long_term_ref_pics_sps", upTo: 32)
            try reader.skip(Int(count * (orderBits + 1)))
        }
        try reader.skip(2)
        if try reader.flag() { try readUsability(&reader) }
    }

    private mutating func readFormat(_ reader: inout BitReader) throws(BitstreamError) {
        chromaFormat = try reader.unsignedExpGolomb("chroma_format_idc", upTo: 3)
        if chromaFormat == 3 { hasSeparatePlanes = try reader.flag() }
        // Level 6.2 allows 35,651,584 samples, so no side has more than the root of eight times that; streams beyond
        // the levels get twice as much.
        width = Int(try reader.unsignedExpGolomb("pic_width_in_luma_samples", upTo: 33777))
        height = Int(try reader.unsignedExpGolomb("pic_height_in_luma_samples", upTo: 33777))
        if try reader.flag() {
            var window: [Int] = []
            for _ in 0..<4 { window.append(Int(try reader.unsignedExpGolomb())) }
            width -= (window[0] + window[1]) * (chromaFormat == 1 || chromaFormat == 2 ? 2 : 1)
            height -= (window[2] + window[3]) * (chromaFormat == 1 ? 2 : 1)
        }
        guard width > 0, height > 0 else { throw reader.invalid("conformance_window") }
        bitDepthLuma = try 8 + reader.unsignedExpGolomb("bit_depth_luma_minus8", upTo: 8)
        bitDepthChroma = try 8 + reader.unsignedExpGolomb("bit_depth_chroma_minus8", upTo: 8)
    }

    private mutating func readOrdering(_ reader: inout BitReader) throws(BitstreamError) {
        for _ in 0..<(try reader.flag() ? maxSubLayers : 1) {
            maxDecodedPictures = try 1 + reader.unsignedExpGolomb("sps_max_dec_pic_buffering_minus1", upTo: 15)
            maxReorderPictures = try reader.unsignedExpGolomb("sps_max_num_reorder_pics", upTo: 15)
            try reader.skipExpGolomb()
        }
    }

    /// Block sizes, scaling lists and uncompressed blocks.
    private static func skipTools(_ reader: inout BitReader) throws(BitstreamError) {
        try reader.skipExpGolomb(6)
        if try reader.flag(), try reader.flag() { try skipScalingLists(&reader) }
        try reader.skip(2)
        guard try reader.flag() else { return }
        try reader.skip(8)
        try reader.skipExpGolomb(2)
        try reader.skip(1)
    }

    /// §7.3.4.
    private static func skipScalingLists(_ reader: inout BitReader) throws(BitstreamError) {
        for size in 0..<4 {
            for _ in stride(from: 0, to: 6, by: size == 3 ? 3 : 1) {
                if try reader.flag() {
                    try reader.skipExpGolomb((size > 1 ? 1 : 0) + min(64, 1 << (4 + size << 1)))
                } else {
                    try reader.skipExpGolomb()
                }
            }
        }
    }

    /// §E.2.1.
    private mutating func readUsability(_ reader: inout BitReader) throws(BitstreamError) {
        if try reader.flag() { sampleAspectRatio = try SampleAspectRatio(reading: &reader) }
        if try reader.flag() { try reader.skip(1) }
        if try reader.flag() {
            try reader.skip(3)
            isFullRange = try reader.flag()
            if try reader.flag() {
                colour = try ColourDescription(reading: &reader)
                colour?.isFullRange = isFullRange ?? false
            }
        }
        if try reader.flag() { try reader.skipExpGolomb(2) }
        try reader.skip(1)
        isFieldSequence = try reader.flag()
        try reader.skip(1)
        if try reader.flag() { try reader.skipExpGolomb(4) }
        if try reader.flag() {
            timing = try HEVCTiming(reading: &reader)
            if try reader.flag() { try HEVCDecoderModel.skip(&reader, maxSubLayers: maxSubLayers) }
        }
        guard try reader.flag() else { return }
        try reader.skip(3)
        minSpatialSegmentation = try reader.unsignedExpGolomb("min_spatial_segmentation_idc", upTo: 4095)
        try reader.skipExpGolomb(4)
    }
}
