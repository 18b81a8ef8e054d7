package import MediaTypes

/// When pictures are decoded that are decoded in another order than they are shown.
package enum DecodeOrder {
    /// How much later than it is shown a picture's composition time must be said to be, so that none is decoded after it.
    ///
    /// Decoding is ahead by `depth` pictures at most, within a segment. With a variable rate that could be long: then it
    /// is half a second, and pictures that come before a long one are decoded a little earlier than one by one.
    package static func shift(of times: [Int64], cuts: [Int], depth: Int, timescale: Timescale, isConstant: Bool)
        -> Int64
    {
        var longest: Int64 = 0
        for (first, end) in zip(cuts, cuts.dropFirst()) {
            for index in first..<end { longest = max(longest, times[index] - times[max(first, index - depth)]) }
        }
        return isConstant ? longest : min(longest, Int64(timescale.ticksPerSecond) / 2)
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
