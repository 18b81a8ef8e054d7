/// How samples of TTML are coded (ISO/IEC 14496-12 §12.6.3).
public struct XMLSubtitleSampleEntry: BoxContainer {
    /// `stpp`.
    public static let type: FourCC = "stpp"
    /// Which entry of `dref` holds the samples, from 1.
    public var dataReferenceIndex: UInt16 = 1
    /// XML namespaces, spaces between them.
    public var namespace: BoxText = "http://www.w3.org/ns/ttml"
    /// URLs of schemas, spaces between them.
    public var schemaLocation: BoxText = ""
    /// Of images and fonts, spaces between them.
    public var auxiliaryMIMETypes: BoxText = ""
    /// The boxes inside, in the order of the file.
    public var children: [Box] = []
    private var reserved = [UInt8](repeating: 0, count: 6)

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.bytes("reserved", &reserved, count: 6)
        try fields.integer("data_reference_index", &dataReferenceIndex)
        try fields.text("namespace", &namespace)
        try fields.text("schema_location", &schemaLocation)
        try fields.text("auxiliary_mime_types", &auxiliaryMIMETypes)
        try fields.children(&children)
    }
}
