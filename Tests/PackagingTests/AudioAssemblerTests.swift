import Packaging
import Testing

private func piece(_ value: Float, _ count: Int) -> [[Float]] {
    [[Float](repeating: value, count: count), [Float](repeating: -value, count: count)]
}

extension AudioAssembler {
    /// Everything, as (value, count) runs of the left channel; the right one must be its negative.
    fileprivate mutating func runs() throws -> [Run] {
        finish()
        var runs: [Run] = []
        while let channels = take(1) {
            try #require(channels[1][0] == -channels[0][0])
            if runs.last?.value == channels[0][0] {
                runs[runs.count - 1].count += 1
            } else {
                runs.append(Run(channels[0][0], 1))
            }
        }
        return runs
    }
}

private struct Run: Equatable {
    var value: Float
    var count: Int

    init(_ value: Float, _ count: Int) { (self.value, self.count) = (value, count) }
}

@Test func `what is late begins after silence, and silence fills the end`() throws {
    var assembler = AudioAssembler(end: 5000)
    assembler.add(piece(1, 1000), at: 2000)
    #expect(try assembler.runs() == [Run(0, 2000), Run(1, 1000), Run(0, 2000)])
    #expect(assembler.silence == 4000)
}

@Test func `what comes before 0 and after the end is cut`() throws {
    var assembler = AudioAssembler(end: 1500)
    assembler.add(piece(1, 1000), at: -1500)
    assembler.add(piece(2, 1000), at: -500)
    assembler.add(piece(3, 2000), at: 500)
    #expect(try assembler.runs() == [Run(2, 500), Run(3, 1000)])
}

@Test func `the first piece is placed to the sample`() throws {
    var assembler = AudioAssembler(end: 1000)
    assembler.add(piece(1, 500), at: 7)
    #expect(try assembler.runs() == [Run(0, 7), Run(1, 500), Run(0, 493)])
}

@Test func `a gap becomes silence and an overlap is dropped`() throws {
    var assembler = AudioAssembler(end: 6000)
    assembler.add(piece(1, 1000), at: 0)
    assembler.add(piece(2, 1000), at: 3000)
    assembler.add(piece(3, 2000), at: 2500)
    #expect(try assembler.runs() == [Run(1, 1000), Run(0, 2000), Run(2, 1000), Run(3, 500), Run(0, 1500)])
}

@Test func `a clock that rounds makes neither gaps nor overlaps, and does not drift`() throws {
    // Pieces of 1000 samples whose times jitter by 48 samples (1 ms), and a clock that runs 0.1 % fast.
    var assembler = AudioAssembler(end: 100_000)
    for index in 0..<100 { assembler.add(piece(1, 1000), at: Int64(index * 1001 + (index % 2) * 48)) }
    let silence = try assembler.runs().filter { $0.value == 0 }
    #expect(silence.isEmpty)
    // Once 20 ms have added up the time is believed.
    var slow = AudioAssembler(end: 200_000)
    for index in 0..<50 { slow.add(piece(1, 1000), at: Int64(index * 1040)) }
    #expect((45_000...52_000).contains(slow.position))
}

@Test func `an hour of silence takes no memory of its own`() {
    var assembler = AudioAssembler(end: 3600 * 48_000)
    assembler.finish()
    #expect(assembler.position == 172_800_000)
    #expect(assembler.take(1024)?[0] == [Float](repeating: 0, count: 1024))
}
