/// EXT-X-MAP: the Media Initialization Section of the segments that follow. §4.4.4.5.
public struct InitializationSection: Hashable, Sendable {
    /// As given, to resolve against the playlist's URI.
    public var uri: String
    /// The part of the resource; absent, all of it.
    public var byteRange: ByteSubrange?
    /// The keys that applied where the tag stands, which may differ from those of a segment that uses it.
    public var keys: [Key]
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A section by its place.
    public init(uri: String, byteRange: ByteSubrange? = nil, keys: [Key] = []) {
        self.uri = uri
        self.byteRange = byteRange
        self.keys = keys
    }
}

extension InitializationSection {
    init?(_ list: inout AttributeReader, keys: [Key]) {
        let uri = list.uri("URI")
        byteRange = list.byteRange("BYTERANGE", .s10)
        otherAttributes = list.finish()
        self.keys = keys
        if let range = byteRange, range.offset == nil {
            list.report(.s10, at: list.position(of: "BYTERANGE"), "BYTERANGE has no offset")
            byteRange?.offset = 0
            byteRange?.isContinuation = false
        }
        guard let uri else {
            list.reportMissing("URI", .s10)
            return nil
        }
        self.uri = uri
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.map) { list in
            list.quoted("URI", uri)
            list.quoted("BYTERANGE", byteRange?.description)
            list.others(otherAttributes)
        }
    }
}
