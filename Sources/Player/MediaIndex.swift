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
        /// `nil` when it is clear.
        var encryption: Encryption?
        /// Index into ``MediaIndex/initializations``.
        var initialization: Int?
        /// What comes here does not continue what came before.
        var isDiscontinuity: Bool

        var end: Duration { start + duration }
    }

    struct Initialization: Hashable, Sendable {
        var location: Location
        var encryption: Encryption?
    }

    struct ContentKey: Hashable, Sendable {
        var id: ContentKeyID
        var location: Location
    }

    /// AES-128 of the whole.
    struct Encryption: Hashable, Sendable {
        /// Index into ``MediaIndex/keys``.
        var key: Int
        /// 16 bytes.
        var vector: [UInt8]
    }

    /// Absolute URL, and the bytes of it when they are not all of them.
    struct Location: Hashable, Sendable {
        var url: String
        var range: Range<Int>?
    }

    var segments: [Segment]
    var initializations: [Initialization]
    /// One of each id.
    var keys: [ContentKey] = []

    var duration: Duration { segments.last?.end ?? .zero }

    /// Whether the other has the same segments at the same times, wherever they are. A key's id may change with a URL that
    /// nobody knows how to strip of its signature; which segments have one key, and their vectors, may not.
    func describesSameMedia(as other: MediaIndex) -> Bool {
        segments.count == other.segments.count
            && initializations.map(\.encryption) == other.initializations.map(\.encryption)
            && zip(segments, other.segments).allSatisfy { mine, theirs in
                mine.number == theirs.number && mine.duration == theirs.duration
                    && mine.initialization == theirs.initialization && mine.encryption == theirs.encryption
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
