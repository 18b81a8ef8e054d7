/// The brightest pixels (ISO/IEC 14496-12 §12.1.7).
public struct ContentLightLevelBox: BoxContent {
    /// `clli`.
    public static let type: FourCC = "clli"
    /// Of any pixel, in cd/m².
    public var maxContentLightLevel: UInt16 = 0
    /// Of any whole picture, in cd/m².
    public var maxPictureAverageLightLevel: UInt16 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.integer("max_content_light_level", &maxContentLightLevel)
        try fields.integer("max_pic_average_light_level", &maxPictureAverageLightLevel)
    }
}
