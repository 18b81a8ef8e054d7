/// What has been read of the segment whose URI line is still to come, and what stays in force after it.
struct SegmentUnderway {
    // Of the next segment only.
    var duration: ExactDecimal?
    var title = ""
    var durationLine: Int?
    var byteRange: (range: ByteSubrange, line: TextLine)?
    var isGap = false
    var gapLine = 0
    var discontinuities = 0
    var programDateTime: DateTime?
    var parts: [PartialSegment] = []
    var otherLines: [UninterpretedLine] = []

    // In force until changed.
    var keys: [Key] = []
    var section: SharedSection?
    var bitrate: UInt64?

    /// Above which segment METHOD=NONE stood first, be EXT-X-SKIP before it or behind.
    var keysEndAt: Int?
    /// KEYFORMATs of the EXT-X-KEY tags since the last URI line.
    var keysSinceURI: [String] = []
    /// Whether keys, init section or bit rate changed since the last URI line.
    var hasChangedState = false
    /// The line of the first tag since the last URI line that changes what applies to the next segment.
    var changeLine: Int?
    /// Whether a segment tag or a URI has been seen, so that lines belong to segments.
    var isInBody = false
    var hasSeenPart = false
    var hasSeenDiscontinuity = false
    /// Where the last sub-range ended: a following one without an offset begins there.
    var lastRange: PrecedingRange?
    var lastPartRange: PrecedingRange?

    /// Forgets what was of one segment only.
    mutating func startNext() {
        duration = nil
        if !title.isEmpty { title = "" }
        durationLine = nil
        if byteRange != nil { byteRange = nil }
        isGap = false
        discontinuities = 0
        programDateTime = nil
        if !parts.isEmpty { parts = [] }
        if !otherLines.isEmpty { otherLines = [] }
        hasChangedState = false
        changeLine = nil
        lastPartRange = nil
    }
}

/// The sub-range that stands before another.
struct PrecedingRange {
    var uri: String
    /// The byte after it; `nil` when its own offset is not known.
    var end: UInt64?

    /// `nil` when it ends past what can be counted.
    init?(_ range: ByteSubrange, of uri: String) {
        if range.offset != nil, range.end == nil { return nil }
        self.uri = uri
        end = range.end
    }
}
