/// How composition and decode times stand to each other (ISO/IEC 14496-12 §8.6.1.4).
public struct CompositionToDecodeBox: BoxContent {
    /// `cslg`.
    public static let type: FourCC = "cslg"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// Added to composition times, none is before its decode time.
    public var compositionToDecodeShift: Int64 = 0
    /// The smallest composition offset.
    public var leastDecodeToDisplayDelta: Int64 = 0
    /// The largest composition offset.
    public var greatestDecodeToDisplayDelta: Int64 = 0
    /// The smallest composition time.
    public var compositionStartTime: Int64 = 0
    /// The end of the last sample to be shown; 0 when it is not known.
    public var compositionEndTime: Int64 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.signed("compositionToDTSShift", &compositionToDecodeShift, isWide: version == 1)
        try fields.signed("leastDecodeToDisplayDelta", &leastDecodeToDisplayDelta, isWide: version == 1)
        try fields.signed("greatestDecodeToDisplayDelta", &greatestDecodeToDisplayDelta, isWide: version == 1)
        try fields.signed("compositionStartTime", &compositionStartTime, isWide: version == 1)
        try fields.signed("compositionEndTime", &compositionEndTime, isWide: version == 1)
    }
}
