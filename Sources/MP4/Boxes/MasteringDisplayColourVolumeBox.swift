/// The display a picture was graded on (ISO/IEC 14496-12 §12.1.6).
public struct MasteringDisplayColourVolumeBox: BoxContent {
    /// `mdcv`.
    public static let type: FourCC = "mdcv"
    /// x and y of green, blue and red, in 0.00002.
    public var displayPrimaries: [UInt16] = [0, 0, 0, 0, 0, 0]
    /// x and y, in 0.00002.
    public var whitePoint: [UInt16] = [0, 0]
    /// In 0.0001 cd/m².
    public var maxLuminance: UInt32 = 0
    /// In 0.0001 cd/m².
    public var minLuminance: UInt32 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integers("display_primaries", &displayPrimaries, count: 6)
        try fields.integers("white_point", &whitePoint, count: 2)
        try fields.integer("max_display_mastering_luminance", &maxLuminance)
        try fields.integer("min_display_mastering_luminance", &minLuminance)
    }
}
