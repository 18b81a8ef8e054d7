import Catalog
import HTTP
import Player
import Testing

@Test func `a session asks for the playback answer and numbers its requests`() {
    var script = Script()
    let actions = script.tell(.start)
    guard case .fetch(let order) = actions.first else {
        Issue.record("\(actions)")
        return
    }
    #expect(actions.count == 1)
    #expect(order.request.url == Script.url)
    #expect(order.request.method == "GET")
    #expect(order.request.headers == ["X-Request-Id": "s-1"])
    #expect(order.sink == .document)
}

@Test func `an answer leads to the cache's list and the multivariant playlist`() throws {
    var script = Script()
    script.tell(.start)
    let actions = try script.answer("/playback", Fixture.answer(token: "t1"))
    #expect(actions.contains(.listCache(Script.reel, Script.version)))
    let fetch = try script.take("multivariant.m3u8")
    #expect(fetch.request.url == "http://origin/~t1/multivariant.m3u8")
    #expect(fetch.request.headers["X-Request-Id"] == "s-2")
}

@Test func `only the playlists of the start rung and its audio are fetched at first`() throws {
    var script = Script()
    try script.open()
    #expect(
        script.fetches.map(\.request.url).sorted() == [
            "http://origin/~t1/audio/main/playlist.m3u8", "http://origin/~t1/video/234/playlist.m3u8",
        ])
}

@Test func `no rung is chosen before the cache has said what it holds`() throws {
    var script = Script()
    script.tell(.start)
    try script.answer("/playback", Fixture.answer(token: "t1"))
    try script.answer("multivariant.m3u8", Fixture.multivariant(Fixture.rungs))
    #expect(script.fetches.isEmpty)
    script.tell(.cacheListed([]))
    #expect(script.fetches.count == 2)
}

@Test func `an object is fetched only after the cache has said it is not there`() throws {
    var script = Script()
    try script.open()
    try script.playlists("234")
    #expect(script.fetches.isEmpty)
    script.tell(.missed(try script.object(":video/234:0")))
    #expect(script.fetches.map(\.request.url) == ["http://origin/~t1/video/234/00000.m4s"])
}

@Test func `a playlist in place of an answer is a foreign stream`() throws {
    var script = Script { $0.url = "http://elsewhere/a/b.m3u8?sig=1" }
    script.tell(.start)
    let actions = try script.answer(
        "b.m3u8?sig=1", Fixture.multivariant(Fixture.rungs),
        headers: ["Content-Type": "application/vnd.apple.mpegurl; charset=utf-8"])
    #expect(actions.contains(.listCache(ReelID("x-0123456789ab")!, .foreign)))
    script.tell(.cacheListed([]))
    #expect(script.isAsking("http://elsewhere/a/video/234/playlist.m3u8"))
    try script.playlists("234")
    #expect(try script.object("x-0123456789ab:0:video/234:0").number > 0)
}

@Test(arguments: [(404, PlaybackFailure.unknownReel), (410, .removed), (403, .authDenied(nil)), (418, .badStatus(418))])
func `an origin that has no answer ends the session`(status: Int, failure: PlaybackFailure) throws {
    var script = Script()
    script.tell(.start)
    try script.answer("/playback", status: status)
    #expect(script.outcome == .failed(failure))
}

@Test func `an origin that cannot be reached ends the session at once`() throws {
    var script = Script()
    script.tell(.start)
    let fetch = try script.take("/playback")
    script.tell(.ended(fetch.id, .failed(FetchFailure(.unreachable, "connection refused")), body: []))
    #expect(script.outcome == .failed(.unreachable("connection refused")))
}

@Test func `an answer that is no JSON names what is wrong`() throws {
    var script = Script()
    script.tell(.start)
    try script.answer("/playback", Array("hello".utf8))
    guard case .failed(.badAnswer(let text)) = script.outcome else {
        Issue.record("\(String(describing: script.outcome))")
        return
    }
    #expect(text.hasPrefix("the playback answer cannot be read"))
}

@Test func `rungs above the highest allowed are out of the question`() throws {
    var script = Script { $0.maxRung = RenditionID("video/360") }
    try script.open()
    let rungs = script.occurrences.compactMap { if case .rungs(let rungs) = $0 { rungs.map(\.id.text) } else { nil } }
    #expect(rungs == [["video/234", "video/360"]])
}

@Test func `a highest rung that is not there is named with those that are`() throws {
    var script = Script { $0.maxRung = RenditionID("video/999") }
    try script.open()
    #expect(
        script.outcome
            == .failed(
                .unknownRung(
                    RenditionID("video/999")!, known: ["video/234", "video/360", "video/720"].map { RenditionID($0)! }))
    )
}
