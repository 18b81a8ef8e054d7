extension AVCConfigurationBox {
    /// From the parameter sets in a byte stream with start codes, such as an encoder's extradata. What else is there,
    /// such as supplemental information, is left out.
    public init(annexB stream: [UInt8]) throws(BitstreamError) {
        try self.init(units: NALUnits.split(annexB: stream).map(Array.init))
    }

    /// From extradata in either framing: an `avcC` box's content, or a byte stream with start codes.
    public init(extradata: [UInt8]) throws(BitstreamError) {
        guard extradata.first == 1 else {
            try self.init(annexB: extradata)
            return
        }
        self.init()
        var reader = FieldReader(extradata)
        do throws(BoxError) { try code(&reader) } catch {
            throw BitstreamError(.invalidValue("avcC"), at: error.offset)
        }
    }

    private init(units: [[UInt8]]) throws(BitstreamError) {
        let sequenceSets = units.filter { $0[0] & 0x1F == 7 }
        let pictureSets = units.filter { $0[0] & 0x1F == 8 }
        let extensions = units.filter { $0[0] & 0x1F == 13 }
        guard let first = sequenceSets.first else { throw BitstreamError(.missing("SPS"), at: 0) }
        guard !pictureSets.isEmpty else { throw BitstreamError(.missing("PPS"), at: 0) }
        let parameters = try H264SequenceParameterSet(first)
        self.init()
        profileIndication = parameters.profile
        profileCompatibility = parameters.constraints
        levelIndication = parameters.level
        sequenceParameterSets = sequenceSets.map { LengthPrefixedUnit($0) }
        pictureParameterSets = pictureSets.map { LengthPrefixedUnit($0) }
        guard !Self.shortProfiles.contains(parameters.profile) else { return }
        high = HighFields {
            $0.chromaFormat = UInt8(parameters.chromaFormat)
            $0.bitDepthLumaMinus8 = UInt8(parameters.bitDepthLuma - 8)
            $0.bitDepthChromaMinus8 = UInt8(parameters.bitDepthChroma - 8)
            $0.sequenceParameterSetExtensions = extensions.map { LengthPrefixedUnit($0) }
        }
    }

    /// The codec by RFC 6381 §3.3: the type of the sample entry, profile, constraints and level in hexadecimal.
    public func codec(sampleEntry type: FourCC = "avc1") -> String {
        "\(type)." + [profileIndication, profileCompatibility, levelIndication].map(\.hexadecimal).joined()
    }

    /// What the first sequence parameter set says.
    public var parameters: H264SequenceParameterSet? {
        guard let unit = sequenceParameterSets.first?.bytes else { return nil }
        return try? H264SequenceParameterSet(unit)
    }
}

extension UInt8 {
    /// Two digits, capitals.
    var hexadecimal: String {
        let digits = String(self, radix: 16, uppercase: true)
        return digits.count == 1 ? "0" + digits : digits
    }
}
