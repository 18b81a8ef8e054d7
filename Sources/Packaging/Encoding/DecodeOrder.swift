package import MediaTypes

/// When pictures are decoded that are decoded in another order than they are shown.
package enum DecodeOrder {
    /// How much later than it is shown a picture's composition time must be said to be, so that none is decoded after it.
    ///
    /// Decoding is ahead by `depth` pictures at most, within a segment. With a variable rate that could be long: where it
    /// is a quarter of a second longer than elsewhere, it is a twelfth of a second more than the shortest of these times,
    /// and pictures that come before a long one are decoded a little earlier than one by one. ffmpeg takes a decode time
    /// that lies far before the picture shown last for a jump of the clock.
    package static func shift(of times: [Int64], cuts: [Int], depth: Int, timescale: Timescale, isConstant: Bool)
        -> Int64
    {
        var longest: Int64 = 0
        let quarter = Int64(timescale.ticksPerSecond) / 4
        var shortest = quarter
        for (first, end) in zip(cuts, cuts.dropFirst()) {
            for index in first..<end {
                let ahead = times[index] - times[max(first, index - depth)]
                longest = max(longest, ahead)
                if index >= first + depth { shortest = min(shortest, ahead) }
            }
        }
        if isConstant || longest - shortest <= quarter { return longest }
        return min(longest, shortest + Int64(timescale.ticksPerSecond) / 12)
    }

    /// Decode times of a segment's pictures, whose presentation times are given in order of decoding: the same times in
    /// ascending order, and never more than `shift` after a picture's own. The first is the segment's first presentation
    /// time; they ascend.
    package static func times(presentation: [Int64], shift: Int64) -> [Int64] {
        var times = presentation.sorted()
        var latest = Int64.max
        for index in times.indices.reversed() {
            latest = min(latest, presentation[index] + shift)
            times[index] = min(times[index], latest)
            latest = times[index] - 1
        }
        return times
    }
}
