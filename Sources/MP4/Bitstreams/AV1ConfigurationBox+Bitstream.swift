extension AV1ConfigurationBox {
    /// From the first sequence header of a stream, which is kept with its size before it (AV1 Codec ISO Media File Format
    /// Binding §2.3.3).
    public init(stream: [UInt8]) throws(BitstreamError) {
        let header = try AV1SequenceHeader(firstIn: stream)
        self.init()
        seqProfile = header.profile
        seqLevelIndex = header.level
        seqTier = header.isHighTier ? 1 : 0
        (highBitDepth, twelveBit) = (header.bitDepth > 8, header.bitDepth == 12)
        monochrome = header.isMonochrome
        (chromaSubsamplingX, chromaSubsamplingY) = (header.isSubsampledX, header.isSubsampledY)
        chromaSamplePosition = header.chromaSamplePosition
        var units = OBUReader(stream)
        while let unit = try units.next() {
            guard unit.type == 1 else { continue }
            if unit.hasSize {
                configOBUs = Array(stream[unit.range])
            } else {
                configOBUs = Self.sized(Array(stream[unit.payload]))
            }
            return
        }
    }

    /// From extradata: an `av1C` box's content, or a stream that begins with a sequence header.
    public init(extradata: [UInt8]) throws(BitstreamError) {
        guard extradata.first == 0x81 else {
            try self.init(stream: extradata)
            return
        }
        self.init()
        var reader = FieldReader(extradata)
        do throws(BoxError) { try code(&reader) } catch {
            throw BitstreamError(.invalidValue("av1C"), at: error.offset)
        }
    }

    /// A sequence header with its size in leb128.
    private static func sized(_ payload: [UInt8]) -> [UInt8] {
        var unit: [UInt8] = [0x0A]
        var rest = payload.count
        while rest > 0x7F {
            unit.append(UInt8(rest & 0x7F) | 0x80)
            rest >>= 7
        }
        return unit + [UInt8(rest)] + payload
    }

    /// What the sequence header in the box says.
    public var parameters: AV1SequenceHeader? { try? AV1SequenceHeader(firstIn: configOBUs) }

    /// The codec, such as `av01.0.04M.08`: by the sequence header, and by the box's own fields and `colour` when there is
    /// none in it.
    public func codec(sampleEntry type: FourCC = "av01", colour: ColourDescription? = nil) -> String {
        "\(type).\((parameters ?? AV1SequenceHeader(self, colour: colour)).codecSuffix)"
    }
}

extension AV1SequenceHeader {
    /// As much as the box's own fields tell; sizes are 0.
    init(_ box: AV1ConfigurationBox, colour: ColourDescription?) {
        (profile, isStillPicture) = (box.seqProfile, false)
        (level, isHighTier) = (box.seqLevelIndex, box.seqTier == 1)
        bitDepth = box.twelveBit ? 12 : box.highBitDepth ? 10 : 8
        isMonochrome = box.monochrome
        (isSubsampledX, isSubsampledY) = (box.chromaSubsamplingX, box.chromaSubsamplingY)
        chromaSamplePosition = box.chromaSamplePosition
        self.colour = colour
        isFullRange = colour?.isFullRange ?? false
    }
}
