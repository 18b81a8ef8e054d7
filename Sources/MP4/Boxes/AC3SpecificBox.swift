/// What an AC-3 decoder needs first (ETSI TS 102 366 §F.4).
public struct AC3SpecificBox: BoxContent {
    /// `dac3`.
    public static let type: FourCC = "dac3"
    /// 0 48 kHz, 1 44.1 kHz, 2 32 kHz.
    public var fscod: UInt8 = 0
    /// Version of the bit stream.
    public var bsid: UInt8 = 8
    /// 0 complete main …
    public var bsmod: UInt8 = 0
    /// 1 mono, 2 stereo, 7 three front and two back …
    public var acmod: UInt8 = 2
    /// Whether there is a low-frequency channel.
    public var lfeon = false
    /// 0 is 32 kbit/s, 18 is 640 kbit/s.
    public var bitRateCode: UInt8 = 0
    private var reserved: UInt8 = 0

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.bits("fscod", &fscod, 2)
        try fields.bits("bsid", &bsid, 5)
        try fields.bits("bsmod", &bsmod, 3)
        try fields.bits("acmod", &acmod, 3)
        try fields.flag("lfeon", &lfeon)
        try fields.bits("bit_rate_code", &bitRateCode, 5)
        try fields.bits("reserved", &reserved, 5)
    }

    /// Channels that come out.
    public var channels: Int { channelCounts[Int(acmod & 7)] + (lfeon ? 1 : 0) }
}
