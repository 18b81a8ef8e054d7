/// One media segment: its URI line and everything that applies to it. §4.4.4.
public struct MediaSegment: Hashable, Sendable {
    /// As given, to resolve against the playlist's URI. A line cannot say an empty one, so such a segment is written as a
    /// gap.
    public var uri: String
    /// EXTINF in seconds; `nil` when it is missing or no number, as only a broken playlist has it.
    public var duration: ExactDecimal?
    /// What follows the comma of EXTINF.
    public var title: String
    /// EXT-X-BYTERANGE; absent, the segment is the whole resource.
    public var byteRange: ByteSubrange?
    /// EXT-X-GAP: the segment is not available.
    public var isGap = false
    /// How many EXT-X-DISCONTINUITY tags stand before it. Each adds one to the discontinuity sequence number.
    public var discontinuities = 0
    /// EXT-X-PROGRAM-DATE-TIME of its first sample, where the playlist gives it here.
    public var programDateTime: DateTime?
    /// EXT-X-BITRATE that is in force, in kbit/s. It says nothing about a segment with a byte range.
    public var bitrate: UInt64?
    /// EXT-X-BITRATE where it applies, in kbit/s: not to a segment with a byte range. §4.4.4.8.
    public var appliedBitrate: UInt64? { byteRange == nil ? bitrate : nil }
    /// The keys in force, one of each KEYFORMAT; empty, the segment is clear.
    public var keys: [Key] = []
    /// The init section in force. No tag ends one, so a segment without may not follow one with.
    public var initializationSection: InitializationSection? {
        get { sharedSection?.value }
        set { sharedSection = newValue.map(SharedSection.init) }
    }
    /// Many segments have one section, so it is stored once.
    var sharedSection: SharedSection?
    /// Its partial segments.
    public var parts: [PartialSegment] = []
    /// Lines before its URI that this library does not know, and comments.
    public var otherLines: [UninterpretedLine] = []

    /// A segment by its place and its seconds.
    public init(
        uri: String, duration: ExactDecimal?, title: String = "", byteRange: ByteSubrange? = nil,
        initializationSection: InitializationSection? = nil
    ) {
        self.uri = uri
        self.duration = duration
        self.title = title
        self.byteRange = byteRange
        sharedSection = initializationSection.map(SharedSection.init)
    }

    var hasNoInitializationSection: Bool { sharedSection == nil }
}

/// An init section that several segments refer to.
final class SharedSection: Hashable, Sendable {
    let value: InitializationSection

    init(_ value: InitializationSection) { self.value = value }

    static func == (left: SharedSection, right: SharedSection) -> Bool { left === right || left.value == right.value }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// What stands after the last URI line of a playlist that is still growing: parts and tags of the segment to come.
public struct UpcomingSegment: Hashable, Sendable {
    /// How many EXT-X-DISCONTINUITY tags stand before it.
    public var discontinuities = 0
    /// EXT-X-PROGRAM-DATE-TIME of its first sample.
    public var programDateTime: DateTime?
    /// EXT-X-BITRATE in force, in kbit/s.
    public var bitrate: UInt64?
    /// The keys in force.
    public var keys: [Key] = []
    /// The init section in force.
    public var initializationSection: InitializationSection?
    /// Its partial segments so far.
    public var parts: [PartialSegment] = []

    /// A segment of which nothing is known yet.
    public init() {}
}
