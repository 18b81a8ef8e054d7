import Catalog
import MediaTypes
import Player
import Testing

@testable import Verification

private typealias E = Evidence
private let check = ClaimCheck(E.package())

private let goodPlay: [Occurrence] = [
    E.decided(0, E.low), E.decided(1, E.high), E.decided(2, E.high), E.switched(1, from: E.low, to: E.high),
    E.video(0, E.low), E.sound(0), E.video(1, E.high), E.sound(1), E.video(2, E.high), E.sound(2), .finished(.played),
]

private func isFalse(_ row: ClaimRow, _ problem: String) -> Bool {
    row.verdict == .fails && row.problems.contains { $0.contains(problem) }
}

@Suite struct `A cold play` {
    @Test func `that begins low, goes up and shows every frame makes its claims true`() {
        let play = E.record(goodPlay)
        #expect(check.coldStart(play).verdict == .holds)
        #expect(check.coldStart(play).figures == "video/234, then video/360 at segment 1")
        #expect(check.frames(play, .coldFrames).verdict == .holds)
        // Segments of 50, 50 and 25 frames; three audio segments of 96256 samples.
        #expect(check.frames(play, .coldFrames).figures == "125 of 125 frames, 125 strips read, 288768 audio samples")
        #expect(check.seams(play).figures == "2 seams, 1 of them between rungs")
    }

    @Test func `that begins on a higher rung is told so`() {
        #expect(
            isFalse(
                check.coldStart(E.record([E.decided(0, E.high), .finished(.played)])), "the start rung is video/234"))
    }

    @Test func `that never goes up is told so`() {
        #expect(isFalse(check.coldStart(E.record([E.decided(0, E.low), .finished(.played)])), "it never went up"))
    }

    @Test func `that failed makes the claim false whatever it showed`() {
        let play = E.record(goodPlay.dropLast() + [.finished(.failed(.removed))])
        #expect(isFalse(check.coldStart(play), "the reel was removed"))
        #expect(isFalse(check.frames(play, .coldFrames), "the reel was removed"))
    }

    @Test func `with a frame too few, a wrong frame or an unread strip is told so`() {
        func play(_ last: Occurrence) -> PlayRecord { E.record(goodPlay.map { $0 == E.video(2, E.high) ? last : $0 }) }
        #expect(isFalse(check.frames(play(E.video(2, E.high, seen: 24)), .coldFrames), "25 frames expected, 24 seen"))
        #expect(isFalse(check.frames(play(E.video(2, E.high, bad: 1)), .coldFrames), "1 frames are wrong"))
        #expect(isFalse(check.frames(play(E.video(2, E.high, verified: 20)), .coldFrames), "5 frames have no strip"))
    }

    @Test func `without its last segment, or without sound, is told so`() {
        let short = E.record(goodPlay.filter { $0 != E.video(2, E.high) })
        #expect(isFalse(check.frames(short, .coldFrames), "video: segments [0, 1] were decoded, of 0 to 2"))
        let silent = E.record(goodPlay.filter { $0 != E.sound(1) })
        #expect(isFalse(check.frames(silent, .coldFrames), "audio: segments [0, 2] were decoded, of 0 to 2"))
    }

    @Test func `of which one segment is there has no seam, and one that decoded less than two of three no true one`() {
        let one = E.record([
            .rungs([.init(id: E.low, bandwidth: .kilobits(1))]),
            .playlist(rendition: E.low, kind: .video, segments: 1, milliseconds: 2000), E.video(0, E.low),
            .finished(.played),
        ])
        #expect(ClaimCheck(foreign: E.reel, one).seams(one).verdict == .notApplicable)
        #expect(isFalse(check.seams(one), "1 segments were decoded"))
        #expect(isFalse(check.seams(E.record([.finished(.played)])), "0 segments were decoded"))
    }

    @Test func `that leaves out a segment has a seam that does not meet`() {
        let play = E.record([E.video(0, E.low), E.video(2, E.high), .finished(.played)])
        #expect(isFalse(check.seams(play), "video/234 ends at 2.000000 s and video/360 begins at 4.000000 s"))
    }
}

@Suite struct `A warm play` {
    private let playlist = E.line(1, E.low, nil, target: "/~…/playlist.m3u8")
    private let hit = Occurrence.hit(rendition: E.low, object: .segment(0), bytes: 1)

    @Test func `that requests no object makes its claim true, and one request makes it false`() {
        #expect(check.warmObjects(E.record([hit], [playlist])).verdict == .holds)
        let play = E.record([hit], [playlist, E.line(2, E.low, .segment(1))])
        #expect(isFalse(check.warmObjects(play), "video/234:1 was requested"))
    }

    @Test func `that was refused an object requested it all the same`() {
        #expect(isFalse(check.warmObjects(E.record([hit], [E.line(2, E.low, .segment(1), status: 403)])), "requested"))
    }

    @Test func `that hit nothing proves nothing`() {
        #expect(isFalse(check.warmObjects(E.record([])), "nothing came from the cache"))
    }

    @Test func `under the old token is told so`() {
        let play = E.record([.finished(.played)], [playlist])
        #expect(check.warmPlaylists(play, tokens: [nil, "n"], new: "n", old: "o").verdict == .holds)
        #expect(isFalse(check.warmPlaylists(play, tokens: ["o"], new: "n", old: "o"), "1 requests were made"))
        #expect(
            isFalse(check.warmPlaylists(play, tokens: [nil], new: "n", old: "o"), "1 playlists were fetched without"))
        #expect(
            isFalse(check.warmPlaylists(play, tokens: ["n"], new: "n", old: "n"), "the new answer has the old token"))
        let none = E.record([.finished(.played)])
        #expect(isFalse(check.warmPlaylists(none, tokens: [], new: "n", old: "o"), "no playlist was fetched"))
    }
}

