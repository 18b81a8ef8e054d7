/// EXT-X-SESSION-DATA: data that comes with the multivariant playlist. §4.4.6.4.
public struct SessionData: Hashable, Sendable {
    /// Where the data is.
    public enum Content: Hashable, Sendable {
        /// VALUE.
        case value(String)
        /// URI, as given, and FORMAT; absent means JSON.
        case resource(uri: String, format: Format?)
    }

    /// FORMAT of the resource.
    public enum Format: String, Hashable, Sendable {
        /// An object or an array of JSON.
        case json = "JSON"
        /// Bytes that are not interpreted.
        case raw = "RAW"
    }

    /// DATA-ID, a reverse domain name.
    public var dataID: String
    /// Where the data is.
    public var content: Content
    /// LANGUAGE of the value, a tag of RFC 5646.
    public var language: String?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// Data under a name.
    public init(dataID: String, content: Content, language: String? = nil) {
        self.dataID = dataID
        self.content = content
        self.language = language
    }
}

extension SessionData {
    init?(_ list: inout AttributeReader) {
        let dataID = list.quoted("DATA-ID")
        let value = list.quoted("VALUE")
        let uri = list.uri("URI")
        let format: Format? = list.enumerated("FORMAT", .p37)
        language = list.quoted("LANGUAGE")
        otherAttributes = list.finish()
        list.reportMissing("DATA-ID", .p37)
        if list.has("VALUE") == list.has("URI") {
            list.report(.p37, "\(list.has("VALUE") ? "both" : "neither") of VALUE and URI")
        }
        guard let dataID else { return nil }
        self.dataID = dataID
        if let value {
            content = .value(value)
        } else if let uri {
            content = .resource(uri: uri, format: format)
        } else {
            return nil
        }
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.sessionData) { list in
            list.quoted("DATA-ID", dataID)
            switch content {
            case .value(let value): list.quoted("VALUE", value)
            case .resource(let uri, let format):
                list.quoted("URI", uri)
                list.word("FORMAT", format)
            }
            list.quoted("LANGUAGE", language)
            list.others(otherAttributes)
        }
    }
}
