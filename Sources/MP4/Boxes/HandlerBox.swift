/// What kind of media a track is (ISO/IEC 14496-12 §8.4.3).
public struct HandlerBox: BoxContent {
    /// `hdlr`.
    public static let type: FourCC = "hdlr"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// `vide`, `soun`, `text`, `subt`, `meta` …
    public var handlerType: FourCC = "vide"
    /// For people.
    public var name: BoxText = ""
    var predefined: UInt32 = 0
    var reserved = [UInt8](repeating: 0, count: 12)

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("pre_defined", &predefined)
        try fields.code("handler_type", &handlerType)
        try fields.bytes("reserved", &reserved, count: 12)
        try fields.text("name", &name)
    }
}
