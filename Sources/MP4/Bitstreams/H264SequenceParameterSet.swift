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
    /// Shape of a pixel, width to height; `nil` when it is not given.
    public var sampleAspectRatio: SampleAspectRatio?
    /// Colours, when they are given.
    public var colour: ColourDescription?
    /// Whether samples use all values, when it is given.
    public var isFullRange: Bool?
    /// Ticks per second of the clock that counts fields, and ticks of a field.
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
    }

    /// Reads a sequence parameter set from its NAL unit, header included.
    public init(_ unit: some Collection<UInt8>) throws(BitstreamError) {
        let bytes = NALUnits.unescaped(unit)
        guard let first = bytes.first else { throw .truncated }
        guard first & 0x1F == 7 else { throw .invalidValue("nal_unit_type") }
        var reader = BitReader(bytes)
        try reader.skip(8)
        profile = UInt8(try reader.bits(8))
        constraints = UInt8(try reader.bits(8))
        level = UInt8(try reader.bits(8))
        id = try reader.unsignedExpGolomb()
        guard id <= 31 else { throw .invalidValue("seq_parameter_set_id") }
        let separatePlanes = try readFormat(&reader)
        try readOrderCount(&reader)
        maxReferenceFrames = try reader.unsignedExpGolomb()
        try reader.skip(1)
        try readSize(&reader, separatePlanes: separatePlanes)
        if try reader.flag() { try readUsability(&reader) }
    }

    private static let highProfiles: Set<UInt8> = [100, 110, 122, 244, 44, 83, 86, 118, 128, 138, 139, 134, 135]

    private mutating func readFormat(_ reader: inout BitReader) throws(BitstreamError) -> Bool {
        guard Self.highProfiles.contains(profile) else { return false }
        chromaFormat = try reader.unsignedExpGolomb()
        guard chromaFormat <= 3 else { throw .invalidValue("chroma_format_idc") }
        let separatePlanes = chromaFormat == 3 ? try reader.flag() : false
        let depths = (try reader.unsignedExpGolomb(), try reader.unsignedExpGolomb())
        guard depths.0 <= 6, depths.1 <= 6 else { throw .invalidValue("bit_depth_minus8") }
        (bitDepthLuma, bitDepthChroma) = (depths.0 + 8, depths.1 + 8)
        try reader.skip(1)
        if try reader.flag() {
            for index in 0..<(chromaFormat == 3 ? 12 : 8) {
                if try reader.flag() { try Self.skipScalingList(&reader, count: index < 6 ? 16 : 64) }
            }
        }
        return separatePlanes
    }

    private static func skipScalingList(_ reader: inout BitReader, count: Int) throws(BitstreamError) {
        var (last, next): (Int32, Int32) = (8, 8)
        for _ in 0..<count {
            if next != 0 {
                let delta = try reader.signedExpGolomb()
                guard (-128...127).contains(delta) else { throw .invalidValue("delta_scale") }
                next = (last + delta + 256) % 256
            }
            if next != 0 { last = next }
        }
    }

    private mutating func readOrderCount(_ reader: inout BitReader) throws(BitstreamError) {
        _ = try reader.unsignedExpGolomb()
        switch try reader.unsignedExpGolomb() {
        case 0: _ = try reader.unsignedExpGolomb()
        case 1:
            try reader.skip(1)
            _ = (try reader.signedExpGolomb(), try reader.signedExpGolomb())
            let count = try reader.unsignedExpGolomb()
            guard count <= 255 else { throw .invalidValue("num_ref_frames_in_pic_order_cnt_cycle") }
            for _ in 0..<count { _ = try reader.signedExpGolomb() }
        case 2: break
        default: throw .invalidValue("pic_order_cnt_type")
        }
    }

    private mutating func readSize(_ reader: inout BitReader, separatePlanes: Bool) throws(BitstreamError) {
        let (widthInBlocks, heightInUnits) = (try reader.unsignedExpGolomb(), try reader.unsignedExpGolomb())
        // Level 6.2 allows 139,264 macroblocks, so no side has more than the root of eight times that.
        guard widthInBlocks < 1056, heightInUnits < 1056 else { throw .invalidValue("picture size") }
        isProgressive = try reader.flag()
        if !isProgressive { try reader.skip(1) }
        try reader.skip(1)
        let fieldFactor = isProgressive ? 1 : 2
        width = (Int(widthInBlocks) + 1) * 16
        height = (Int(heightInUnits) + 1) * 16 * fieldFactor
        guard try reader.flag() else { return }
        let planes = separatePlanes ? 0 : chromaFormat
        let unit = (planes == 1 || planes == 2 ? 2 : 1, (planes == 1 ? 2 : 1) * fieldFactor)
        var crop: [Int] = []
        for _ in 0..<4 { crop.append(Int(try reader.unsignedExpGolomb())) }
        width -= (crop[0] + crop[1]) * unit.0
        height -= (crop[2] + crop[3]) * unit.1
        guard width > 0, height > 0 else { throw .invalidValue("frame_crop_offset") }
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
        if try reader.flag() { _ = (try reader.unsignedExpGolomb(), try reader.unsignedExpGolomb()) }
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
        for _ in 0..<4 { _ = try reader.unsignedExpGolomb() }
        maxReorderFrames = try reader.unsignedExpGolomb()
    }

    private static func skipDecoderModel(_ reader: inout BitReader) throws(BitstreamError) {
        let count = try reader.unsignedExpGolomb()
        guard count <= 31 else { throw .invalidValue("cpb_cnt_minus1") }
        try reader.skip(8)
        for _ in 0...count {
            _ = (try reader.unsignedExpGolomb(), try reader.unsignedExpGolomb())
            try reader.skip(1)
        }
        try reader.skip(20)
    }
}
