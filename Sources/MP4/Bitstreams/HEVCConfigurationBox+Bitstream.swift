extension HEVCConfigurationBox {
    /// From the parameter sets in a byte stream with start codes, such as an encoder's extradata. What else is there,
    /// such as supplemental information, is left out.
    ///
    /// The arrays are complete: for `hvc1`, all parameter sets stand here.
    public init(annexB stream: [UInt8]) throws(BitstreamError) {
        let units = NALUnits.split(annexB: stream).map(Array.init)
        try self.init(units: units.filter { $0.count > 2 })
    }

    /// From extradata in either framing: an `hvcC` box's content, or a byte stream with start codes.
    public init(extradata: [UInt8]) throws(BitstreamError) {
        guard extradata.first == 1 else {
            try self.init(annexB: extradata)
            return
        }
        self.init()
        var reader = FieldReader(extradata)
        do throws(BoxError) { try code(&reader) } catch {
            throw BitstreamError(.invalidValue("hvcC"), at: error.offset)
        }
    }

    private init(units: [[UInt8]]) throws(BitstreamError) {
        func all(_ type: UInt8) -> [[UInt8]] { units.filter { $0[0] >> 1 & 0x3F == type } }
        for (type, name) in [(UInt8(32), "VPS"), (33, "SPS"), (34, "PPS")] where all(type).isEmpty {
            throw BitstreamError(.missing(name), at: 0)
        }
        let parameters = try HEVCSequenceParameterSet(all(33)[0])
        self.init()
        let general = parameters.profileTierLevel
        (generalProfileSpace, generalTierFlag, generalProfileIDC) =
            (general.profileSpace, general.isHighTier, general.profile)
        generalProfileCompatibilityFlags = general.compatibilityFlags
        generalConstraintIndicatorFlags = general.constraintFlags
        generalLevelIDC = general.level
        minSpatialSegmentationIDC = UInt16(clamping: parameters.minSpatialSegmentation)
        chromaFormatIDC = UInt8(clamping: parameters.chromaFormat)
        bitDepthLumaMinus8 = UInt8(clamping: parameters.bitDepthLuma - 8)
        bitDepthChromaMinus8 = UInt8(clamping: parameters.bitDepthChroma - 8)
        numTemporalLayers = UInt8(clamping: parameters.maxSubLayers)
        temporalIDNested = parameters.isTemporalIDNested
        arrays = [UInt8(32), 33, 34].map { type in
            UnitArray {
                $0.nalUnitType = type
                $0.units = all(type).map { LengthPrefixedUnit($0) }
            }
        }
    }

    /// Which decoders can decode it, by the box's own fields.
    public var profileTierLevel: HEVCProfileTierLevel {
        var general = HEVCProfileTierLevel()
        (general.profileSpace, general.isHighTier, general.profile) =
            (generalProfileSpace, generalTierFlag, generalProfileIDC)
        general.compatibilityFlags = generalProfileCompatibilityFlags
        general.constraintFlags = generalConstraintIndicatorFlags
        general.level = generalLevelIDC
        return general
    }

    /// The codec by ISO/IEC 14496-15 §E.3, such as `hvc1.1.6.L93.B0`: profile, compatibility with its bits reversed, tier
    /// and level, and constraints without the zeros at the end.
    public func codec(sampleEntry type: FourCC = "hvc1") -> String { "\(type).\(profileTierLevel.codecSuffix)" }

    /// What the first sequence parameter set says.
    public var parameters: HEVCSequenceParameterSet? {
        guard let unit = arrays.first(where: { $0.nalUnitType == 33 })?.units.first?.bytes else { return nil }
        return try? HEVCSequenceParameterSet(unit)
    }
}