@Suite struct `The control` {
    private let segments: [Occurrence] = [E.video(0, E.low), .finished(.played)]

    @Test func `misses everything under new URLs, or the claim is false`() {
        let all = [E.line(1, E.low, .initialization), E.line(2, E.low, .segment(0))]
        #expect(check.controlMisses(E.record(segments, all)).figures == "2 of 2 objects fetched again")
        #expect(check.controlMisses(E.record(segments, all)).verdict == .holds)
        #expect(isFalse(check.controlMisses(E.record(segments, [all[1]])), "video/234:init was not fetched again"))
    }

    @Test func `hits under the same URLs, or it could not have hit at all`() {
        let hit = Occurrence.hit(rendition: E.low, object: .segment(0), bytes: 1)
        #expect(check.controlHits(E.record(segments + [hit])).verdict == .holds)
        #expect(isFalse(check.controlHits(E.record(segments)), "nothing came from the cache"))
        #expect(
            isFalse(check.controlHits(E.record(segments + [hit], [E.line(1, E.low, .segment(0))])), "was requested"))
    }
}

@Suite struct `An expiry in mid-play` {
    @Test func `is refreshed once, no more and no less`() {
        let once: [Occurrence] = [.refreshing(why: .forbidden), .finished(.played)]
        #expect(check.midplayRefresh(E.record(once)).verdict == .holds)
        #expect(isFalse(check.midplayRefresh(E.record(once + once)), "2 times"))
        #expect(isFalse(check.midplayRefresh(E.record([.finished(.played)])), "0 times"))
    }

    @Test func `costs no object twice, no stall and no rung`() {
        let refused = E.line(1, E.low, .segment(2), status: 403, verdict: "expired")
        let good = E.record([], [refused, E.line(2, E.low, .segment(2))])
        #expect(check.midplayObjects(good).verdict == .holds)
        let twice = E.record([], [E.line(1, E.low, .segment(2)), E.line(2, E.low, .segment(2))])
        #expect(isFalse(check.midplayObjects(twice), "video/234:2 was fetched 2 times"))
        #expect(isFalse(check.midplayObjects(E.record([.stalled(atMilliseconds: 1)])), "1 stalls"))
        #expect(
            isFalse(check.midplayObjects(E.record([E.switched(2, from: E.high, to: E.low)])), "down from video/360"))
    }
}

@Suite struct `Refusals` {
    private func probe(_ status: Int, _ reason: RefusalReason?, isStored: Bool = false) -> ClaimCheck.Probe {
        ClaimCheck.Probe(what: "old URL", status: status, reason: reason, isStored: isStored)
    }

    @Test func `have status 403, the right reason, and may not be stored`() {
        #expect(check.refused(.expired, [(probe(403, .expired), .expired)]).verdict == .holds)
        #expect(isFalse(check.refused(.expired, [(probe(200, nil), .expired)]), "200, not 403 expired"))
        #expect(isFalse(check.refused(.expired, [(probe(403, .signature), .expired)]), "403 signature, not"))
        #expect(isFalse(check.refused(.expired, [(probe(403, .expired, isStored: true), .expired)]), "may be stored"))
    }

    @Test func `of a removed reel are 410, and it comes back`() {
        #expect(check.removed([probe(410, nil)], restored: probe(200, nil)).verdict == .holds)
        #expect(isFalse(check.removed([probe(404, nil)], restored: probe(200, nil)), "404, not 410"))
        #expect(isFalse(check.removed([probe(410, nil)], restored: probe(410, nil)), "410, not 200"))
    }
}

@Suite struct `Cached objects` {
    private func key(_ object: ObjectName) -> CacheKey {
        CacheKey(reel: E.reel, version: E.version, rendition: E.low, object: object)
    }

    @Test func `have the digests of the package, or are named`() {
        // The first rendition's init section has digest 0 and its segment n has n + 1.
        #expect(
            check.digests([(key(.initialization), E.digest(0)), (key(.segment(1)), E.digest(2))]).verdict == .holds)
        #expect(
            isFalse(
                check.digests([(key(.segment(1)), E.digest(3))]), "bars:0123456789abcdef:video/234:1 has other bytes"))
        #expect(isFalse(check.digests([(key(.segment(1)), nil)]), "has other bytes"))
        #expect(isFalse(check.digests([(key(.segment(9)), E.digest(0))]), "is not in package.json"))
        #expect(isFalse(check.digests([]), "the cache is empty"))
    }
}

@Suite struct `The ledger` {
    private func play(clientBytes: Int, originBytes: Int) -> PlayRecord {
        let id = FetchID(1)
        return E.record(
            [
                .started(session: "s", policy: "throughput", speed: nil),
                .requested(id: id, cause: .play, rendition: E.low, object: .segment(0), from: nil),
                .responded(id: id, status: 200), .ended(id: id, status: 200, bytes: clientBytes, end: .complete),
            ], [E.line(1, E.low, .segment(0), bytes: originBytes)])
    }

    @Test func `equals the access log to the byte, or the response is named`() {
        #expect(check.ledger([play(clientBytes: 10, originBytes: 10)]).verdict == .holds)
        #expect(isFalse(check.ledger([play(clientBytes: 10, originBytes: 11)]), "s-1: 10 bytes came, the log says 11"))
        #expect(isFalse(check.ledger([]), "no response was accounted for"))
    }
}
