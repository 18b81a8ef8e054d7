extension VPCodecConfigurationBox {
    /// The codec by the VP Codec ISO Media File Format Binding: `vp09.00.30.08`, and chroma, colours and range when any of
    /// them is another than the short form stands for: 4:2:0, samples colocated, of BT.709 in studio range.
    public func codec(sampleEntry type: FourCC = "vp09") -> String {
        let short = "\(type).\(profile.twoDigits).\(level.twoDigits).\(bitDepth.twoDigits)"
        let colour = colour
        if chromaSubsampling == 1, colour == .bt709 { return short }
        return "\(short).\(chromaSubsampling.twoDigits).\(colour.codecFields).\(colour.isFullRange ? "01" : "00")"
    }

    /// Colours and range.
    public var colour: ColourDescription {
        ColourDescription(
            primaries: colourPrimaries, transfer: transferCharacteristics, matrix: matrixCoefficients,
            isFullRange: isFullRange)
    }
}
