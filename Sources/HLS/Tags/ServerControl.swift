/// EXT-X-SERVER-CONTROL: what the server offers for playlist requests, and how far from the end to play. §4.4.3.8.
public struct ServerControl: Hashable, Sendable {
    /// CAN-SKIP-UNTIL: the skip boundary, in seconds from the end.
    public var canSkipUntil: ExactDecimal?
    /// CAN-SKIP-DATERANGES=YES.
    public var canSkipDateRanges = false
    /// HOLD-BACK in seconds from the end.
    public var holdBack: ExactDecimal?
    /// PART-HOLD-BACK in seconds from the end, for low-latency play.
    public var partHoldBack: ExactDecimal?
    /// CAN-BLOCK-RELOAD=YES.
    public var canBlockReload = false
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A server that offers nothing yet.
    public init() {}
}

/// EXT-X-PART-INF: what holds for all partial segments. §4.4.3.7.
public struct PartInformation: Hashable, Sendable {
    /// PART-TARGET: the longest a part may be, in seconds.
    public var partTarget: ExactDecimal
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// The longest a part may be, in seconds.
    public init(partTarget: ExactDecimal) { self.partTarget = partTarget }
}

extension ServerControl {
    init(_ list: inout AttributeReader) {
        canSkipUntil = list.decimal("CAN-SKIP-UNTIL")
        canSkipDateRanges = list.isYes("CAN-SKIP-DATERANGES", .l11)
        holdBack = list.decimal("HOLD-BACK")
        partHoldBack = list.decimal("PART-HOLD-BACK")
        canBlockReload = list.isYes("CAN-BLOCK-RELOAD", .g29)
        otherAttributes = list.finish()
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.serverControl) { list in
            list.yes("CAN-BLOCK-RELOAD", canBlockReload)
            list.plain("CAN-SKIP-UNTIL", canSkipUntil)
            list.yes("CAN-SKIP-DATERANGES", canSkipDateRanges)
            list.plain("HOLD-BACK", holdBack)
            list.plain("PART-HOLD-BACK", partHoldBack)
            list.others(otherAttributes)
        }
    }
}

extension PartInformation {
    init?(_ list: inout AttributeReader) {
        let target = list.decimal("PART-TARGET", .l01)
        otherAttributes = list.finish()
        guard let target else {
            list.reportMissing("PART-TARGET", .l01)
            return nil
        }
        partTarget = target
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.partInf) { list in
            list.plain("PART-TARGET", partTarget)
            list.others(otherAttributes)
        }
    }
}
