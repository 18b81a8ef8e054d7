/// What an H.264 sequence parameter set says of the picture (ISO/IEC 14496-10 §7.3.2.1.1 and Annex E).
public struct H264SequenceParameterSet: Hashable, Sendable {
    /// 66 Baseline, 77 Main, 100 High …
    public var profile: UInt8
    /// The six constraint flags, the first one the most significant bit, and two zeros.
    public var constraints: UInt8
    /// Ten times the level; 11 with constraint flag 3 may mean 1b.
    public var level: UInt8
    /// The number by which picture parameter sets name it.
    public var id: UInt32
    /// 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4.
    public var chromaFormat: UInt32 = 1
    /// Of luma.
    public var bitDepthLuma: UInt32 = 8
    /// Of chroma.
    public var bitDepthChroma: UInt32 = 8
    /// Frames that prediction may reach back to.
    public var maxReferenceFrames: UInt32 = 0
    /// Pixels of the picture after cropping.
    public var width = 0
    /// Pixels of the picture after cropping.
    public var height = 0
    /// Whether every picture is a whole frame.
    public var isProgressive = true
    /// Bits of `frame_num` in the headers of slices.
    public var frameNumberBits = 4
    /// Whether slices name the colour plane that they are of.
    public var hasSeparatePlanes = false
    /// Shape of a pixel, width to height; `nil` when it is not given.
    public var sampleAspectRatio: SampleAspectRatio?
    /// Colours, when they are given.
    public var colour: ColourDescription?
    /// Whether samples use all values, when it is given.
    public var isFullRange: Bool?
    /// Length of a field, when it is given.
    public var timing: Timing?
    /// Frames by which output lags decoding at most, when it is given.
    public var maxReorderFrames: UInt32?

    /// Rate of the clock and length of a field.
    public struct Timing: Hashable, Sendable {
        /// Ticks of a field; two of them make a frame.
        public var unitsInTick: UInt32
        /// Ticks per second.
        public var timeScale: UInt32
        /// Whether every frame has this length.
        public var isFixed: Bool

        /// Frames per second: two fields to a frame, whatever is coded; `nil` when a number is 0.
        public var frameRate: Double? {
            unitsInTick > 0 && timeScale > 0 ? Double(timeScale) / Double(unitsInTick) / 2 : nil
        }
    }

    /// Reads a sequence parameter set from its NAL unit, header included.
    public init(_ unit: some Collection<UInt8>) throws(BitstreamError) {
        var reader = BitReader(unescaping: unit)
        guard try reader.byte() & 0x1F == 7 else { throw BitstreamError(.invalidValue("nal_unit_type"), at: 0) }
        profile = try reader.byte()
        constraints = try reader.byte()
        level = try reader.byte()
        id = try reader.unsignedExpGolomb("seq_parameter_set_id", upTo: 31)
        hasSeparatePlanes = try readFormat(&reader)
        frameNumberBits = 4 + Int(try reader.unsignedExpGolomb("log2_max_frame_num_minus4", upTo: 12))
        try readOrderCount(&reader)
        maxReferenceFrames = try reader.unsignedExpGolomb()
        try reader.skip(1)
        try readSize(&reader)
        if try reader.flag() { try readUsability(&reader) }
    }

    private static let highProfiles: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    private mutating func readFormat(_ reader: inout BitReader) throws(BitstreamError) -> Bool {
        guard Self.highProfiles.contains(profile) else { return false }
        chromaFormat = try reader.unsignedExpGolomb("chroma_format_idc", upTo: 3)
        let separatePlanes = chromaFormat == 3 ? try reader.flag() : false
        bitDepthLuma = try 8 + reader.unsignedExpGolomb("bit_depth_luma_minus8", upTo: 6)
        bitDepthChroma = try 8 + reader.unsignedExpGolomb("bit_depth_chroma_minus8", upTo: 6)
        try reader.skip(1)
        if try reader.flag() {
            for index in 0..<(chromaFormat == 3 ? 12 : 8) {
                if try reader.flag() { try Self.skipScalingList(&reader, count: index < 6 ? 16 : 64) }
            }
        }
        return separatePlanes
    }

    static func skipScalingList(_ reader: inout BitReader, count: Int) throws(BitstreamError) {
        var (last, next): (Int32, Int32) = (8, 8)
        for _ in 0..<count {
            if next != 0 {
                let delta = try reader.signedExpGolomb()
                guard (-128...127).contains(delta) else { throw reader.invalid("delta_scale") }
                next = (last + delta + 256) % 256
            }
            if next != 0 { last = next }
        }
    }

    private mutating func readOrderCount(_ reader: inout BitReader) throws(BitstreamError) {
        switch try reader.unsignedExpGolomb("pic_order_cnt_type", upTo: 2) {
        case 0: try reader.skipExpGolomb()
        case 1:
            try reader.skip(1)
            try reader.skipExpGolomb(2)
            let count = try reader.unsignedExpGolomb("num_ref_frames_in_pic_order_cnt_cycle", upTo: 255)
            try reader.skipExpGolomb(Int(count))
        default: break
        }
    }

    private mutating func readSize(_ reader: inout BitReader) throws(BitstreamError) {
        // Level 6.2 allows 139,264 macroblocks, so no side has more than the root of eight times that.
        let widthInBlocks = try reader.unsignedExpGolomb("pic_width_in_mbs_minus1", upTo: 1055)
        let heightInUnits = try reader.unsignedExpGolomb("pic_height_in_map_units_minus1", upTo: 1055)
        isProgressive = try reader.flag()
        if !isProgressive { try reader.skip(1) }
        try reader.skip(1)
        let fieldFactor = isProgressive ? 1 : 2
        width = (Int(widthInBlocks) + 1) * 16
        height = (Int(heightInUnits) + 1) * 16 * fieldFactor
        guard try reader.flag() else { return }
        let planes = hasSeparatePlanes ? 0 : chromaFormat
        let unit = (planes == 1 || planes == 2 ? 2 : 1, (planes == 1 ? 2 : 1) * fieldFactor)
        var crop: [Int] = []
        for _ in 0..<4 { crop.append(Int(try reader.unsignedExpGolomb())) }
        width -= (crop[0] + crop[1]) * unit.0
        height -= (crop[2] + crop[3]) * unit.1
        guard width > 0, height > 0 else { throw reader.invalid("frame_crop_offset") }
    }

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
        if try reader.flag() {
            timing = Timing(
                unitsInTick: try reader.bits(32), timeScale: try reader.bits(32), isFixed: try reader.flag())
        }
        let hasNALParameters = try reader.flag()
        if hasNALParameters { try Self.skipDecoderModel(&reader) }
        let hasVCLParameters = try reader.flag()
        if hasVCLParameters { try Self.skipDecoderModel(&reader) }
        if hasNALParameters || hasVCLParameters { try reader.skip(1) }
        try reader.skip(1)
        guard try reader.flag() else { return }
        try reader.skip(1)
        try reader.skipExpGolomb(4)
        maxReorderFrames = try reader.unsignedExpGolomb()
    }

    private static func skipDecoderModel(_ reader: inout BitReader) throws(BitstreamError) {
        let count = try reader.unsignedExpGolomb("cpb_cnt_minus1", upTo: 31)
        try reader.skip(8)
        for _ in 0...count {
            try reader.skipExpGolomb(2)
            try reader.skip(1)
        }
        try reader.skip(20)
    }
}
