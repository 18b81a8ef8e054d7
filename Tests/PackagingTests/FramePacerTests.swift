import Catalog
import MediaTypes
import Packaging
import Testing

/// 30 frames a second in ticks of 90000, from 1 s on; `early` frames of audio come before.
private func pacer(_ count: Int, early: Int64 = 0) throws -> FramePacer {
    let video = SourceSummary.Video(
        timescale: Timescale(90_000), times: (0..<Int64(count)).map { 90_000 + $0 * 3000 }, lastDuration: 3000,
        displaySize: PixelSize(360, 640))
    let audio = SourceSummary.Audio(
        start: MediaTime(90_000 - early * 3000, perSecond: 90_000), end: MediaTime(100_000, perSecond: 90_000))
    let plan = try Plan(
        SourceSummary(video: video, audio: early > 0 ? audio : nil),
        Ladder(
            rungs: [.init(id: "a", shortSide: 360, videoBitrate: BitRate(1000), maxBitrate: BitRate(1000))],
            audio: [.init(id: "main", bitrate: BitRate(64_000))], preset: "fast"))
    return FramePacer(try #require(plan.video))
}

private func at(_ ticks: Int64) -> MediaTime { MediaTime(ticks, perSecond: 90_000) }

@Test func `each picture is the frame whose time is nearest`() throws {
    var pacer = try pacer(4)
    for (time, frame) in [(90_000, 0), (93_001, 1), (95_500, 2), (99_000, 3)] {
        let found = pacer.place(at(Int64(time)))
        let place = try #require(found)
        #expect(place.before.isEmpty)
        #expect(place.frame == frame)
    }
    let rest = pacer.finish()
    #expect(rest.isEmpty)
    #expect(pacer.repeated == 0)
}

@Test func `a picture that is missing is the one before it, shown again`() throws {
    var pacer = try pacer(6)
    _ = pacer.place(at(90_000))
    let found = pacer.place(at(99_000))
    let place = try #require(found)
    #expect(place.before == 1..<3)
    #expect(place.frame == 3)
    let rest = pacer.finish()
    #expect(rest == 4..<6)
    #expect(pacer.repeated == 4)
}

@Test func `the first picture fills what comes before it`() throws {
    var held = try pacer(3, early: 2)
    let found = held.place(at(90_000))
    let place = try #require(found)
    #expect(place.before == 0..<2)
    #expect(place.frame == 2)
    // That was planned; nothing is missing.
    #expect(held.repeated == 0)
    var late = try pacer(3)
    let first = late.place(at(93_000))
    #expect(first?.before == 0..<1)
    #expect(late.repeated == 1 && late.late == 1)
}

@Test func `a second picture for the same frame, or one out of order, is not shown`() throws {
    var pacer = try pacer(3)
    _ = pacer.place(at(93_000))
    let refused = [pacer.place(at(93_100)), pacer.place(at(90_000))]
    #expect(refused.allSatisfy { $0 == nil })
    #expect(pacer.dropped == 2)
    let last = pacer.place(at(Int64.max))
    #expect(last?.frame == 2)
}
