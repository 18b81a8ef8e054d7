/// Bits per second of one playlist.
struct PlaylistRates {
    /// At least this at some time; 0 where nothing is known.
    var leastPeak = 0.0
    /// At most this at any time; `nil` where it is not known.
    var mostPeak: Double?
    var average: Double?

    static let unknown = PlaylistRates()

    /// For each choice, the largest; not known where any is not.
    func or(_ other: PlaylistRates) -> PlaylistRates {
        PlaylistRates(
            leastPeak: max(leastPeak, other.leastPeak),
            mostPeak: mostPeak.flatMap { own in other.mostPeak.map { max(own, $0) } },
            average: average.flatMap { own in other.average.map { max(own, $0) } })
    }

    /// Of what plays together.
    func and(_ other: PlaylistRates) -> PlaylistRates {
        PlaylistRates(
            leastPeak: leastPeak + other.leastPeak,
            mostPeak: mostPeak.flatMap { own in other.mostPeak.map { own + $0 } },
            average: average.flatMap { own in other.average.map { own + $0 } })
    }
}

extension PlaylistRates {
    /// What the byte ranges of a playlist say.
    init(_ member: ReadMember) {
        guard member.isComplete, !member.playlist.isIFramesOnly, member.target > 0, !member.playlist.segments.isEmpty,
            let sizes = Sizes(member.playlist)
        else { return }
        average = sizes.bits.last! / sizes.seconds.last!
        mostPeak = sizes.largestRate
        leastPeak = sizes.peak(target: member.target)
    }

    /// Sums of sizes and durations up to each segment.
    private struct Sizes {
        var bits = [0.0]
        var seconds = [0.0]
        /// Of one segment. No run of segments has a higher rate than its highest segment.
        var largestRate = 0.0

        /// `nil` when any segment's size or duration is not known.
        init?(_ playlist: MediaPlaylist) {
            for index in playlist.segments.indices {
                guard let length = playlist.segments[index].byteRange?.length, !playlist.segments[index].isGap,
                    let duration = playlist.segments[index].duration?.doubleValue, duration > 0
                else { return nil }
                bits.append(bits[index] + 8 * Double(length))
                seconds.append(seconds[index] + duration)
                largestRate = max(largestRate, 8 * Double(length) / duration)
            }
        }

        /// The largest rate of a run that lasts half a target duration at least, and at most one and a half and half a
        /// second. Of very short segments only runs of a few are looked at, so that it may be less than the peak.
        func peak(target: Double) -> Double {
            var peak = 0.0
            for start in 0..<(bits.count - 1) {
                for end in (start + 1)..<min(bits.count, start + 33) {
                    let length = seconds[end] - seconds[start]
                    if length > 1.5 * target + 0.5 { break }
                    if length >= 0.5 * target { peak = max(peak, (bits[end] - bits[start]) / length) }
                }
            }
            return peak
        }
    }
}
