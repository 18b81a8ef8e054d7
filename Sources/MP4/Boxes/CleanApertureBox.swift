/// The part of the picture that is shown (ISO/IEC 14496-12 §12.1.4).
public struct CleanApertureBox: BoxContent {
    /// `clap`.
    public static let type: FourCC = "clap"
    /// Width, numerator.
    public var cleanApertureWidthN: UInt32 = 0
    /// Width, denominator.
    public var cleanApertureWidthD: UInt32 = 1
    /// Height, numerator.
    public var cleanApertureHeightN: UInt32 = 0
    /// Height, denominator.
    public var cleanApertureHeightD: UInt32 = 1
    /// Right of the middle, numerator.
    public var horizontalOffsetN: Int32 = 0
    /// Right of the middle, denominator.
    public var horizontalOffsetD: UInt32 = 1
    /// Below the middle, numerator.
    public var verticalOffsetN: Int32 = 0
    /// Below the middle, denominator.
    public var verticalOffsetD: UInt32 = 1

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("cleanApertureWidthN", &cleanApertureWidthN)
        try fields.integer("cleanApertureWidthD", &cleanApertureWidthD)
        try fields.integer("cleanApertureHeightN", &cleanApertureHeightN)
        try fields.integer("cleanApertureHeightD", &cleanApertureHeightD)
        try fields.integer("horizOffN", &horizontalOffsetN)
        try fields.integer("horizOffD", &horizontalOffsetD)
        try fields.integer("vertOffN", &verticalOffsetN)
        try fields.integer("vertOffD", &verticalOffsetD)
    }
}
