import Catalog
import MediaTypes
import Player
import Testing

private let rung = RenditionID("video/360")!

private func requested(_ id: Int, _ cause: ByteCause = .play, _ object: ObjectName? = nil) -> Occurrence {
    .requested(id: FetchID(id), cause: cause, rendition: object.map { _ in rung }, object: object, from: nil)
}

private func ended(_ id: Int, _ status: Int?, _ bytes: Int, _ end: ResponseEnd = .complete) -> Occurrence {
    .ended(id: FetchID(id), status: status, bytes: bytes, end: end)
}

private func kept(_ object: ObjectName, evicted: [CacheKey] = []) -> Occurrence {
    .stored(rendition: rung, object: object, result: .kept(evicted: evicted))
}

private func fetched(_ object: ObjectName, _ ids: Int...) -> Occurrence {
    .fetched(rendition: rung, object: object, bytes: 0, requests: ids.map { FetchID($0) })
}

private func played(_ number: Int) -> Occurrence {
    .played(rendition: rung, kind: .video, number: number, milliseconds: 2000)
}

private func ledger(_ occurrences: Occurrence...) -> Ledger {
    let opening: [Occurrence] = [
        .started(session: "s", policy: "throughput", speed: nil),
        .answered(
            reel: Script.reel, version: Script.version, signedAt: UnixTime(seconds: 0),
            expiresAt: UnixTime(seconds: 300), refresh: 0),
    ]
    return Ledger((opening + occurrences).map { entry($0) })
}

private func entry(_ what: Occurrence) -> LogEntry { LogEntry(t: 0, what) }

@Test func `what was read or shown is played, whatever number of responses brought it`() {
    let ledger = ledger(
        requested(1, .answer), ended(1, 200, 300), requested(2, .playlist), ended(2, 200, 500),
        requested(3, .play, .initialization), ended(3, 200, 800), kept(.initialization), fetched(.initialization, 3),
        requested(4, .play, .segment(0)), ended(4, 200, 700, .failed), requested(5, .play, .segment(0)),
        ended(5, 206, 1300), kept(.segment(0)), fetched(.segment(0), 4, 5), played(0))
    #expect(ledger.wireBytes == 3600)
    #expect(ledger.bytes(ByteFate.played) == 3600)
    #expect(ledger.bytes(ByteCause.play) == 2800)
    #expect(ledger.bytes(ByteCause.answer) == 300)
}

@Test func `what was kept and not shown waits in the cache until it is evicted`() {
    let gone = Fixture.key("video/360:1")
    let ledger = ledger(
        requested(1, .play, .segment(1)), ended(1, 200, 1000), kept(.segment(1)), fetched(.segment(1), 1),
        requested(2, .play, .segment(2)), ended(2, 200, 2000), kept(.segment(2), evicted: [gone]),
        fetched(.segment(2), 2))
    #expect(ledger.bytes(.evictedUnplayed) == 1000)
    #expect(ledger.bytes(.cachedUnplayed) == 2000)
}

@Test func `what was shown before it was evicted is played`() {
    let ledger = ledger(
        requested(1, .play, .segment(1)), ended(1, 200, 1000), kept(.segment(1)), fetched(.segment(1), 1), played(1),
        requested(2, .play, .segment(2)), ended(2, 200, 2000),
        kept(.segment(2), evicted: [Fixture.key("video/360:1")]), fetched(.segment(2), 2), played(2))
    #expect(ledger.bytes(.played) == 3000)
}

@Test func `another version's eviction changes nothing`() {
    let ledger = ledger(
        requested(1, .play, .segment(1)), ended(1, 200, 1000), kept(.segment(1)), fetched(.segment(1), 1),
        kept(.segment(2), evicted: [CacheKey("dunes:fedcba9876543210:video/360:1")!]))
    #expect(ledger.bytes(.cachedUnplayed) == 1000)
}

@Test func `the body of a refusal is an error's, whatever was asked for`() {
    let ledger = ledger(requested(1, .play, .segment(0)), ended(1, 403, 20))
    #expect(ledger.bytes(ByteCause.error) == 20)
    #expect(ledger.bytes(ByteCause.play) == 0)
    #expect(ledger.bytes(.discarded) == 20)
}

