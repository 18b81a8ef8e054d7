/// EXT-X-MEDIA: one rendition of a group. §4.4.6.1.
public struct Rendition: Hashable, Sendable {
    /// TYPE.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// Sound.
        case audio = "AUDIO"
        /// Pictures, such as another angle.
        case video = "VIDEO"
        /// Text in a playlist of its own.
        case subtitles = "SUBTITLES"
        /// Text inside the segments of video; it has no URI.
        case closedCaptions = "CLOSED-CAPTIONS"
    }

    /// TYPE.
    public var kind: Kind
    /// Its media playlist, as given; absent, it is inside the variant's own segments.
    public var uri: String?
    /// GROUP-ID.
    public var groupID: String
    /// LANGUAGE, a tag of RFC 5646.
    public var language: String?
    /// ASSOC-LANGUAGE: another language in a role the viewer may need.
    public var associatedLanguage: String?
    /// NAME, for people; empty only where the tag lacks it.
    public var name: String
    /// STABLE-RENDITION-ID.
    public var stableRenditionID: String?
    /// DEFAULT; absent means NO.
    public var isDefault: Bool?
    /// AUTOSELECT; absent means NO.
    public var isAutoselect: Bool?
    /// FORCED, of subtitles; absent means NO.
    public var isForced: Bool?
    /// INSTREAM-ID: where closed captions are in the segments.
    public var instreamID: String?
    /// BIT-DEPTH of audio.
    public var bitDepth: UInt64?
    /// SAMPLE-RATE of audio, in hertz.
    public var sampleRate: UInt64?
    /// CHARACTERISTICS: media characteristic tags.
    public var characteristics: [String] = []
    /// CHANNELS of audio: the count, then after slashes the coding and the use.
    public var channels: String?
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []

    /// A rendition by its kind, group and name.
    public init(_ kind: Kind, groupID: String, name: String, uri: String? = nil) {
        self.kind = kind
        self.groupID = groupID
        self.name = name
        self.uri = uri
    }
}

extension Rendition {
    init?(_ list: inout AttributeReader) {
        let kind: Kind? = list.enumerated("TYPE", .p05)
        uri = list.uri("URI")
        let groupID = list.quoted("GROUP-ID")
        language = list.quoted("LANGUAGE")
        associatedLanguage = list.quoted("ASSOC-LANGUAGE")
        let name = list.quoted("NAME")
        stableRenditionID = list.quoted("STABLE-RENDITION-ID")
        isDefault = list.flag("DEFAULT", .g29)
        isAutoselect = list.flag("AUTOSELECT", .g29)
        isForced = list.flag("FORCED", .g29)
        instreamID = list.quoted("INSTREAM-ID")
        bitDepth = list.integer("BIT-DEPTH")
        sampleRate = list.integer("SAMPLE-RATE")
        characteristics = list.list("CHARACTERISTICS")
        channels = list.quoted("CHANNELS")
        otherAttributes = list.finish()
        for required in ["TYPE", "GROUP-ID", "NAME"] { list.reportMissing(required, .p05) }
        guard let kind, let groupID else { return nil }
        self.kind = kind
        self.groupID = groupID
        self.name = name ?? ""
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.media) { list in
            list.word("TYPE", kind)
            list.quoted("GROUP-ID", groupID)
            list.quoted("NAME", name.isEmpty ? nil : name)
            list.quoted("LANGUAGE", language)
            list.quoted("ASSOC-LANGUAGE", associatedLanguage)
            list.quoted("STABLE-RENDITION-ID", stableRenditionID)
            list.flag("DEFAULT", isDefault)
            list.flag("AUTOSELECT", isAutoselect)
            list.flag("FORCED", isForced)
            list.quoted("INSTREAM-ID", instreamID)
            list.plain("BIT-DEPTH", bitDepth)
            list.plain("SAMPLE-RATE", sampleRate)
            list.list("CHARACTERISTICS", characteristics)
            list.quoted("CHANNELS", channels)
            list.quoted("URI", uri)
            list.others(otherAttributes)
        }
    }
}
