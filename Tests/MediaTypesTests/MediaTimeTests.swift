import MediaTypes
import Testing

@Test func `equal times have equal hashes whatever their scales`() {
    let (half, ticks) = (MediaTime(1, perSecond: 2), MediaTime(500, perSecond: 1000))
    #expect(half == ticks)
    #expect(half.hashValue == ticks.hashValue)
    #expect(MediaTime(1, perSecond: 3) != MediaTime(333, perSecond: 1000))
}

@Test func `sums of unlike scales are exact`() {
    let sum = MediaTime(1001, perSecond: 30000) + MediaTime(1024, perSecond: 48000)
    // 1001/30000 + 1024/48000 = 8008/240000 + 5120/240000
    #expect(sum == MediaTime(13128, perSecond: 240_000))
    #expect(MediaTime(1, perSecond: 2) - MediaTime(1, perSecond: 3) == MediaTime(1, perSecond: 6))
}

@Test(arguments: [
    (3, MediaTime.Rounding.down, 1), (3, .nearest, 2), (3, .up, 2),
    (-3, .down, -2), (-3, .nearest, -2), (-3, .up, -1), (4, .nearest, 2),
])
func `ticks that do not divide are rounded as asked`(value: Int64, rule: MediaTime.Rounding, expected: Int64) {
    #expect(MediaTime(value, perSecond: 2).ticks(of: Timescale(1), rounding: rule) == expected)
}

@Test func `order does not overflow`() {
    let far = MediaTime(.max, perSecond: 1)
    #expect(MediaTime(.max, perSecond: 90000) < far)
    #expect(MediaTime(.min, perSecond: 1) < MediaTime(.min, perSecond: 90000))
}

@Test func `a time reads as seconds with six decimals`() {
    #expect(MediaTime(60060, perSecond: 30000).description == "2.002000")
    #expect(MediaTime(-1, perSecond: 4).description == "-0.250000")
}

@Test func `a time is within reach when whatever is worked out from it fits`() {
    // 2^31 s: at 2^32 − 1 ticks a second the next tick would be the first that no conversion may meet.
    #expect(MediaTime((1 << 31) - 1, perSecond: 1).isWithinReach)
    #expect(!MediaTime(1 << 31, perSecond: 1).isWithinReach)
    #expect(!MediaTime(.min, perSecond: .max).isWithinReach)
    let last = MediaTime((1 << 31) * 90_000 - 1, perSecond: 90_000)
    #expect(last.isWithinReach)
    // 2^31 s less a tick of 1/90000 s, rounded down.
    #expect(last.ticks(of: Timescale(.max), rounding: .down) / Int64(UInt32.max) == (1 << 31) - 1)
}
