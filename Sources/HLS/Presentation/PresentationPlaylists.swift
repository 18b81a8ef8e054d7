/// The playlists of one presentation: a multivariant playlist, and the media playlists it names as far as they are at
/// hand. §4.4.6, §6.2.4.
///
/// It reads no file and fetches nothing: the caller asks ``members`` what is named and hands in the texts. What is wrong
/// with one text by itself is in its own ``Reading/findings``; ``report()`` has what is wrong between them.
public struct PresentationPlaylists: Sendable {
    /// A media playlist that the multivariant playlist names. Several tags may name one.
    public struct Member: Sendable {
        /// The reference, as the first tag that names it has it.
        public let uri: String
        /// The tags that name it.
        public internal(set) var roles: [Role]
        /// The media playlist as it was read; `nil` while it was not handed in.
        public internal(set) var reading: Reading?
        /// Where its text came from when the request was redirected.
        public internal(set) var location: String?
    }

    /// A tag of the multivariant playlist that names a media playlist, by its place in the list of its kind.
    public enum Role: Hashable, Sendable {
        /// EXT-X-STREAM-INF: one of ``MultivariantPlaylist/variants``.
        case variant(Int)
        /// EXT-X-MEDIA: one of ``MultivariantPlaylist/renditions``.
        case rendition(Int)
        /// EXT-X-I-FRAME-STREAM-INF: one of ``MultivariantPlaylist/iFrameVariants``.
        case iFrameVariant(Int)
    }

    /// The multivariant playlist's own URI, after redirects, where it is known.
    public let uri: String?
    /// The multivariant playlist as it was read.
    public let reading: Reading
    /// The multivariant playlist.
    public let multivariant: MultivariantPlaylist
    /// The media playlists in the order in which they are named first: variants, renditions, I-frame variants.
    public private(set) var members: [Member] = []
    private let limits: ReadingLimits
    private var indexByResource: [ResourceName: Int] = [:]

    /// The presentation of a multivariant playlist that was read; `nil` when it is none.
    public init?(_ reading: Reading, uri: String? = nil, limits: ReadingLimits = ReadingLimits()) {
        guard let multivariant = reading.playlist.multivariant else { return nil }
        self.uri = uri
        self.reading = reading
        self.multivariant = multivariant
        self.limits = limits
        for (index, variant) in multivariant.variants.enumerated() { name(variant.uri, .variant(index)) }
        for (index, rendition) in multivariant.renditions.enumerated() {
            if let uri = rendition.uri { name(uri, .rendition(index)) }
        }
        for (index, variant) in multivariant.iFrameVariants.enumerated() { name(variant.uri, .iFrameVariant(index)) }
    }

    /// The presentation of a multivariant playlist's text; `nil` when it is none. The URI is the playlist's own, after
    /// redirects.
    public init?(multivariant bytes: [UInt8], uri: String? = nil, limits: ReadingLimits = ReadingLimits()) {
        self.init(Playlist.parse(bytes, context: ReadingContext(uri: uri, limits: limits)), uri: uri, limits: limits)
    }

    private mutating func name(_ reference: String, _ role: Role) {
        let resource = ResourceName(reference, in: uri)
        if let index = indexByResource[resource] {
            members[index].roles.append(role)
        } else {
            indexByResource[resource] = members.count
            members.append(Member(uri: reference, roles: [role]))
        }
    }

    /// The place of a reference among ``members``, in any spelling that leads to the same URI; `nil` when the
    /// multivariant playlist does not name it.
    public func index(of reference: String) -> Int? { indexByResource[ResourceName(reference, in: uri)] }

    /// Reads the text of the media playlist that a reference of the multivariant playlist leads to, with the variables
    /// of that playlist. `location` is where the text came from when the request was redirected.
    ///
    /// What was read, or `nil` when the multivariant playlist has no such reference.
    @discardableResult
    public mutating func read(_ bytes: [UInt8], for reference: String, location: String? = nil) -> Reading? {
        guard let index = index(of: reference) else { return nil }
        let own = location ?? uri.map { URIReference(reference).resolved(against: URIReference($0)).description }
        let context = ReadingContext(
            uri: own ?? reference, multivariantVariables: reading.variables, limits: limits)
        let reading = Playlist.parse(bytes, context: context)
        members[index].reading = reading
        members[index].location = location
        return reading
    }
}
