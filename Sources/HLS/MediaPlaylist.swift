/// A media playlist: the segments of one rendition, and what is said about them. §4.4.3.
public struct MediaPlaylist: Hashable, Sendable {
    /// The least EXT-X-VERSION to write. What is written is this or, when the content needs more, ``minimumVersion``.
    public var versionFloor: UInt64 = 1
    /// EXT-X-INDEPENDENT-SEGMENTS.
    public var hasIndependentSegments = false
    /// EXT-X-START.
    public var start: StartPoint?
    /// EXT-X-DEFINE tags. In a playlist that was read, references are already replaced everywhere.
    public var definitions: [VariableDefinition] = []
    /// EXT-X-TARGETDURATION in seconds; `nil` only in a broken playlist.
    public var targetDuration: UInt64?
    /// EXT-X-MEDIA-SEQUENCE; absent means 0.
    public var mediaSequence: UInt64?
    /// EXT-X-DISCONTINUITY-SEQUENCE; absent means 0.
    public var discontinuitySequence: UInt64?
    /// EXT-X-ENDLIST: nothing will be added.
    public var isEnded = false
    /// EXT-X-PLAYLIST-TYPE.
    public var playlistType: PlaylistType?
    /// EXT-X-I-FRAMES-ONLY: each segment is one I-frame.
    public var isIFramesOnly = false
    /// EXT-X-PART-INF.
    public var partInformation: PartInformation?
    /// EXT-X-SERVER-CONTROL.
    public var serverControl: ServerControl?
    /// EXT-X-SKIP: the playlist is a delta update.
    public var skip: Skip?
    /// The segments that are listed.
    public var segments: [MediaSegment] = []
    /// What is known of the segment after the last, in a playlist that grows.
    public var upcomingSegment: UpcomingSegment?
    /// EXT-X-DATERANGE tags, wherever they stand.
    public var dateRanges: [DateRange] = []
    /// EXT-X-PRELOAD-HINT tags.
    public var preloadHints: [PreloadHint] = []
    /// EXT-X-RENDITION-REPORT tags.
    public var renditionReports: [RenditionReport] = []
    /// Lines before the first segment's that this library does not know, and comments.
    public var otherLines: [UninterpretedLine] = []
    /// Lines after the last segment's URI that this library does not know, and comments.
    public var trailingLines: [UninterpretedLine] = []

    /// An empty playlist. The target duration is in seconds.
    public init(targetDuration: UInt64?, playlistType: PlaylistType? = nil) {
        self.targetDuration = targetDuration
        self.playlistType = playlistType
    }

    /// The media sequence number of the first listed segment: EXT-X-MEDIA-SEQUENCE and the segments skipped. §6.3.2
    public var firstMediaSequenceNumber: UInt64 {
        (mediaSequence ?? 0).addingReportingOverflow(skip?.skippedSegments ?? 0).partialValue
    }

    /// The media sequence number of `segments[index]`.
    public func mediaSequenceNumber(at index: Int) -> UInt64 { firstMediaSequenceNumber &+ UInt64(index) }

    /// The sum of all EXTINF, exact where it fits 18 digits after the point and 64 bits; else the nearest span.
    public var duration: Duration {
        var exact: ExactDecimal? = .zero
        var span = Duration.zero
        for case let seconds? in segments.lazy.map(\.duration) {
            exact = exact?.adding(seconds)
            if exact == nil { break }
        }
        if let exact { return exact.duration }
        for case let seconds? in segments.lazy.map(\.duration) where span < .seconds(Int64.max / 4) {
            span += min(seconds.duration, .seconds(Int64.max / 4))
        }
        return span
    }
}
