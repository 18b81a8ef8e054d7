import Catalog
import HTTP
import MediaTypes
import Player
import Testing

private let digest = ContentDigest("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")!
/// The same in base64, by `printf abc | openssl sha256 -binary | base64`.
private let digestHeader = "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:"

private func fetching() throws -> Script {
    var script = Script()
    try script.open()
    try script.playlists("234")
    script.tell(.missed(try script.object(":video/234:0")))
    return script
}

@Test func `an overloaded origin is asked again after ever longer waits, and not for ever`() throws {
    var script = try fetching()
    var waits: [Duration] = []
    for attempt in 1...5 {
        let actions = try script.answer("video/234/00000.m4s", status: 503)
        guard attempt < 5 else { break }
        #expect(!script.isAsking("video/234/00000.m4s"))
        let moment = try #require(actions.compactMap { if case .wake(let at) = $0 { at } else { nil } }.last)
        waits.append(moment - script.now)
        script.now = moment
        script.tell(.timer)
    }
    #expect(waits == [250, 500, 1000, 2000].map { .milliseconds($0) })
    #expect(script.outcome == .failed(.badStatus(503)))
}

@Test func `an origin that names a time is asked again then`() throws {
    var script = try fetching()
    try script.answer("video/234/00000.m4s", status: 429, headers: ["Retry-After": "3"])
    script.tell(.timer, after: .milliseconds(2999))
    #expect(!script.isAsking("video/234/00000.m4s"))
    script.tell(.timer, after: .milliseconds(1))
    #expect(script.isAsking("video/234/00000.m4s"))
}

@Test func `a body that is cut short is begun anew when the origin named no validator`() throws {
    var script = try fetching()
    let cut = try script.take("video/234/00000.m4s")
    script.tell(.head(cut.id, FetchHead(status: 200, headers: [:], url: "")))
    script.tell(.received(cut.id, 9000))
    let actions = script.tell(.ended(cut.id, .failed(FetchFailure(.cutShort, "closed")), body: []))
    #expect(actions.contains(.discard(try script.object(":video/234:0"))))
    script.tell(.timer, after: .milliseconds(250))
    #expect(try script.take("video/234/00000.m4s").request.headers["Range"] == nil)
}

@Test func `a whole body in answer to a range replaces what was there`() throws {
    var script = try fetching()
    let cut = try script.take("video/234/00000.m4s")
    script.tell(.head(cut.id, FetchHead(status: 200, headers: ["ETag": "\"a\""], url: "")))
    script.tell(.received(cut.id, 9000))
    script.tell(.ended(cut.id, .failed(FetchFailure(.cutShort, "closed")), body: []))
    script.tell(.timer, after: .milliseconds(250))
    let again = try script.take("video/234/00000.m4s")
    let actions = script.tell(.head(again.id, FetchHead(status: 200, headers: ["ETag": "\"b\""], url: "")))
    #expect(actions.first == .discard(try script.object(":video/234:0")))
    script.tell(.received(again.id, 20_000))
    script.tell(.ended(again.id, .complete, body: []))
    script.tell(.stored(try script.object(":video/234:0"), .kept(evicted: [])))
    let ledger = Ledger(script.log)
    #expect(ledger.bytes(.duplicate) == 9000)
    #expect(ledger.bytes(.cachedUnplayed) == 20_000)
}

@Test(arguments: ["bytes 0-9999/20000", "bytes 9001-19999/20000", "nonsense"])
func `another range than the one asked for is of no use, and the whole is asked for instead`(range: String) throws {
    var script = try fetching()
    let cut = try script.take("video/234/00000.m4s")
    script.tell(.head(cut.id, FetchHead(status: 200, headers: ["ETag": "\"a\""], url: "")))
    script.tell(.received(cut.id, 9000))
    script.tell(.ended(cut.id, .failed(FetchFailure(.cutShort, "closed")), body: []))
    script.tell(.timer, after: .milliseconds(250))
    let again = try script.take("video/234/00000.m4s")
    let head = FetchHead(status: 206, headers: ["ETag": "\"a\"", "Content-Range": range], url: "")
    let actions = script.tell(.head(again.id, head))
    #expect(actions.prefix(2) == [.cancel(again.id), .discard(try script.object(":video/234:0"))])
    script.tell(.received(again.id, 700))
    script.tell(.ended(again.id, .cancelled, body: []))
    script.tell(.timer, after: .milliseconds(500))
    let whole = try script.take("video/234/00000.m4s")
    #expect(whole.request.headers["Range"] == nil)
    // A part of what was asked for whole is no answer.
    script.tell(.head(whole.id, head))
    guard case .failed(.incomplete) = script.outcome else {
        Issue.record("\(String(describing: script.outcome))")
        return
    }
    #expect(Ledger(script.log).bytes(.discarded) == 9000)
    #expect(Ledger(script.log).bytes(.aborted) == 700)
}

