/// Identity, size and place of a track (ISO/IEC 14496-12 §8.3.2).
public struct TrackHeaderBox: BoxContent {
    /// `tkhd`.
    public static let type: FourCC = "tkhd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 1 enabled, 2 in the movie, 4 in the preview.
    public var flags: UInt32 = 7
    /// Seconds since the beginning of 1904, UTC.
    public var creationTime: UInt64 = 0
    /// Seconds since the beginning of 1904, UTC.
    public var modificationTime: UInt64 = 0
    /// Not 0, and no other track's.
    public var trackID: UInt32 = 1
    /// In ticks of the movie; all ones when it is not known.
    public var duration: UInt64 = 0
    /// Front to back; lower numbers are nearer.
    public var layer: Int16 = 0
    /// Tracks with one number other than 0 are alternatives.
    public var alternateGroup: Int16 = 0
    /// 8.8 fixed point; 0x100 for audio.
    public var volume: Int16 = 0
    /// From the track's picture to the movie's.
    public var matrix = TransformationMatrix()
    /// Of the displayed picture; 16.16 fixed point.
    public var width: UInt32 = 0
    /// Of the displayed picture; 16.16 fixed point.
    public var height: UInt32 = 0
    var reserved1: UInt32 = 0
    var reserved2: UInt64 = 0
    var reserved3: UInt16 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        let timeWidth = version == 1 ? 8 : 4
        try fields.integer("creation_time", &creationTime, byteCount: timeWidth)
        try fields.integer("modification_time", &modificationTime, byteCount: timeWidth)
        try fields.integer("track_ID", &trackID)
        try fields.integer("reserved", &reserved1)
        try fields.integer("duration", &duration, byteCount: timeWidth)
        try fields.integer("reserved", &reserved2)
        try fields.integer("layer", &layer)
        try fields.integer("alternate_group", &alternateGroup)
        try fields.integer("volume", &volume, format: .fixedPoint(8))
        try fields.integer("reserved", &reserved3)
        try fields.group("matrix", &matrix)
        try fields.integer("width", &width, format: .fixedPoint(16))
        try fields.integer("height", &height, format: .fixedPoint(16))
    }
}
