internal import MediaTypes

/// The boundaries of a version's segments: design §3, Grid.
enum BoundaryGrid {
    /// What a segment is meant to last.
    static let target: Int64 = 2
    /// A piece shorter than this joins its neighbour.
    static let shortest = MediaTime(milliseconds: 500)

    /// The first frame of each segment, and the number of frames.
    static func cuts(of clock: FrameClock, hasAudio: Bool) -> [Int] {
        var cuts =
            switch clock.pacing {
            case .constant(let rate): Array(stride(from: 0, to: clock.count, by: framesPerSegment(at: rate)))
            case .variable(let times): variableCuts(times, clock.timescale)
            }
        cuts.append(clock.count)
        return joiningTail(cuts, hasAudio: hasAudio) { MediaTime(clock[$0], clock.timescale) }
    }

    /// The cuts of audio alone, in AAC frames: those nearest to multiples of the target.
    static func cuts(ofAudioFrames count: Int64) -> [Int64] {
        var cuts: [Int64] = [0]
        while true {
            let next = AudioClock.frames(nearest: MediaTime(target * Int64(cuts.count), Timescale(1)))
            if next >= count { break }
            cuts.append(next)
        }
        cuts.append(count)
        return joiningTail(cuts, hasAudio: false) {
            MediaTime($0 * AudioClock.frameLength, AudioClock.timescale)
        }
    }

    /// round(2 × rate): 60 at 29.97.
    static func framesPerSegment(at rate: FrameRate) -> Int {
        let count = rounded(
            Int128(target) * Int128(rate.numerator), over: Int128(rate.denominator), .nearest)
        return max(1, Int(count))
    }

    /// Boundary k is the first frame at or after k targets. Where a frame that was held long brings two boundaries
    /// close together, the second is left out, so that no segment is a sliver.
    private static func variableCuts(_ times: [Int64], _ scale: Timescale) -> [Int] {
        let span = target * Int64(scale.ticksPerSecond)
        let least = shortest.ticks(of: scale, rounding: .up)
        var cuts = [0]
        var boundary = span
        for (index, time) in times.enumerated() where time >= boundary {
            boundary = (time / span + 1) * span
            if time - times[cuts[cuts.count - 1]] >= least { cuts.append(index) }
        }
        return cuts
    }

    /// Joins a last piece under half a second to the one before it, when no segment of any track then exceeds the
    /// target duration that holds without it.
    private static func joiningTail<Cut>(
        _ cuts: [Cut], hasAudio: Bool, time: (Cut) -> MediaTime
    ) -> [Cut] {
        guard cuts.count > 2 else { return cuts }
        let times = cuts.map(time)
        guard times[times.count - 1] - times[times.count - 2] < shortest else { return cuts }
        let joined = cuts.dropLast(2) + cuts.suffix(1)
        let limit = TargetDuration.seconds(of: lengths(times.dropLast(), hasAudio))
        return TargetDuration.seconds(of: lengths(joined.map(time), hasAudio)) <= limit ? Array(joined) : cuts
    }

    private static func lengths(_ times: [MediaTime], _ hasAudio: Bool) -> [MediaTime] {
        var lengths = zip(times, times.dropFirst()).map { $1 - $0 }
        if hasAudio {
            let cuts = AudioClock.cuts(nearest: times)
            lengths += zip(cuts, cuts.dropFirst()).map { MediaTime($1 - $0, AudioClock.timescale) }
        }
        return lengths
    }
}

/// EXT-X-TARGETDURATION: the largest EXTINF, rounded half up, at least 1 (RFC 8216 bis §4.4.3.1).
enum TargetDuration {
    static func seconds(of durations: [MediaTime]) -> Int64 {
        let largest = durations.max() ?? .zero
        return max(1, largest.ticks(of: Timescale(1)))
    }
}
