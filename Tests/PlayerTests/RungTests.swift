import Catalog
import HTTP
import MediaTypes
import Player
import Testing

/// The first segment of the start rung and of its audio are there.
private func playing(
    cached: Set<CacheKey> = [], bytes: Int = 50_000, taking duration: Duration = .milliseconds(100),
    _ change: (inout SessionConfiguration) -> Void = { _ in }
) throws -> Script {
    var script = Script(change)
    try script.open(cached: cached)
    try script.playlists("234")
    try script.arrive(":video/234:init", at: "video/234/init.mp4", bytes: 800)
    try script.arrive(":audio/main:init", at: "audio/main/init.mp4", bytes: 700)
    try script.arrive(":audio/main:0", at: "audio/main/00000.m4s", bytes: 1000)
    try script.arrive(":video/234:0", at: "video/234/00000.m4s", bytes: bytes, taking: duration)
    return script
}

@Test func `a cold player begins on the start rung`() throws {
    let script = try playing()
    #expect(script.decisions.first?.rung.text == "video/234")
    #expect(script.decisions.first?.reason == .start)
}

@Test func `what the audio teaches first does not change where playback begins`() throws {
    var script = Script()
    try script.open()
    try script.answer("audio/main/playlist.m3u8", Fixture.playlist(segments: 3))
    try script.arrive(":audio/main:init", at: "audio/main/init.mp4", bytes: 700)
    try script.arrive(":audio/main:0", at: "audio/main/00000.m4s", bytes: 500_000, taking: .milliseconds(10))
    #expect(script.session.estimator.estimate != nil)
    try script.answer("video/234/playlist.m3u8", Fixture.playlist(segments: 3))
    #expect(script.decisions.map(\.rung.text) == ["video/234"])
    #expect(script.decisions.map(\.reason) == [.start])
}

// With the 2,500 bytes of the small objects before them, 50,000 bytes in 100 ms are 4.2 Mbit/s: 0.7 of that is less
// than the 3 Mbit/s of the highest rung.
@Test(arguments: [(50_000, 100, "video/360"), (50_000, 90, "video/720"), (50_000, 1500, "video/234")])
func `the next rung is the highest within seven tenths of the throughput`(
    bytes: Int, milliseconds: Int, rung: String
) throws {
    let script = try playing(bytes: bytes, taking: .milliseconds(milliseconds))
    if rung != "video/234" {
        #expect(script.isAsking("\(rung)/playlist.m3u8"))
    } else {
        #expect(script.decisions.last?.rung.text == rung)
        #expect(script.decisions.last?.reason == .throughput)
    }
}

@Test func `a rung's playlist is loaded once and only when the rung is chosen`() throws {
    var script = try playing(taking: .milliseconds(90))
    #expect(!script.isAsking("video/360/playlist.m3u8"))
    try script.playlists("720", isAlone: true)
    try script.arrive(":video/720:init", at: "video/720/init.mp4", bytes: 900)
    // 400,000 bytes a second at 0.7 are above every rung.
    try script.arrive(":video/720:1", at: "video/720/00001.m4s", bytes: 800_000, taking: .seconds(1))
    #expect(script.decisions.map(\.rung.text) == ["video/234", "video/720", "video/720"])
    #expect(!script.isAsking("playlist.m3u8"))
}

@Test func `a slower wire brings the rung down, and the log says when and why`() throws {
    var script = try playing(taking: .milliseconds(90))
    try script.playlists("720", isAlone: true)
    try script.arrive(":video/720:init", at: "video/720/init.mp4", bytes: 900)
    try script.arrive(":video/720:1", at: "video/720/00001.m4s", bytes: 700_000, taking: .seconds(14))
    try script.arrive(":video/234:2", at: "video/234/00002.m4s", bytes: 50_000, taking: .milliseconds(90))
    let switches = script.occurrences.compactMap { if case .switched(let report) = $0 { report } else { nil } }
    #expect(switches.map(\.to.text) == ["video/720", "video/234"])
    #expect(switches.map(\.isUp) == [true, false])
    #expect(switches.map(\.reason) == [.throughput, .throughput])
    #expect(switches.map(\.atMilliseconds) == [2000, 4000])
}

@Test func `row 51, media 2870: the highest rung that is complete in the cache comes before the policy`() throws {
    var script = Script()
    try script.open(cached: [Fixture.key("video/234:0"), Fixture.key("video/360:0")])
    #expect(script.isAsking("video/360/playlist.m3u8"))
    #expect(!script.isAsking("video/234/playlist.m3u8"))
    try script.playlists("360")
    #expect(script.decisions.map(\.rung.text) == ["video/360"])
    #expect(script.decisions.map(\.reason) == [.cached])
}

@Test func `a cached rung above the cap is not taken`() throws {
    var script = Script { $0.maxRung = RenditionID("video/360") }
    try script.open(cached: [Fixture.key("video/720:0"), Fixture.key("video/234:0")])
    #expect(script.isAsking("video/234/playlist.m3u8"))
}

@Test func `a rung that another reel or version has in the cache is not taken`() throws {
    var script = Script()
    try script.open(cached: [
        CacheKey("dunes:fedcba9876543210:video/720:0")!, CacheKey("other:\(Script.version):video/720:0")!,
    ])
    #expect(script.isAsking("video/234/playlist.m3u8"))
}

@Test func `C13: a hit is no sample`() throws {
    var script = Script()
    try script.open(cached: [Fixture.key("video/234:0")])
    try script.playlists("234")
    script.tell(.cached(try script.object(":video/234:init"), 800), after: .milliseconds(1))
    script.tell(.cached(try script.object(":video/234:0"), 5_000_000), after: .milliseconds(1))
    #expect(script.session.estimator.estimate == nil)
    #expect(script.decisions.map(\.reason) == [.cached, .start])
}

