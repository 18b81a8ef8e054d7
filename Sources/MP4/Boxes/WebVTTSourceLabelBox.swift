/// Which WebVTT file it was (ISO/IEC 14496-30 §7.5).
public struct WebVTTSourceLabelBox: BoxContent {
    /// `vlab`.
    public static let type: FourCC = "vlab"
    /// A URI.
    public var sourceLabel: BoxText = BoxText(bytes: [], isTerminated: false)

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.text("source_label", &sourceLabel)
    }
}