@Test func `every byte has one cause and one fate`() {
    let ledger = ledger(
        requested(1, .answer), ended(1, 200, 300), requested(2, .play, .segment(0)), ended(2, 200, 700, .failed),
        .discarded(rendition: rung, object: .segment(0), requests: [FetchID(2)], why: .unusable),
        requested(3, .play, .segment(0)), ended(3, 200, 1500, .cancelled), requested(4, .play, .segment(1)),
        ended(4, 503, 40), requested(5, .playlist), ended(5, nil, 0, .failed))
    #expect(ByteCause.allCases.reduce(0) { $0 + ledger.bytes($1) } == ledger.wireBytes)
    #expect(ByteFate.allCases.reduce(0) { $0 + ledger.bytes($1) } == ledger.wireBytes)
    #expect(ledger.lines.map(\.id) == ["s-1", "s-2", "s-3", "s-4", "s-5"])
    #expect(ledger.bytes(.aborted) == 1500)
}

@Test func `the first request of a foreign stream was for a playlist`() {
    let ledger = ledger(requested(1, .answer), ended(1, 200, 900), .foreign(reel: ReelID("x-1")!))
    #expect(ledger.bytes(ByteCause.playlist) == 900)
}

// MARK: - Beside the access log

private func line(_ id: String, _ bytes: Int, _ end: ResponseEnd = .complete, status: Int? = 200) -> Ledger.Line {
    let log = [
        entry(.started(session: "s", policy: "", speed: nil)),
        entry(requested(Int(id)!)), entry(ended(Int(id)!, status, bytes, end)),
    ]
    return Ledger(log).lines[0]
}

private func entry(_ id: String, _ bytes: Int, status: Int = 200, complete: Bool = true) -> AccessLogEntry {
    AccessLogEntry(
        t: UnixTime(seconds: 0), id: id, method: "GET", target: "/", status: status, bytes: bytes, complete: complete,
        verdict: "ok", ms: 1)
}

@Test func `a ledger that equals the log has no differences`() {
    let comparison = LedgerComparison(
        [line("1", 500), line("2", 20, status: 403), line("3", 90, .cancelled)],
        [
            entry("s-1", 500), entry("s-2", 20, status: 403), entry("s-3", 120, complete: false), entry("other-1", 999),
            entry("s-x-1", 7),
        ], sessions: ["s"])
    #expect(comparison.differences == [])
    #expect(comparison.matched == 3)
    #expect(comparison.clientBytes == 610)
    #expect(comparison.originBytes == 640)
    #expect(comparison.lostInFlight == 30)
}

@Test(arguments: [
    (line("1", 500), [entry("s-1", 501)], "s-1: 500 bytes came, the log says 501"),
    (line("1", 500), [], "s-1: the log has no line"),
    (line("1", 500), [entry("s-1", 500), entry("s-1", 500)], "s-1: the log has 2 lines"),
    (line("1", 500), [entry("s-1", 500, status: 206)], "s-1: status 200, the log says 206"),
    (line("1", 500), [entry("s-1", 500, complete: false)], "s-1: it is complete, the log says it is not"),
    (line("1", 90, .cancelled), [entry("s-1", 80, complete: false)], "s-1: 90 bytes came, the log says at most 80"),
])
func `what differs from the log is named`(line: Ledger.Line, log: [AccessLogEntry], difference: String) {
    #expect(LedgerComparison([line], log, sessions: ["s"]).differences == [difference])
}

@Test func `a line of the log that the client knows nothing of is a difference`() {
    let comparison = LedgerComparison([], [entry("s-4", 10)], sessions: ["s"])
    #expect(comparison.differences == ["s-4: the log has 10 bytes of a request the client did not make"])
}

@Test func `a request that nobody answered is in no log`() {
    #expect(LedgerComparison([line("1", 0, .failed, status: nil)], [], sessions: ["s"]).differences == [])
}
