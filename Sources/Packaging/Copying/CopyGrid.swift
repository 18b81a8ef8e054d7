internal import MediaTypes

/// Where a reel of several rungs that are already encoded can be cut: at key frames that all of them have at one time.
///
/// Times are in microseconds of the reel.
package struct CopyGrid: Equatable, Sendable {
    /// What all rungs and the audio have in common.
    package struct Bounds: Equatable, Sendable {
        /// No boundary lies before it: every track has something in the first segment.
        package var first: Int64
        /// No boundary lies after it: every track has something in the last segment.
        package var last: Int64
        /// When the reel ends.
        package var end: Int64

        package init(first: Int64, last: Int64, end: Int64) {
            self.first = first
            self.last = last
            self.end = end
        }
    }

    /// Key frames of two rungs this far apart at most are shown at one time: what clocks of a millisecond make of one
    /// time is a millisecond apart, and a frame lasts four or more.
    package static let tolerance: Int64 = 2000
    /// What a segment is meant to last.
    private static let target: Int64 = 2_000_000
    /// The longest that still counts as that: it is said to last 2 s.
    private static let longest: Int64 = 2_500_000
    /// A piece shorter than this joins its neighbour.
    private static let shortest: Int64 = 500_000

    /// For each key frame that all rungs share, its place among each rung's keys. `rungs` are their key frames,
    /// ascending.
    package static func shared(_ rungs: [[Int64]]) -> [[Int]] {
        guard let first = rungs.first else { return [] }
        var places = rungs.map { _ in 0 }
        var shared: [[Int]] = []
        for (index, time) in first.enumerated() {
            places[0] = index
            for rung in rungs.indices.dropFirst() {
                while places[rung] < rungs[rung].count, rungs[rung][places[rung]] < time - tolerance {
                    places[rung] += 1
                }
            }
            let isShared = rungs.indices.dropFirst().allSatisfy { rung in
                places[rung] < rungs[rung].count && rungs[rung][places[rung]] <= time + tolerance
            }
            if isShared { shared.append(places) }
        }
        return shared
    }

    /// Which of the candidates, ascending from the beginning of the reel, begin a segment; the first always does.
    ///
    /// Segments last as near to two seconds as key frames allow, and where none is there, up to the next one. None is
    /// shorter than half a second, and a last one that is joins the one before it when that is still no longer than the
    /// longest.
    package static func cuts(of candidates: [Int64], within bounds: Bounds) -> [Int] {
        guard let begin = candidates.first else { return [] }
        var cuts = [0]
        var start = begin
        var index = 1
        while index < candidates.count {
            var best: Int?
            while index < candidates.count {
                let length = candidates[index] - start
                let isAllowed = length >= shortest && candidates[index] >= bounds.first
                if isAllowed {
                    guard let known = best else {
                        best = index
                        index += 1
                        continue
                    }
                    let isNearer = (length - target).magnitude < (candidates[known] - start - target).magnitude
                    guard length < longest, isNearer else { break }
                    best = index
                }
                index += 1
            }
            guard let best, candidates[best] <= bounds.last else { break }
            // What is left may be as good a segment.
            let (rest, length) = (bounds.end - start, candidates[best] - start)
            if rest < longest, (rest - target).magnitude < (length - target).magnitude { break }
            cuts.append(best)
            start = candidates[best]
            index = best + 1
        }
        return joiningTail(cuts, candidates, bounds.end)
    }

    private static func joiningTail(_ cuts: [Int], _ candidates: [Int64], _ end: Int64) -> [Int] {
        guard cuts.count > 1, end - candidates[cuts[cuts.count - 1]] < shortest else { return cuts }
        let joined = Array(cuts.dropLast())
        let rounded = { (lengths: [Int64]) in max(1, ((lengths.max() ?? 0) + 500_000) / 1_000_000) }
        let limit = rounded(lengths(cuts, candidates, nil))
        return rounded(lengths(joined, candidates, end)) <= limit ? joined : cuts
    }

    private static func lengths(_ cuts: [Int], _ candidates: [Int64], _ end: Int64?) -> [Int64] {
        let times = cuts.map { candidates[$0] } + (end.map { [$0] } ?? [])
        return zip(times, times.dropFirst()).map { $1 - $0 }
    }
}
