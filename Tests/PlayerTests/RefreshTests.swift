import Catalog
import HTTP
import Player
import Testing

private let etag = "\"00112233445566778899aabbccddeeff\""

/// Playlists and init sections are there; the first segments of video and audio are being fetched.
private func fetching(rungs: [Fixture.Rung] = Fixture.rungs) throws -> Script {
    var script = Script()
    try script.open(rungs: rungs)
    try script.playlists(rungs[0].id)
    try script.arrive(":video/\(rungs[0].id):init", at: "init.mp4", bytes: 800)
    try script.arrive(":audio/main:init", at: "init.mp4", bytes: 700)
    script.tell(.missed(try script.object(":video/\(rungs[0].id):0")))
    script.tell(.missed(try script.object(":audio/main:0")))
    return script
}

/// The `Date` of 1,000,000 s and so many seconds, when answers are signed at 1,000,000 s.
private func date(_ seconds: Int64) -> Headers { ["Date": HTTPDate.text(1_000_000 + seconds)] }

/// Answers the refresh and everything it brings with it, under a new token.
private func refreshAll(_ script: inout Script, audio: Bool = true) throws {
    try script.answer("/playback", Fixture.answer(token: "t2", signedAt: 1_000_301_000))
    try script.answer("~t2/multivariant.m3u8", Fixture.multivariant(Fixture.rungs))
    try script.answer("~t2/video/234/playlist.m3u8", Fixture.playlist(segments: 3))
    if audio { try script.answer("~t2/audio/main/playlist.m3u8", Fixture.playlist(segments: 3)) }
}

@Test func `two refusals at once lead to one refresh, and both objects are fetched under the new token`() throws {
    var script = try fetching()
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("expired"), headers: date(301))
    try script.answer("audio/main/00000.m4s", status: 403, Fixture.refusal("expired"), headers: date(301))
    #expect(script.fetches.map(\.request.url) == [Script.url])
    try refreshAll(&script)
    #expect(
        script.fetches.map(\.request.url) == [
            "http://origin/~t2/video/234/00000.m4s", "http://origin/~t2/audio/main/00000.m4s",
        ])
    #expect(script.refreshes == 1)
    #expect(script.outcome == nil)
}

@Test func `a refusal that arrives after the refresh is not another reason for one`() throws {
    var script = try fetching()
    let late = try script.take("audio/main/00000.m4s")
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("expired"), headers: date(301))
    try refreshAll(&script, audio: false)
    script.tell(.head(late.id, FetchHead(status: 403, headers: date(301), url: "")))
    script.tell(.ended(late.id, .complete, body: Fixture.refusal("expired")))
    #expect(script.refreshes == 1)
    try script.answer("~t2/audio/main/playlist.m3u8", Fixture.playlist(segments: 3))
    #expect(script.isAsking("~t2/audio/main/00000.m4s"))
}

@Test func `a refusal is no sample, and the rung stays`() throws {
    var script = try fetching()
    let estimate = script.session.estimator.estimate
    try script.answer(
        "video/234/00000.m4s", status: 403, Fixture.refusal("expired"), headers: date(301), bytes: 100_000,
        taking: .seconds(9))
    #expect(script.session.estimator.estimate == estimate)
    try refreshAll(&script, audio: false)
    #expect(script.isAsking("~t2/video/234/00000.m4s"))
    #expect(script.decisions.count == 1)
}

@Test func `what has arrived is kept over a refresh, and only the rest is asked for`() throws {
    var script = try fetching()
    let cut = try script.take("video/234/00000.m4s")
    script.tell(.head(cut.id, FetchHead(status: 200, headers: ["ETag": etag], url: cut.request.url)))
    script.tell(.received(cut.id, 12_000))
    script.tell(.ended(cut.id, .failed(FetchFailure(.cutShort, "the connection closed")), body: []))
    script.tell(.timer, after: .milliseconds(250))
    let resumed = try script.take("video/234/00000.m4s")
    #expect(resumed.request.headers["Range"] == "bytes=12000-")
    #expect(resumed.request.headers["If-Range"] == etag)

    script.tell(.head(resumed.id, FetchHead(status: 403, headers: date(301), url: "")))
    script.tell(.ended(resumed.id, .complete, body: Fixture.refusal("expired")))
    try refreshAll(&script, audio: false)
    let again = try script.take("~t2/video/234/00000.m4s")
    #expect(again.request.headers["Range"] == "bytes=12000-")
    let head = FetchHead(
        status: 206, headers: ["ETag": etag, "Content-Range": "bytes 12000-19999/20000"], url: again.request.url)
    script.tell(.head(again.id, head))
    script.tell(.received(again.id, 8000))
    let actions = script.tell(.ended(again.id, .complete, body: []))
    #expect(actions.contains(.store(try script.object(":video/234:0"), Fixture.key("video/234:0"), digest: nil)))
    #expect(!script.actions.contains { if case .discard = $0 { true } else { false } })
}

@Test func `a server clock that jumps is believed by the date of the refusal`() throws {
    // By the monotonic clock the URL is new; by the server's it has expired.
    var script = try fetching()
    script.now += .milliseconds(20)
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("expired"), headers: date(3600))
    #expect(script.refreshes == 1)
    #expect(script.isAsking("/playback"))
}

