/// What the checks between playlists ask of one playlist's segments, gathered in one walk. Times are in seconds; they
/// are compared with tolerances of tenths at least, so they need not be exact.
struct Timeline {
    /// The segments of one discontinuity sequence number.
    struct Period {
        var sequenceNumber: UInt64
        var firstSegment: Int
        /// From the start of the playlist.
        var offset: Double
        var duration: Double
        /// Whether the discontinuity it begins with is in the playlist, so that its first segment is there too.
        var hasStart: Bool
    }

    /// Segments that follow each other in program date.
    struct DatedRun {
        var sequenceNumber: UInt64
        var firstSegment: Int
        /// Seconds since 1970.
        var start: Double
        var end: Double
        /// Whether it begins where its period does, at a discontinuity that is in the playlist.
        var isStartOfPeriod: Bool
    }

    private(set) var periods: [Period] = []
    private(set) var runs: [DatedRun] = []
    private(set) var duration = 0.0
    /// How much rounding or cutting off what EXTINF could not say can have changed the duration.
    private(set) var slack = 0.0
    /// The longest EXTINF.
    private(set) var longest = 0.0
    /// How many segments have EXT-X-PROGRAM-DATE-TIME.
    private(set) var datedSegments = 0

    init(_ playlist: MediaPlaylist) {
        var walk = Walk(sequenceNumber: playlist.discontinuitySequence ?? 0)
        for index in playlist.segments.indices {
            if index == 0 || playlist.segments[index].discontinuities > 0 {
                startPeriod(at: index, playlist.segments[index].discontinuities, &walk)
            }
            if let date = playlist.segments[index].programDateTime {
                datedSegments += 1
                note(date.seconds, at: index, &walk)
            }
            let (length, unit) = Self.length(playlist.segments[index].duration)
            advance(by: length, &walk)
            slack += unit
            longest = max(longest, length)
        }
    }

    /// Where the walk is.
    private struct Walk {
        var sequenceNumber: UInt64
        /// The date at which the next segment begins.
        var expected: Double?
        /// Seconds since the period began, while there is no date.
        var undated = 0.0
    }

    private mutating func startPeriod(at index: Int, _ discontinuities: Int, _ walk: inout Walk) {
        walk.sequenceNumber &+= UInt64(discontinuities)
        (walk.expected, walk.undated) = (nil, 0)
        periods.append(
            Period(
                sequenceNumber: walk.sequenceNumber, firstSegment: index, offset: duration, duration: 0,
                hasStart: discontinuities > 0))
    }

    /// A date less than a second from the expected one is drift; another begins a run. What stands undated before the
    /// first date of its period is dated backward, §6.3.3.
    private mutating func note(_ date: Double, at index: Int, _ walk: inout Walk) {
        defer { walk.expected = date }
        if let expected = walk.expected, abs(date - expected) < 1 { return }
        let period = periods[periods.count - 1]
        let isFirst = walk.expected == nil
        runs.append(
            DatedRun(
                sequenceNumber: walk.sequenceNumber, firstSegment: isFirst ? period.firstSegment : index,
                start: isFirst ? date - walk.undated : date, end: date,
                isStartOfPeriod: isFirst && period.hasStart))
    }

    private mutating func advance(by length: Double, _ walk: inout Walk) {
        duration += length
        periods[periods.count - 1].duration += length
        if let expected = walk.expected {
            walk.expected = expected + length
            runs[runs.count - 1].end = expected + length
        } else {
            walk.undated += length
        }
    }

    /// The seconds of EXTINF, and the unit of the last digit it has.
    private static func length(_ duration: ExactDecimal?) -> (Double, Double) {
        guard let duration, duration.mantissa > 0 else { return (0, 0) }
        return (duration.doubleValue, 1 / Double(ExactDecimal.powersOfTen[Int(duration.fractionDigits)]))
    }
}

extension DateTime {
    /// Since 1970, to the microsecond at least.
    fileprivate var seconds: Double { Double(secondsSince1970) + Double(nanoseconds) / 1e9 }
}

extension Double {
    /// Seconds for a message, to the millisecond.
    var shownSeconds: String {
        guard magnitude < 1e12 else { return "over 10^12" }
        let milliseconds = Int64((self * 1000).rounded())
        return ExactDecimal(milliseconds, over: 1000, fractionDigits: 3)?.trimmed ?? ""
    }
}

extension ExactDecimal {
    /// Without zeros at the end of what follows the point.
    fileprivate var trimmed: String {
        var (mantissa, digits) = (mantissa, fractionDigits)
        while digits > 0, mantissa % 10 == 0 { (mantissa, digits) = (mantissa / 10, digits - 1) }
        return ExactDecimal(unchecked: mantissa, digits).description
    }
}
