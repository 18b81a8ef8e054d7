/// An event of a presentation (ISO/IEC 23009-1 §5.10.3.3).
public struct EventMessageBox: BoxContent {
    /// `emsg`.
    public static let type: FourCC = "emsg"
    /// Version of the syntax.
    public var version: UInt8 = 1
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// What kind of event.
    public var schemeIDURI: BoxText = ""
    /// More of the same.
    public var value: BoxText = ""
    /// Ticks per second of the times here.
    public var timescale: UInt32 = 1000
    /// In version 0 from the beginning of the segment, in version 1 of the presentation.
    public var presentationTime: UInt64 = 0
    /// All ones when it is not known.
    public var eventDuration: UInt32 = 0xFFFF_FFFF
    /// One event has one number.
    public var id: UInt32 = 0
    /// For the scheme to understand.
    public var messageData: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        if version == 0 { try codeNames(&fields) }
        try fields.integer("timescale", &timescale)
        if version == 0 {
            try fields.integer("presentation_time_delta", &presentationTime, byteCount: 4)
        } else {
            try fields.integer("presentation_time", &presentationTime)
        }
        try fields.integer("event_duration", &eventDuration)
        try fields.integer("id", &id)
        if version == 1 { try codeNames(&fields) }
        try fields.rest("message_data", &messageData)
    }

    private mutating func codeNames(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.text("scheme_id_uri", &schemeIDURI)
        try fields.text("value", &value)
    }
}
