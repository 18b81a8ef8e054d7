import Packaging
import Testing

struct CopyGridTests {
    private func cuts(_ seconds: [Double], end: Double, first: Double = 0, last: Double? = nil) -> [Double] {
        let times = seconds.map(microseconds)
        let bounds = CopyGrid.Bounds(
            first: microseconds(first), last: microseconds(last ?? end), end: microseconds(end))
        return CopyGrid.cuts(of: times, within: bounds).map { seconds[$0] }
    }

    private func microseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e6).rounded()) }

    private func every(_ step: Double, to end: Double) -> [Double] {
        Array(stride(from: 0, to: end - 1e-9, by: step))
    }

    @Test func `key frames are merged up to two seconds, and not across what still counts as two`() {
        #expect(cuts(every(1, to: 6), end: 6) == [0, 2, 4])
        #expect(cuts(every(0.5, to: 5), end: 5) == [0, 2, 4])
        #expect(cuts(every(1.25, to: 5), end: 5) == [0, 1.25, 2.5, 3.75])
        // 1.2 s is 0.8 s from two seconds, 2.4 s is 0.4 s from it, and is said to last 2 s.
        #expect(cuts(every(1.2, to: 4.8), end: 4.8) == [0, 2.4])
    }

    @Test func `where no key frame is near, the next one cuts`() {
        #expect(cuts([0, 2.6, 5.2, 7.8], end: 10.4) == [0, 2.6, 5.2, 7.8])
        #expect(cuts([0, 9, 9.5, 11], end: 12) == [0, 9, 11])
    }

    @Test func `no segment is a sliver: a key frame soon after another is passed over`() {
        #expect(cuts([0, 0.1, 2.05, 2.1, 4], end: 6) == [0, 2.05, 4])
        #expect(cuts([0, 0.4, 4], end: 6) == [0, 4])
    }

    @Test func `a short tail joins the segment before it where the target duration allows`() {
        #expect(cuts(every(2, to: 10.2), end: 10.2) == [0, 2, 4, 6, 8])
        // Joined it would be 2.85 s, which makes 3 s of a target duration of 2 s.
        #expect(cuts([0, 1.6, 3.2, 5.6], end: 6.05) == [0, 1.6, 3.2, 5.6])
    }

    @Test func `every track has something in the first and in the last segment`() {
        #expect(cuts(every(1, to: 8), end: 8, first: 3.5) == [0, 4, 6])
        #expect(cuts(every(1, to: 8), end: 8, last: 5.9) == [0, 2, 4])
    }

    @Test func `rungs share the key frames that they have at one time, whatever their clocks make of it`() {
        #expect(CopyGrid.shared([[0, 2_002_000, 4_004_000], [0, 2_002_000, 4_004_000]]).map { $0[1] } == [0, 1, 2])
        // Milliseconds against exact thirds.
        #expect(CopyGrid.shared([[0, 2_001_667, 4_003_333], [0, 2_002_000, 4_003_000]]).count == 3)
        // 120 frames a second: half a frame is 4.2 ms.
        #expect(CopyGrid.shared([[0, 2_000_000], [0, 2_004_167]]).count == 1)
        let fifties: [Int64] = [0, 2_000_000, 4_000_000, 6_000_000, 8_000_000]
        let hundreds: [Int64] = [0, 4_000_000, 8_000_000]
        let every: [[Int]] = [[0, 0], [2, 1], [4, 2]]
        #expect(CopyGrid.shared([fifties, hundreds]) == every)
        let three: [[Int64]] = [[0, 1_000_000, 2_000_000], [0, 500_000, 2_000_000], [0, 2_000_000]]
        let places: [[Int]] = [[0, 0, 0], [2, 2, 1]]
        #expect(CopyGrid.shared(three) == places)
        #expect(CopyGrid.shared([]) == [])
    }
}
