/// What an H.265 video parameter set says of all layers, up to the timing (ITU-T H.265 §7.3.2.1).
public struct HEVCVideoParameterSet: Hashable, Sendable {
    /// The number by which sequence parameter sets name it, 0 to 15.
    public var id: UInt8
    /// Layers, at least 1; more in scalable and multiview streams, MV-HEVC among them.
    public var maxLayers: Int
    /// Temporal sub-layers, 1 to 7.
    public var maxSubLayers: Int
    /// Whether one may switch up between sub-layers anywhere.
    public var isTemporalIDNested: Bool
    /// Which decoders can decode the base layer.
    public var profileTierLevel: HEVCProfileTierLevel
    /// Length of a picture, when it is given.
    public var timing: HEVCTiming?

    /// Reads a video parameter set from its NAL unit, header included.
    public init(_ unit: some Collection<UInt8>) throws(BitstreamError) {
        var reader = try BitReader(hevcUnit: unit, type: 32)
        id = try reader.byte(4)
        try reader.skip(2)
        maxLayers = try 1 + Int(reader.bits(6))
        maxSubLayers = try 1 + Int(reader.bits(3))
        guard maxSubLayers < 8 else { throw reader.invalid("vps_max_sub_layers_minus1") }
        isTemporalIDNested = try reader.flag()
        try reader.skip(16)
        profileTierLevel = try HEVCProfileTierLevel(reading: &reader, maxSubLayersMinus1: maxSubLayers - 1)
        try reader.skipExpGolomb(3 * (reader.flag() ? maxSubLayers : 1))
        let highestLayer = Int(try reader.bits(6))
        let sets = Int(try reader.unsignedExpGolomb("vps_num_layer_sets_minus1", upTo: 1023))
        try reader.skip(sets * (highestLayer + 1))
        if try reader.flag() { timing = try HEVCTiming(reading: &reader) }
    }
}

/// How long an H.265 picture lasts.
public struct HEVCTiming: Hashable, Sendable {
    /// Ticks of a picture; of a field where pictures are fields.
    public var unitsInTick: UInt32
    /// Ticks per second.
    public var timeScale: UInt32

    /// Up to the number of ticks between pictures, which is passed over.
    init(reading reader: inout BitReader) throws(BitstreamError) {
        unitsInTick = try reader.bits(32)
        timeScale = try reader.bits(32)
        if try reader.flag() { try reader.skipExpGolomb() }
    }

    /// Pictures per second; `nil` when a number is 0.
    public var pictureRate: Double? {
        unitsInTick > 0 && timeScale > 0 ? Double(timeScale) / Double(unitsInTick) : nil
    }
}

extension BitReader {
    /// A reader behind the header of an H.265 NAL unit of this type (ITU-T H.265 §7.3.1.2).
    init(hevcUnit unit: some Collection<UInt8>, type: UInt8) throws(BitstreamError) {
        self.init(unescaping: unit)
        let header = try bits(16)
        guard header >> 9 == type else { throw BitstreamError(.invalidValue("nal_unit_type"), at: 0) }
        // In other layers the syntax is another one (§F.7.3.2).
        guard header >> 3 & 0x3F == 0 else { throw BitstreamError(.invalidValue("nuh_layer_id"), at: 0) }
    }
}
