/// How samples of audio are coded: `mp4a`, `ac-3`, `ec-3`, `Opus`, `enca` … (ISO/IEC 14496-12 §12.2.3).
///
/// Versions 1 and 2 are QuickTime's sound descriptions; their further fields are kept as bytes. ISO's version 1, which
/// has none, is told by the box that is there in their place.
public struct AudioSampleEntry: BoxContainer {
    /// `mp4a`.
    public static let type: FourCC = "mp4a"
    /// Which entry of `dref` holds the samples, from 1.
    public var dataReferenceIndex: UInt16 = 1
    /// 0; 1 and 2 in QuickTime files.
    public var entryVersion: UInt16 = 0
    /// Channels, for what it is worth: the configuration of the codec decides.
    public var channelCount: UInt16 = 2
    /// Bits of a sample before coding.
    public var sampleSize: UInt16 = 16
    /// 16.16 fixed point. 0 for rates from 2¹⁶ Hz on; the configuration of the codec decides.
    public var sampleRate: UInt32 = 0
    /// Further fields of QuickTime's version 1 (16 bytes) or 2 (36 bytes).
    public var quickTimeFields: [UInt8] = []
    /// Configuration, bit rate …
    public var children: [Box] = []
    var reserved1 = [UInt8](repeating: 0, count: 6)
    var reserved2 = [UInt8](repeating: 0, count: 6)
    var predefined: UInt16 = 0
    var reserved3: UInt16 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.bytes("reserved", &reserved1, count: 6)
        try fields.integer("data_reference_index", &dataReferenceIndex)
        try fields.integer("entry_version", &entryVersion)
        try fields.bytes("reserved", &reserved2, count: 6)
        try fields.integer("channelcount", &channelCount)
        try fields.integer("samplesize", &sampleSize)
        try fields.integer("pre_defined", &predefined)
        try fields.integer("reserved", &reserved3)
        try fields.integer("samplerate", &sampleRate, format: .fixedPoint(16))
        let further = entryVersion == 1 ? 16 : entryVersion == 2 ? 36 : 0
        // QuickTime has the bytes of a packet where a box has its type: a small number.
        let isISO =
            entryVersion == 1 && (fields.isReading ? fields.typeAhead?.isPrintable == true : quickTimeFields.isEmpty)
        if further > 0, !isISO { try fields.bytes("quicktime_fields", &quickTimeFields, count: further) }
        try fields.children(&children)
    }
}
