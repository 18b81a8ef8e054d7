/// When a fragment was made (ISO/IEC 14496-12 §8.16.5).
public struct ProducerReferenceTimeBox: BoxContent {
    /// `prft`.
    public static let type: FourCC = "prft"
    /// Version of the syntax.
    public var version: UInt8 = 1
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// The track whose time it is.
    public var referenceTrackID: UInt32 = 1
    /// Seconds since 1900 in 32.32 fixed point.
    public var ntpTimestamp: UInt64 = 0
    /// The same moment in ticks of the track.
    public var mediaTime: UInt64 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.integer("reference_track_ID", &referenceTrackID)
        try fields.integer("ntp_timestamp", &ntpTimestamp, format: .hexadecimal)
        try fields.integer("media_time", &mediaTime, byteCount: version == 1 ? 8 : 4)
    }
}