@Test func `the digest that the origin names is checked, and wrong bytes are fetched once more`() throws {
    var script = try fetching()
    let object = try script.object(":video/234:0")
    let store = Action.store(object, Fixture.key("video/234:0"), digest: digest)
    let headers: Headers = ["Repr-Digest": "md5=:AAAA:, \(digestHeader)"]
    #expect(try script.answer("video/234/00000.m4s", headers: headers, bytes: 3).contains(store))
    #expect(script.tell(.stored(object, .digestMismatch)).contains(.discard(object)))
    #expect(try script.answer("video/234/00000.m4s", headers: headers, bytes: 3).contains(store))
    script.tell(.stored(object, .digestMismatch))
    #expect(script.outcome == .failed(.digestMismatch(RenditionID("video/234")!, .segment(0))))
    #expect(Ledger(script.log).bytes(.discarded) == 6)
}

@Test func `an object that is not there ends the session by name`() throws {
    var script = try fetching()
    try script.answer("video/234/00000.m4s", status: 404)
    #expect(script.outcome == .failed(.missing("video/234 0")))
}

@Test func `stopping calls off what is under way and finishes once`() throws {
    var script = try fetching()
    let fetch = try script.take("video/234/00000.m4s")
    script.tell(.head(fetch.id, FetchHead(status: 200, headers: [:], url: "")))
    script.tell(.received(fetch.id, 5000))
    #expect(script.tell(.stop) == [.cancel(fetch.id), .finish(.stopped)])
    #expect(script.tell(.received(fetch.id, 100)).isEmpty)
    #expect(script.tell(.ended(fetch.id, .cancelled, body: [])).isEmpty)
    #expect(script.tell(.stop).isEmpty)
    #expect(Ledger(script.log).bytes(.aborted) == 5100)
}

@Test func `a cache that keeps nothing is no obstacle`() throws {
    var script = try fetching()
    script.tell(.missed(try script.object(":video/234:init")))
    try script.answer("video/234/init.mp4", bytes: 800)
    script.tell(.stored(try script.object(":video/234:init"), .notKept(reason: "no space")))
    try script.answer("video/234/00000.m4s", bytes: 20_000)
    let actions = script.tell(.stored(try script.object(":video/234:0"), .notKept(reason: nil)))
    #expect(actions.contains { if case .decode = $0 { true } else { false } })
}

@Test func `the first bytes that the cache has are not asked for again, and a whole body in their place is counted`()
    throws
{
    var script = Script()
    try script.open()
    try script.playlists("234")
    let object = try script.object(":video/234:0")
    let prefix = ObjectPrefix(length: 9000, total: 20_000, entityTag: "\"a\"", digest: digest)
    script.tell(.foundPrefix(object, prefix))
    let fetch = try script.take("video/234/00000.m4s")
    #expect(fetch.request.headers["Range"] == "bytes=9000-")
    #expect(fetch.request.headers["If-Range"] == "\"a\"")
    let actions = script.tell(.head(fetch.id, FetchHead(status: 200, headers: ["ETag": "\"b\""], url: "")))
    let key = Fixture.key("video/234:0")
    #expect(actions == [.discard(object), .begin(object, key, ObjectPrefix(entityTag: "\"b\""))])
    script.tell(.received(fetch.id, 20_500))
    script.tell(.ended(fetch.id, .complete, body: []))
    script.tell(.stored(object, .kept(evicted: [])))
    let ledger = Ledger(script.log)
    #expect(ledger.excessBytes == 9000)
    #expect(ledger.cacheBytes == 0)
    #expect(ledger.bytes(.cachedUnplayed) == 20_500)
}

@Test func `a prefix without a validator is as good as none`() throws {
    var script = Script()
    try script.open()
    try script.playlists("234")
    script.tell(.foundPrefix(try script.object(":video/234:0"), ObjectPrefix(length: 9000)))
    #expect(try script.take("video/234/00000.m4s").request.headers["Range"] == nil)
}

@Test func `a download ends at the first object that is not kept, and a play goes on without`() throws {
    for (use, isOver) in [(ObjectUse.download, true), (.play, false), (.preload, false)] {
        var script = Script { $0.use = use }
        try script.open(rungs: [Fixture.rungs[0]])
        try script.playlists("234")
        let id = try script.object(":video/234:init")
        script.tell(.missed(id))
        let fetch = try script.take("video/234/init.mp4")
        script.tell(.head(fetch.id, FetchHead(status: 200, headers: ["Content-Length": "800"], url: fetch.request.url)))
        script.tell(.refused(id, "there is no room for it"))
        let failure = PlaybackFailure.notKept(RenditionID("video/234")!, .initialization, "there is no room for it")
        #expect(script.outcome == (isOver ? .failed(failure) : nil))
        #expect(script.actions.contains(.cancel(fetch.id)) == isOver)
    }
}

@Test func `a download that is broken off for its length says how much it takes`() throws {
    var script = Script { $0.use = .download }
    try script.open(rungs: [Fixture.rungs[0]])
    try script.playlists("234")
    script.tell(.missed(try script.object(":video/234:init")))
    let fetch = try script.take("video/234/init.mp4")
    script.tell(.head(fetch.id, FetchHead(status: 200, headers: ["Content-Length": "800"], url: fetch.request.url)))
    script.tell(.ended(fetch.id, .failed(FetchFailure(.tooLarge, "the body is larger than 500 bytes")), body: []))
    let text = "it takes 800 bytes, and there is no room for them"
    #expect(script.outcome == .failed(.notKept(RenditionID("video/234")!, .initialization, text)))
}
