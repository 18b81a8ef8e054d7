/// The shape of a pixel, width to height (ISO/IEC 14496-12 §12.1.4).
public struct PixelAspectRatioBox: BoxContent {
    /// `pasp`.
    public static let type: FourCC = "pasp"
    /// Relative width of a pixel.
    public var horizontalSpacing: UInt32 = 1
    /// Relative height of a pixel.
    public var verticalSpacing: UInt32 = 1

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("hSpacing", &horizontalSpacing)
        try fields.integer("vSpacing", &verticalSpacing)
    }
}
