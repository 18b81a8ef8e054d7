import MediaTypes
import Packaging
import Testing

@Test func `at a constant rate pictures are decoded one frame apart and shown by the edit list`() {
    // I P B b b as x264 orders two levels of B-frames: shown 0 4 2 1 3.
    let times = DecodeOrder.times(presentation: [0, 4000, 2000, 1000, 3000], shift: 2000)
    #expect(times == [0, 1000, 2000, 3000, 4000])
    let frames = (0..<5).map { Int64($0) * 1000 }
    #expect(
        DecodeOrder.shift(of: frames, cuts: [0, 5], depth: 2, timescale: Timescale(30_000), isConstant: true) == 2000)
}

@Test func `no segment waits for pictures of the one before`() {
    // Two frames in each segment: decoding is ahead by one at most, whatever the encoder says.
    let frames = (0..<4).map { Int64($0) * 1000 }
    #expect(
        DecodeOrder.shift(of: frames, cuts: [0, 2, 4], depth: 2, timescale: Timescale(30_000), isConstant: true) == 1000
    )
}

@Test func `a picture that stays long does not delay the composition times by as much`() {
    // Nothing between 0.1 s and 9 s; a twelfth of a second more than the 0.1 s that two pictures take elsewhere.
    let frames: [Int64] = [0, 50, 100, 9000]
    let shift = DecodeOrder.shift(of: frames, cuts: [0, 4], depth: 2, timescale: Timescale(1000), isConstant: false)
    #expect(shift == 183)
    let presentation: [Int64] = [0, 9000, 100, 50]
    let times = DecodeOrder.times(presentation: presentation, shift: shift)
    #expect(times[0] == 0)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(presentation, times).allSatisfy { $0 + shift >= $1 })
}

@Test func `decode times ascend also where every one of them would be too late`() {
    let presentation: [Int64] = [0, 4000, 3000, 20, 10]
    let times = DecodeOrder.times(presentation: presentation, shift: 100)
    #expect(times.first == 0)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 })
    #expect(zip(presentation, times).allSatisfy { $0 + 100 >= $1 })
}
