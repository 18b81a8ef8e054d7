/// What the configuration in a sample entry of video says of the pictures, whatever the codec.
public struct PictureFormat: Hashable, Sendable {
    /// Pixels after cropping; `nil` where only frames tell.
    public var width: Int?
    /// Pixels after cropping; `nil` where only frames tell.
    public var height: Int?
    /// Of luma.
    public var bitDepth: Int
    /// 0 grey, 1 4:2:0, 2 4:2:2, 3 4:4:4; 4:4:0, which only VP9 and AV1 have, is `nil`.
    public var chromaFormat: Int?
    /// Shape of a pixel by the codec; `pasp` goes before it.
    public var sampleAspectRatio: SampleAspectRatio?
    /// Colours by the codec; `colr` goes before them.
    public var colour: ColourDescription?
    /// Whether samples use all values; `nil` when it is not said.
    public var isFullRange: Bool?
    /// Frames per second by the codec, for what it is worth: the times of the samples decide.
    public var frameRate: Double?
    /// Whether every picture is a whole frame.
    public var isProgressive = true

    /// From the first parameter set of H.264, H.265 or AV1, or from `vpcC`; `nil` for other codecs, and where the
    /// parameter sets stand in the samples or cannot be read.
    public init?(_ entry: VisualSampleEntry) {
        if let sets = entry.first(AVCConfigurationBox.self)?.parameters {
            self.init(sets)
        } else if let sets = entry.first(HEVCConfigurationBox.self)?.parameters {
            self.init(sets)
        } else if let box = entry.first(AV1ConfigurationBox.self) {
            self.init(box.parameters ?? AV1SequenceHeader(box, colour: nil))
        } else if let box = entry.first(VPCodecConfigurationBox.self) {
            self.init(box)
        } else {
            return nil
        }
    }

    private init(_ sets: H264SequenceParameterSet) {
        (width, height) = (sets.width, sets.height)
        (bitDepth, chromaFormat) = (Int(sets.bitDepthLuma), Int(sets.chromaFormat))
        (sampleAspectRatio, colour, isFullRange) = (sets.sampleAspectRatio, sets.colour, sets.isFullRange)
        frameRate = sets.timing?.frameRate
        isProgressive = sets.isProgressive
    }

    private init(_ sets: HEVCSequenceParameterSet) {
        (width, height) = (sets.width, sets.height)
        (bitDepth, chromaFormat) = (Int(sets.bitDepthLuma), Int(sets.chromaFormat))
        (sampleAspectRatio, colour, isFullRange) = (sets.sampleAspectRatio, sets.colour, sets.isFullRange)
        frameRate = sets.timing?.pictureRate.map { sets.isFieldSequence ? $0 / 2 : $0 }
        isProgressive = !sets.isFieldSequence
    }

    private init(_ header: AV1SequenceHeader) {
        if header.maxWidth > 0 { (width, height) = (header.maxWidth, header.maxHeight) }
        bitDepth = Int(header.bitDepth)
        chromaFormat =
            switch (header.isMonochrome, header.isSubsampledX, header.isSubsampledY) {
            case (true, _, _): 0
            case (_, true, true): 1
            case (_, true, false): 2
            case (_, false, false): 3
            case (_, false, true): nil
            }
        (colour, isFullRange) = (header.colour, header.isFullRange)
        frameRate = header.timing?.pictureRate
    }

    private init(_ box: VPCodecConfigurationBox) {
        bitDepth = Int(box.bitDepth)
        chromaFormat = box.chromaSubsampling < 4 ? max(1, Int(box.chromaSubsampling)) : nil
        (colour, isFullRange) = (box.colour, box.isFullRange)
    }
}

extension VisualSampleEntry {
    /// What the configuration of the codec says of the pictures.
    public var pictureFormat: PictureFormat? { PictureFormat(self) }

    /// Colours by `colr`, when it has code points.
    var boxColour: ColourDescription? {
        let boxes = all(ColourInformationBox.self).filter { $0.colourType == "nclx" || $0.colourType == "nclc" }
        guard let box = boxes.first else { return nil }
        return ColourDescription(
            primaries: UInt8(clamping: box.colourPrimaries), transfer: UInt8(clamping: box.transferCharacteristics),
            matrix: UInt8(clamping: box.matrixCoefficients), isFullRange: box.isFullRange)
    }
}