@Test func `row 53, hls.js 5826: after hits that took no time the estimate is that of the wire alone`() throws {
    var script = Script()
    try script.open(cached: [Fixture.key("video/720:0"), Fixture.key("video/720:1")])
    try script.playlists("720", segments: 5)
    script.tell(.cached(try script.object(":video/720:init"), 900), after: .microseconds(50))
    for segment in 0...1 {
        script.tell(.cached(try script.object(":video/720:\(segment)"), 1_500_000), after: .microseconds(50))
    }
    // 1 Mbit/s, which bears the middle rung and not the one that came from the cache.
    try script.playlists("234", segments: 5, isAlone: true)
    try script.arrive(":video/234:init", at: "video/234/init.mp4", bytes: 900, taking: .microseconds(7_200))
    try script.arrive(":video/234:2", at: "video/234/00002.m4s", bytes: 50_000, taking: .milliseconds(400))
    let estimate = try #require(script.session.estimator.estimate)
    #expect(abs(estimate - 1_000_000) < 10_000)
    #expect(script.decisions.map(\.rung.text) == ["video/720", "video/720", "video/234"])
    #expect(script.isAsking("video/360/playlist.m3u8"))
}

@Test func `row 61, ExoPlayer 3542: after a switch down no time is fetched that was fetched already`() throws {
    var script = try playing(taking: .milliseconds(90))
    try script.playlists("720", isAlone: true)
    try script.arrive(":video/720:init", at: "video/720/init.mp4", bytes: 900)
    try script.arrive(":video/720:1", at: "video/720/00001.m4s", bytes: 700_000, taking: .seconds(14))
    try script.arrive(":video/234:2", at: "video/234/00002.m4s", bytes: 50_000, taking: .milliseconds(90))
    let asked = script.occurrences.compactMap { occurrence -> Int? in
        if case .requested(_, .play, let rendition?, .segment(let number)?, _) = occurrence,
            rendition.text.hasPrefix("video/")
        {
            number
        } else {
            nil
        }
    }
    #expect(asked == [0, 1, 2])
}

@Test func `a segment that was listed and is gone is chosen anew`() throws {
    var script = Script()
    try script.open(cached: [Fixture.key("video/720:0")])
    try script.playlists("720")
    script.tell(.missed(try script.object(":video/720:0")))
    try script.playlists("234", isAlone: true)
    #expect(script.decisions.map(\.rung.text) == ["video/720", "video/234"])
    #expect(!script.isAsking("video/720/00000.m4s"))
}

@Test func `a fixed policy takes its rung and no other`() throws {
    var script = Script { $0.policy = FixedPolicy(rung: RenditionID("video/360")!) }
    try script.open()
    try script.playlists("360")
    #expect(script.decisions.map(\.reason) == [.fixed])
}

@Test func `a buffer that is limited meanwhile is filled no further than that, and does not grow again`() throws {
    var script = Script {
        $0.bufferTarget = .seconds(8)
        $0.policy = FixedPolicy(rung: RenditionID("video/234")!)
    }
    try script.open()
    try script.playlists("234", segments: 5)
    let steps = [8000, 4000, 8000].map { MediaBudget.Step(.buffer, from: 10_000, to: $0) }
    for step in steps { script.tell(.warned(of: .memory, [step])) }
    #expect(script.log.filter { $0.what == .warned(of: .memory, steps: [steps[1]]) }.count == 1)
    try script.arrive(":video/234:init", at: "video/234/init.mp4", bytes: 800)
    for segment in 0...1 { try script.arrive(":video/234:\(segment)", at: "video/234/0000\(segment).m4s") }
    let isFull = !script.isReading(":video/234:2")
    #expect(isFull)
}

@Test func `a preload ends when nothing is preloaded any more, and a play goes on`() throws {
    for (use, outcome) in [(ObjectUse.preload, Outcome?.some(.stopped)), (.play, nil), (.download, nil)] {
        var script = Script { $0.use = use }
        try script.open()
        script.tell(.warned(of: .memory, [.init(.preload, from: 100, to: 0), .init(.buffer, from: 10_000, to: 5000)]))
        #expect(script.outcome == outcome)
        script.tell(.stop)
        let actions = script.tell(.warned(of: .memory, [.init(.preload, from: 100, to: 0)]))
        #expect(actions.isEmpty)
    }
}

@Test func `the buffer is filled to its target and no further`() throws {
    var script = Script {
        $0.bufferTarget = .seconds(4)
        $0.policy = FixedPolicy(rung: RenditionID("video/234")!)
    }
    try script.open()
    try script.playlists("234", segments: 5)
    try script.arrive(":video/234:init", at: "video/234/init.mp4", bytes: 800)
    for segment in 0...1 {
        try script.arrive(
            ":video/234:\(segment)", at: "video/234/0000\(segment).m4s", bytes: 20_000, taking: .seconds(1))
    }
    let isFull = !script.isReading(":video/234:2")
    #expect(isFull)
    script.decodeAll()
    let goesOn = script.isReading(":video/234:2")
    #expect(goesOn)
}

@Test(arguments: [(1.0, 2), (2.0, 1), (8.0, 0)])
func `at twice the speed a rung needs twice the wire`(speed: Double, rung: Int) {
    let rungs = [180_000, 600_000, 3_000_000].map {
        RungSituation.Rung(id: RenditionID("video/\($0)")!, bandwidth: BitRate($0))
    }
    let situation = RungSituation(
        rungs: rungs, throughput: 4_500_000, buffered: .zero, previous: nil, speed: speed)
    #expect(ThroughputPolicy().choose(situation) == RungChoice(rung: rung, reason: .throughput))
}