@Test func `a new URL that is refused is tried on one other rung, and then that is the end`() throws {
    var script = try fetching()
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("scope"), headers: date(1))
    #expect(script.refreshes == 0)
    try script.playlists("360", isAlone: true)
    #expect(script.decisions.map(\.reason) == [.start, .fallback])
    script.tell(.missed(try script.object(":video/360:0")))
    try script.answer("video/360/00000.m4s", status: 403, Fixture.refusal("scope"), headers: date(1))
    #expect(script.outcome == .failed(.authDenied(.scope)))
}

@Test func `without another rung a new URL that is refused is tried once more`() throws {
    var script = try fetching(rungs: [Fixture.rungs[0]])
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("signature"), headers: date(1))
    #expect(script.outcome == nil)
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("signature"), headers: date(1))
    #expect(script.outcome == .failed(.authDenied(.signature)))
}

@Test func `refreshes that do not help come to an end`() throws {
    var script = try fetching()
    for round in 1...2 {
        try script.answer(
            "video/234/00000.m4s", status: 403, Fixture.refusal("signature"), headers: date(Int64(400 * round)))
        try script.answer(
            "/playback", Fixture.answer(token: "t\(round + 1)", signedAt: 1_000_000_000 + 400_000 * round - 10_000))
        try script.answer("multivariant.m3u8", Fixture.multivariant(Fixture.rungs))
        try script.answer("video/234/playlist.m3u8", Fixture.playlist(segments: 3))
    }
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("signature"), headers: date(1200))
    #expect(script.outcome == .failed(.authDenied(.signature)))
    #expect(script.refreshes == 2)
}

@Test func `URLs are renewed before they expire, by the server's clock`() throws {
    // 300 s of life leave a margin of 30 s.
    for (age, isEarly) in [(269, true), (271, false)] {
        var script = Script()
        try script.open()
        script.now += .seconds(age)
        try script.playlists("234")
        script.tell(.missed(try script.object(":video/234:0")))
        #expect(script.isAsking("video/234/00000.m4s") == isEarly)
        #expect(script.isAsking("/playback") == !isEarly)
    }
}

@Test func `an object in the cache asks for no new URLs`() throws {
    var script = Script()
    try script.open(cached: [Fixture.key("video/234:0"), Fixture.key("video/234:1"), Fixture.key("video/234:2")])
    try script.playlists("234")
    script.now += .seconds(10_000)
    script.tell(.cached(try script.object(":video/234:init"), 800))
    script.tell(.cached(try script.object(":audio/main:init"), 800))
    for segment in 0...2 {
        script.tell(.cached(try script.object(":video/234:\(segment)"), 20_000))
        script.tell(.cached(try script.object(":audio/main:\(segment)"), 16_000))
    }
    script.decodeAll()
    #expect(script.outcome == .played)
    #expect(script.fetches.isEmpty)
}

@Test func `the margin is never more than half the lifetime`() throws {
    var script = Script()
    script.tell(.start)
    try script.answer("/playback", Fixture.answer(token: "t1", lifetime: 8000))
    script.tell(.cacheListed([]))
    try script.answer("multivariant.m3u8", Fixture.multivariant(Fixture.rungs))
    script.now += .milliseconds(3900)
    try script.playlists("234")
    script.tell(.missed(try script.object(":video/234:0")))
    #expect(script.isAsking("video/234/00000.m4s"))
}

@Test func `another version in the new answer ends playback when what has arrived is shown`() throws {
    var script = try fetching()
    try script.answer("audio/main/00000.m4s", bytes: 16_000)
    script.tell(.stored(try script.object(":audio/main:0"), .kept(evicted: [])))
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("expired"), headers: date(301))
    try script.answer("/playback", Fixture.answer(token: "t2", version: "fedcba9876543210", signedAt: 1_000_301_000))
    #expect(script.outcome == nil)
    script.decodeAll()
    #expect(script.outcome == .failed(.contentChanged))
}

@Test func `a playlist that describes other media after a refresh is another version`() throws {
    var script = try fetching()
    try script.answer("video/234/00000.m4s", status: 403, Fixture.refusal("expired"), headers: date(301))
    try script.answer("/playback", Fixture.answer(token: "t2", signedAt: 1_000_301_000))
    try script.answer("multivariant.m3u8", Fixture.multivariant(Fixture.rungs))
    try script.answer("video/234/playlist.m3u8", Fixture.playlist(segments: 4))
    #expect(script.outcome == .failed(.contentChanged))
}

@Test func `a reel that was removed meanwhile ends the session`() throws {
    var script = try fetching()
    try script.answer("video/234/00000.m4s", status: 410)
    #expect(script.outcome == .failed(.removed))
}

@Test func `a refresh ahead of expiry that fails does no harm while the URLs work`() throws {
    var script = Script()
    try script.open()
    script.now += .seconds(275)
    try script.playlists("234")
    script.tell(.missed(try script.object(":video/234:0")))
    for _ in 1...5 {
        try script.answer("/playback", status: 503)
        script.tell(.timer, after: .seconds(4))
    }
    #expect(script.outcome == nil)
    #expect(script.isAsking("~t1/video/234/00000.m4s"))
}
