/// Times that hold for the whole movie (ISO/IEC 14496-12 §8.2.2).
public struct MovieHeaderBox: BoxContent {
    /// `mvhd`.
    public static let type: FourCC = "mvhd"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Seconds since the beginning of 1904, UTC.
    public var creationTime: UInt64 = 0
    /// Seconds since the beginning of 1904, UTC.
    public var modificationTime: UInt64 = 0
    /// Ticks per second of durations in `mvhd`, `tkhd`, `elst` and `mehd`.
    public var timescale: UInt32 = 1000
    /// Of the longest track, in ticks of ``timescale``; 0 when fragments hold the samples.
    public var duration: UInt64 = 0
    /// 16.16 fixed point.
    public var rate: Int32 = 0x10000
    /// 8.8 fixed point.
    public var volume: Int16 = 0x100
    /// From the picture of all tracks to the display.
    public var matrix = TransformationMatrix()
    /// Larger than any track's; all ones when it has to be searched for.
    public var nextTrackID: UInt32 = 2
    var reserved = [UInt8](repeating: 0, count: 10)
    var predefined = [UInt8](repeating: 0, count: 24)

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        let width = version == 1 ? 8 : 4
        try fields.integer("creation_time", &creationTime, byteCount: width)
        try fields.integer("modification_time", &modificationTime, byteCount: width)
        try fields.integer("timescale", &timescale)
        try fields.integer("duration", &duration, byteCount: width)
        try fields.integer("rate", &rate, format: .fixedPoint(16))
        try fields.integer("volume", &volume, format: .fixedPoint(8))
        try fields.bytes("reserved", &reserved, count: 10)
        try fields.group("matrix", &matrix)
        try fields.bytes("pre_defined", &predefined, count: 24)
        try fields.integer("next_track_ID", &nextTrackID)
    }
}
