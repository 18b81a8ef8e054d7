/// EXT-X-CONTENT-STEERING: where the steering manifest is. §4.4.6.6.
public struct ContentSteering: Hashable, Sendable {
    /// SERVER-URI, as given; may be a `data:` URI.
    public var serverURI: String
    /// PATHWAY-ID to begin with; absent means `.`.
    public var pathwayID: String?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// The server, and the pathway to begin with.
    public init(serverURI: String, pathwayID: String? = nil) {
        self.serverURI = serverURI
        self.pathwayID = pathwayID
    }
}

extension ContentSteering {
    init?(_ list: inout AttributeReader) {
        let server = list.uri("SERVER-URI")
        pathwayID = list.quoted("PATHWAY-ID")
        otherAttributes = list.finish()
        guard let server else {
            list.reportMissing("SERVER-URI", .p35)
            return nil
        }
        serverURI = server
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.contentSteering) { list in
            list.quoted("SERVER-URI", serverURI)
            list.quoted("PATHWAY-ID", pathwayID)
            list.others(otherAttributes)
        }
    }
}
