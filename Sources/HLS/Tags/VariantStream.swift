/// EXT-X-STREAM-INF and its URI line: one variant stream. §4.4.6.2.
///
/// What it shares with I-frame variants is reached as if it stood here: `variant.bandwidth`, `variant.codecs`.
@dynamicMemberLookup
public struct VariantStream: Hashable, Sendable {
    /// CLOSED-CAPTIONS.
    public enum ClosedCaptions: Hashable, Sendable {
        /// NONE: no variant has captions.
        case none
        /// A group of renditions.
        case group(String)
    }

    /// Its media playlist, as given, to resolve against the multivariant playlist's URI. A line cannot say an empty one, so
    /// such a variant is not written.
    public var uri: String
    /// What it shares with I-frame variants.
    public var attributes: StreamAttributes
    /// FRAME-RATE: the largest of all video, to three decimals.
    public var frameRate: ExactDecimal?
    /// AUDIO: a group of renditions.
    public var audioGroup: String?
    /// SUBTITLES: a group of renditions.
    public var subtitlesGroup: String?
    /// CLOSED-CAPTIONS.
    public var closedCaptions: ClosedCaptions?

    /// A variant by its place and its peak in bits per second.
    public init(uri: String, bandwidth: UInt64) {
        self.init(uri: uri, attributes: StreamAttributes(bandwidth: bandwidth))
    }

    init(uri: String, attributes: StreamAttributes) {
        self.uri = uri
        self.attributes = attributes
    }

    /// A shared attribute.
    public subscript<Value>(dynamicMember path: WritableKeyPath<StreamAttributes, Value>) -> Value {
        get { attributes[keyPath: path] }
        set { attributes[keyPath: path] = newValue }
    }
}

/// EXT-X-I-FRAME-STREAM-INF: one I-frame variant. §4.4.6.3.
///
/// What it shares with other variants is reached as if it stood here: `variant.bandwidth`, `variant.codecs`.
@dynamicMemberLookup
public struct IFrameVariantStream: Hashable, Sendable {
    /// Its I-frame playlist, as given, to resolve against the multivariant playlist's URI.
    public var uri: String
    /// What it shares with other variants.
    public var attributes: StreamAttributes

    /// An I-frame variant by its place and its peak in bits per second.
    public init(uri: String, bandwidth: UInt64) {
        self.init(uri: uri, attributes: StreamAttributes(bandwidth: bandwidth))
    }

    init(uri: String, attributes: StreamAttributes) {
        self.uri = uri
        self.attributes = attributes
    }

    /// A shared attribute.
    public subscript<Value>(dynamicMember path: WritableKeyPath<StreamAttributes, Value>) -> Value {
        get { attributes[keyPath: path] }
        set { attributes[keyPath: path] = newValue }
    }
}

extension VariantStream {
    /// The tag; its URI is on the next line.
    init(_ list: inout AttributeReader) {
        uri = ""
        attributes = StreamAttributes(&list)
        frameRate = list.decimal("FRAME-RATE")
        audioGroup = list.quoted("AUDIO")
        subtitlesGroup = list.quoted("SUBTITLES")
        if let item = list.items.first(where: { $0.name == "CLOSED-CAPTIONS" }) {
            if !item.isQuoted, list.text(item.value) == "NONE" {
                _ = list.take(item.name)
                closedCaptions = ClosedCaptions.none
            } else {
                closedCaptions = list.quoted(item.name).map { .group($0) }
            }
        }
        attributes.otherAttributes = list.finish()
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.streamInf) { list in
            attributes.write(to: &list)
            list.plain("FRAME-RATE", frameRate)
            list.quoted("AUDIO", audioGroup)
            list.quoted("SUBTITLES", subtitlesGroup)
            switch closedCaptions {
            case nil: break
            case .some(.none): list.plain("CLOSED-CAPTIONS", "NONE")
            case .group(let id): list.quoted("CLOSED-CAPTIONS", id)
            }
            list.others(attributes.otherAttributes)
        }
        writer.uri(uri)
    }
}

extension IFrameVariantStream {
    init?(_ list: inout AttributeReader) {
        attributes = StreamAttributes(&list)
        let uri = list.uri("URI")
        for name in ["FRAME-RATE", "AUDIO", "SUBTITLES", "CLOSED-CAPTIONS"] {
            if let item = list.take(name) { list.report(.p04, at: item.start, "\(name) has no place here") }
        }
        attributes.otherAttributes = list.finish()
        guard let uri else {
            list.reportMissing("URI", .p03)
            return nil
        }
        self.uri = uri
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.iFrameStreamInf) { list in
            attributes.write(to: &list)
            list.quoted("URI", uri)
            list.others(attributes.otherAttributes)
        }
    }
}
