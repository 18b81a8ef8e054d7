/// What a media playlist says: which segments there are, when they play, and where they are today.
///
/// Identity and timing last; URLs are replaced whenever the playlist is fetched again under new signatures.
struct MediaIndex: Hashable, Sendable {
    struct Segment: Hashable, Sendable {
        /// Media sequence number.
        var number: Int
        /// On the playlist's own line, from 0.
        var start: Duration
        var duration: Duration
        var location: Location
        /// Index into ``MediaIndex/initializations``.
        var initialization: Int?
        /// What comes here does not continue what came before.
        var isDiscontinuity: Bool

        var end: Duration { start + duration }
    }

    /// Absolute URL, and the bytes of it when they are not all of them.
    struct Location: Hashable, Sendable {
        var url: String
        var range: Range<Int>?
    }

    var segments: [Segment]
    var initializations: [Location]

    var duration: Duration { segments.last?.end ?? .zero }

    /// Whether the other has the same segments at the same times, wherever they are.
    func describesSameMedia(as other: MediaIndex) -> Bool {
        segments.count == other.segments.count && initializations.count == other.initializations.count
            && zip(segments, other.segments).allSatisfy { mine, theirs in
                mine.number == theirs.number && mine.duration == theirs.duration
                    && mine.initialization == theirs.initialization
                    && mine.location.range == theirs.location.range
            }
    }

    /// The first segment that is not over at `time`, judged at its middle so that timelines which differ by a little
    /// agree.
    func segment(at time: Duration) -> Int {
        var (low, high) = (0, segments.count)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].start + segments[middle].duration / 2 <= time {
                low = middle + 1
            } else {
                high = middle
            }
        }
        return low
    }
}
