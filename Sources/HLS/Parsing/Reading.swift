/// A playlist as it was read, and what is wrong with it.
public struct Reading: Sendable {
    /// How a playlist is read. The value is the same; the findings and what is refused differ.
    public enum Mode: Sendable {
        /// Every rule that can be checked in one playlist's text.
        case strict
        /// What a player needs: only what is wrong with the text as such, and slips of form are no ground for refusal.
        case lenient
    }

    /// The best that could be made of the text. With a `refusal` it is for reports only.
    public var playlist: Playlist
    /// Broken rules in the order of the text. Many findings of one rule are cut, see ``suppressed``.
    public var findings: [Finding]
    /// The finding for which a client has to refuse the playlist; `nil`, it may be played.
    public var refusal: Finding?
    /// The first limit of ``ReadingLimits`` that was reached: some of the text was left out, and what is wrong there was
    /// not found. `nil`, all of it was read.
    public var limit: Finding?
    /// Whether the text was read to its end. One that was not is held only against rules that what follows cannot keep.
    public var isReadToEnd: Bool
    /// How many more findings of a rule there are, by its id.
    public var suppressed: [String: Int]
    /// EXT-X-VERSION as written; `nil` without the tag.
    public var declaredVersion: UInt64?
    /// The variables and their values at the end: what a multivariant playlist hands to its media playlists.
    public var variables: [String: String]
    /// Where the parts of the playlist stand in the text.
    public var locations: SourceLocations
}

/// What a playlist needs to know that is not in its text.
public struct ReadingContext: Sendable {
    /// The playlist's own URI, after redirects: for EXT-X-DEFINE:QUERYPARAM and for telling whether two references
    /// name one resource.
    public var uri: String?
    /// The variables of the multivariant playlist that led here; `nil` for a media playlist that was loaded alone.
    public var multivariantVariables: [String: String]?
    /// Limits for a text from somewhere else.
    public var limits: ReadingLimits

    /// What is known; all of it may be left out.
    public init(
        uri: String? = nil, multivariantVariables: [String: String]? = nil, limits: ReadingLimits = ReadingLimits()
    ) {
        self.uri = uri
        self.multivariantVariables = multivariantVariables
        self.limits = limits
    }
}

/// How much of a playlist is read. What goes past a limit is refused, so memory stays bounded for any text.
public struct ReadingLimits: Sendable {
    /// Bytes of text, 64 MiB unless set.
    public var bytes = 64 << 20
    /// Lines that become something: URIs, tags and comments, 600,000 unless set. A two-second segment each, that is
    /// seven days.
    public var items = 600_000
    /// Attributes of one tag, 500 unless set.
    public var attributesOfOneTag = 500
    /// Keys that apply to one segment, each of a KEYFORMAT of its own, 16 unless set: every segment has a list of them.
    public var keysOfOneSegment = 16

    /// The limits as described.
    public init() {}
}

/// Where the parts of a playlist stand in its text, for messages.
public struct SourceLocations: Sendable {
    /// The first of each tag that stands once.
    public var tags: [Tag: SourcePosition] = [:]
    /// The line of each segment's EXTINF, or of its URI where that is missing.
    public var segments: [Int] = []
    /// The line of each segment's URI.
    public var segmentURIs: [Int] = []
    /// EXT-X-DATERANGE tags.
    public var dateRanges: [SourcePosition] = []
    /// EXT-X-PRELOAD-HINT tags.
    public var preloadHints: [SourcePosition] = []
    /// EXT-X-RENDITION-REPORT tags.
    public var renditionReports: [SourcePosition] = []
    /// EXT-X-MEDIA tags.
    public var renditions: [SourcePosition] = []
    /// EXT-X-STREAM-INF tags.
    public var variants: [SourcePosition] = []
    /// EXT-X-I-FRAME-STREAM-INF tags.
    public var iFrameVariants: [SourcePosition] = []
    /// EXT-X-SESSION-DATA tags.
    public var sessionData: [SourcePosition] = []
    /// EXT-X-SESSION-KEY tags.
    public var sessionKeys: [SourcePosition] = []
}
