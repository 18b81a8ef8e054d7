/// How samples of WebVTT are coded (ISO/IEC 14496-30 §7.5).
public struct WebVTTSampleEntry: BoxContainer {
    /// `wvtt`.
    public static let type: FourCC = "wvtt"
    /// Which entry of `dref` holds the samples, from 1.
    public var dataReferenceIndex: UInt16 = 1
    /// The boxes inside, in the order of the file.
    public var children: [Box] = []
    private var reserved = [UInt8](repeating: 0, count: 6)

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.bytes("reserved", &reserved, count: 6)
        try fields.integer("data_reference_index", &dataReferenceIndex)
        try fields.children(&children)
    }
}
