/// How samples of video are coded: `avc1`, `avc3`, `hvc1`, `hev1`, `av01`, `vp09`, `encv` … (ISO/IEC 14496-12 §12.1.3).
public struct VisualSampleEntry: BoxContainer {
    /// `avc1`.
    public static let type: FourCC = "avc1"
    /// Which entry of `dref` holds the samples, from 1.
    public var dataReferenceIndex: UInt16 = 1
    /// Pixels of the coded picture after cropping.
    public var width: UInt16 = 0
    /// Pixels of the coded picture after cropping.
    public var height: UInt16 = 0
    /// Pixels per inch, 16.16 fixed point; 72.
    public var horizontalResolution: UInt32 = 0x48_0000
    /// Pixels per inch, 16.16 fixed point; 72.
    public var verticalResolution: UInt32 = 0x48_0000
    /// Pictures in a sample.
    public var frameCount: UInt16 = 1
    /// A length, then text; 32 bytes.
    public var compressorName = [UInt8](repeating: 0, count: 32)
    /// 0x18: colour without alpha.
    public var depth: UInt16 = 0x18
    /// Configuration, colour, pixel shape …
    public var children: [Box] = []
    var reserved = [UInt8](repeating: 0, count: 6)
    var predefined1 = [UInt8](repeating: 0, count: 16)
    var reserved2: UInt32 = 0
    var predefined3: Int16 = -1

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.bytes("reserved", &reserved, count: 6)
        try fields.integer("data_reference_index", &dataReferenceIndex)
        try fields.bytes("pre_defined", &predefined1, count: 16)
        try fields.integer("width", &width)
        try fields.integer("height", &height)
        try fields.integer("horizresolution", &horizontalResolution, format: .fixedPoint(16))
        try fields.integer("vertresolution", &verticalResolution, format: .fixedPoint(16))
        try fields.integer("reserved", &reserved2)
        try fields.integer("frame_count", &frameCount)
        try fields.bytes("compressorname", &compressorName, count: 32)
        try fields.integer("depth", &depth)
        try fields.integer("pre_defined", &predefined3)
        try fields.children(&children)
    }
}
