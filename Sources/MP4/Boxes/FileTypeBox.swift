/// What the file conforms to (ISO/IEC 14496-12 §4.3).
public struct FileTypeBox: BoxContent {
    /// `ftyp`.
    public static let type: FourCC = "ftyp"
    /// The specification that describes it best.
    public var majorBrand: FourCC = "isom"
    /// A revision of the major brand; informative.
    public var minorVersion: UInt32 = 0
    /// Every specification it conforms to.
    public var compatibleBrands: [FourCC] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.code("major_brand", &majorBrand)
        try fields.integer("minor_version", &minorVersion)
        try fields.codes("compatible_brands", &compatibleBrands)
    }
}
