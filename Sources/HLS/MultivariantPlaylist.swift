/// A multivariant playlist: the variants of one presentation and the renditions they use. §4.4.6.
public struct MultivariantPlaylist: Hashable, Sendable {
    /// The least EXT-X-VERSION to write. What is written is this or, when the content needs more, ``minimumVersion``.
    public var versionFloor: UInt64 = 1
    /// EXT-X-INDEPENDENT-SEGMENTS, for all media playlists.
    public var hasIndependentSegments = false
    /// EXT-X-START, for all media playlists.
    public var start: StartPoint?
    /// EXT-X-DEFINE tags. In a playlist that was read, references are already replaced everywhere.
    public var definitions: [VariableDefinition] = []
    /// EXT-X-CONTENT-STEERING.
    public var contentSteering: ContentSteering?
    /// EXT-X-SESSION-DATA tags.
    public var sessionData: [SessionData] = []
    /// EXT-X-SESSION-KEY tags.
    public var sessionKeys: [Key] = []
    /// EXT-X-MEDIA tags, in their order.
    public var renditions: [Rendition] = []
    /// EXT-X-STREAM-INF tags with their URI lines, in their order: the first is played first.
    public var variants: [VariantStream] = []
    /// EXT-X-I-FRAME-STREAM-INF tags.
    public var iFrameVariants: [IFrameVariantStream] = []
    /// Lines this library does not know, and comments.
    public var otherLines: [UninterpretedLine] = []

    /// An empty playlist.
    public init() {}

    /// The renditions of one group, in their order.
    public func renditions(_ kind: Rendition.Kind, inGroup id: String) -> [Rendition] {
        renditions.filter { $0.kind == kind && $0.groupID == id }
    }
}
