/// EXT-X-PRELOAD-HINT: a resource that will be needed. §4.4.5.3.
public struct PreloadHint: Hashable, Sendable {
    /// What it is.
    public enum Kind: String, Hashable, Sendable {
        /// A partial segment.
        case part = "PART"
        /// An init section.
        case map = "MAP"
    }

    /// TYPE.
    public var kind: Kind
    /// As given, to resolve against the playlist's URI.
    public var uri: String
    /// BYTERANGE-START; absent means 0.
    public var byteRangeStart: UInt64?
    /// BYTERANGE-LENGTH; absent means to the end of the resource.
    public var byteRangeLength: UInt64?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A hint by its kind and place.
    public init(_ kind: Kind, uri: String, byteRangeStart: UInt64? = nil, byteRangeLength: UInt64? = nil) {
        self.kind = kind
        self.uri = uri
        self.byteRangeStart = byteRangeStart
        self.byteRangeLength = byteRangeLength
    }
}

extension PreloadHint {
    init?(_ list: inout AttributeReader) {
        let kind: Kind? = list.enumerated("TYPE", .l15)
        let uri = list.uri("URI")
        byteRangeStart = list.integer("BYTERANGE-START")
        byteRangeLength = list.integer("BYTERANGE-LENGTH")
        otherAttributes = list.finish()
        list.reportMissing("TYPE", .l15)
        list.reportMissing("URI", .l15)
        guard let kind, let uri else { return nil }
        self.kind = kind
        self.uri = uri
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.preloadHint) { list in
            list.word("TYPE", kind)
            list.quoted("URI", uri)
            list.plain("BYTERANGE-START", byteRangeStart)
            list.plain("BYTERANGE-LENGTH", byteRangeLength)
            list.others(otherAttributes)
        }
    }
}
