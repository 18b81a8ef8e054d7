/// The beginning of a WebVTT file, up to the first cue (ISO/IEC 14496-30 §7.5).
public struct WebVTTConfigurationBox: BoxContent {
    /// `vttC`.
    public static let type: FourCC = "vttC"
    /// `WEBVTT` and what follows.
    public var configuration: BoxText = BoxText(bytes: Array("WEBVTT".utf8), isTerminated: false)

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.text("config", &configuration)
    }
}
