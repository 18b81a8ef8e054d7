/// EXT-X-RENDITION-REPORT: where another media playlist stands. §4.4.5.4.
///
/// An attribute may be left out when it equals the value of the playlist that holds the report.
public struct RenditionReport: Hashable, Sendable {
    /// Relative to the playlist that holds the report.
    public var uri: String
    /// LAST-MSN: media sequence number of its last segment, or of the last part's parent.
    public var lastMediaSequenceNumber: UInt64?
    /// LAST-PART: index of the last part in that segment.
    public var lastPart: UInt64?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A report on the playlist at `uri`.
    public init(uri: String, lastMediaSequenceNumber: UInt64? = nil, lastPart: UInt64? = nil) {
        self.uri = uri
        self.lastMediaSequenceNumber = lastMediaSequenceNumber
        self.lastPart = lastPart
    }
}

extension RenditionReport {
    init?(_ list: inout AttributeReader) {
        let uri = list.uri("URI")
        lastMediaSequenceNumber = list.integer("LAST-MSN")
        lastPart = list.integer("LAST-PART")
        otherAttributes = list.finish()
        guard let uri else {
            list.reportMissing("URI", .l19)
            return nil
        }
        self.uri = uri
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.renditionReport) { list in
            list.quoted("URI", uri)
            list.plain("LAST-MSN", lastMediaSequenceNumber)
            list.plain("LAST-PART", lastPart)
            list.others(otherAttributes)
        }
    }
}
