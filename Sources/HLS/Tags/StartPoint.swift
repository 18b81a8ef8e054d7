/// EXT-X-START: where a player begins. §4.4.2.2.
public struct StartPoint: Hashable, Sendable {
    /// Seconds from the beginning; negative, from the end of the last segment.
    public var timeOffset: ExactDecimal
    /// Whether samples before the point are not shown, rather than the whole segment around it.
    public var isPrecise: Bool?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A point, in seconds from the beginning or, negative, from the end.
    public init(timeOffset: ExactDecimal, isPrecise: Bool? = nil) {
        self.timeOffset = timeOffset
        self.isPrecise = isPrecise
    }
}

extension StartPoint {
    init?(_ list: inout AttributeReader) {
        let offset = list.signedDecimal("TIME-OFFSET", .m16)
        isPrecise = list.flag("PRECISE", .m16)
        otherAttributes = list.finish()
        guard let offset else {
            list.reportMissing("TIME-OFFSET", .m16)
            return nil
        }
        timeOffset = offset
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.start) { list in
            list.plain("TIME-OFFSET", timeOffset)
            list.flag("PRECISE", isPrecise)
            list.others(otherAttributes)
        }
    }
}
