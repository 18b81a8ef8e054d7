/// Which colours the numbers of a picture mean (ISO/IEC 14496-12 §12.1.5).
public struct ColourInformationBox: BoxContent {
    /// `colr`.
    public static let type: FourCC = "colr"
    /// `nclx`, QuickTime's `nclc`, or `rICC` and `prof` for a profile.
    public var colourType: FourCC = "nclx"
    /// Colour primaries by ISO/IEC 23091-2: 1 BT.709, 9 BT.2020, 2 unspecified.
    public var colourPrimaries: UInt16 = 2
    /// Transfer characteristics by ISO/IEC 23091-2: 1 BT.709, 16 PQ, 18 HLG, 2 unspecified.
    public var transferCharacteristics: UInt16 = 2
    /// Matrix coefficients by ISO/IEC 23091-2: 1 BT.709, 9 BT.2020, 2 unspecified.
    public var matrixCoefficients: UInt16 = 2
    /// Whether samples use all values, and not 16 to 235 only. `nclx` alone has it.
    public var isFullRange = false
    /// An ICC profile, or what another colour type holds.
    public var profile: [UInt8] = []
    private var reserved: UInt8 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.code("colour_type", &colourType)
        guard colourType == "nclx" || colourType == "nclc" else {
            try fields.rest("profile", &profile)
            return
        }
        try fields.integer("colour_primaries", &colourPrimaries)
        try fields.integer("transfer_characteristics", &transferCharacteristics)
        try fields.integer("matrix_coefficients", &matrixCoefficients)
        guard colourType == "nclx" else { return }
        try fields.flag("full_range_flag", &isFullRange)
        try fields.bits("reserved", &reserved, 7)
    }
}
