/// EXT-X-PART: a partial segment. §4.4.4.9.
public struct PartialSegment: Hashable, Sendable {
    /// As given, to resolve against the playlist's URI.
    public var uri: String
    /// Seconds.
    public var duration: ExactDecimal
    /// INDEPENDENT=YES: a frame in it can be decoded without others.
    public var isIndependent: Bool
    /// The part of the resource; absent, all of it.
    public var byteRange: ByteSubrange?
    /// GAP=YES: it is not available.
    public var isGap: Bool
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A part by its place and its seconds.
    public init(
        uri: String, duration: ExactDecimal, isIndependent: Bool = false, byteRange: ByteSubrange? = nil,
        isGap: Bool = false
    ) {
        self.uri = uri
        self.duration = duration
        self.isIndependent = isIndependent
        self.byteRange = byteRange
        self.isGap = isGap
    }
}

extension PartialSegment {
    init?(_ list: inout AttributeReader) {
        let uri = list.uri("URI")
        let duration = list.decimal("DURATION", .l02)
        isIndependent = list.isYesOrMeantNo("INDEPENDENT")
        byteRange = list.byteRange("BYTERANGE", .s05)
        isGap = list.isYesOrMeantNo("GAP")
        otherAttributes = list.finish()
        guard let uri, let duration else {
            list.reportMissing("URI", .l02)
            list.reportMissing("DURATION", .l02)
            return nil
        }
        self.uri = uri
        self.duration = duration
    }

    func write(to writer: inout PlaylistWriter, byteRange: String?) {
        writer.tag(.part) { list in
            list.plain("DURATION", duration)
            list.quoted("URI", uri)
            list.quoted("BYTERANGE", byteRange)
            list.yes("INDEPENDENT", isIndependent)
            list.yes("GAP", isGap)
            list.others(otherAttributes)
        }
    }
}
