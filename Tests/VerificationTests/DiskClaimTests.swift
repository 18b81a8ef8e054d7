import Catalog
import MediaCache
import MediaTypes
import Player
import Testing

@testable import Verification

private typealias E = Evidence
private let check = ClaimCheck(E.package())

private let everyFrame: [Occurrence] = [
    E.video(0, E.high), E.sound(0), E.video(1, E.high), E.sound(1), E.video(2, E.high), E.sound(2), .finished(.played),
]

private func key(_ object: ObjectName) -> CacheKey {
    CacheKey(reel: E.reel, version: E.version, rendition: E.high, object: object)
}

private func disk(limit: Int? = nil, most: Int = 0, _ events: [CacheEvent] = []) -> ClaimCheck.DiskRecord {
    var disk = ClaimCheck.DiskRecord(limit: limit)
    (disk.most, disk.events, disk.verification) = (most, events, CacheVerification())
    return disk
}

private func isFalse(_ row: ClaimRow, _ problem: String) -> Bool {
    row.verdict == .fails && row.problems.contains { $0.contains(problem) }
}

@Suite struct `A play from a disk in trouble` {
    @Test func `that fetched once what was dropped and told makes its claim true, and every lack of it false`() {
        let damaged = [(key: key(.segment(1)), fault: CacheFault.missing)]
        let events = [CacheEvent.dropped(key(.segment(1)), .missing)]
        let play = E.record(everyFrame, [E.line(1, E.high, .segment(1))])
        #expect(check.repaired([(play, disk(events), damaged)]).verdict == .holds)
        #expect(isFalse(check.repaired([(play, disk(), damaged)]), "which was told 0 times"))
        #expect(isFalse(check.repaired([(E.record(everyFrame), disk(events), damaged)]), "was not fetched again"))
        // One play that is right does not hide another that is not.
        let both = [(play, disk(events), damaged), (play, disk(), damaged)]
        #expect(isFalse(check.repaired(both), "which was told 0 times"))
        #expect(isFalse(check.repaired([]), "there was nothing to damage"))
        let more = E.record(everyFrame, [E.line(1, E.high, .segment(1)), E.line(2, E.high, .segment(2))])
        #expect(isFalse(check.repaired([(more, disk(events), damaged)]), "video/360:2 was requested"))
        let twice = E.record(everyFrame, [E.line(1, E.high, .segment(1)), E.line(2, E.high, .segment(1))])
        #expect(isFalse(check.repaired([(twice, disk(events), damaged)]), "video/360:1 was fetched twice"))
        let dark = E.record(
            everyFrame.map { $0 == E.video(1, E.high) ? E.video(1, E.high, seen: 49) : $0 }, play.requests)
        #expect(isFalse(check.repaired([(dark, disk(events), damaged)]), "50 frames expected, 49 seen"))
    }

    @Test func `under a limit that was exceeded, or that evicted nothing, or fetched what was there, is told so`() {
        let others: Set = [key(.segment(9))]
        var small = disk(limit: 100, most: 100)
        small.before = [key(.segment(0))]
        let again = E.record(everyFrame, [E.line(1, E.high, .segment(1))])
        #expect(check.eviction(again, again, small, others: others).verdict == .holds)
        small.most = 101
        #expect(isFalse(check.eviction(again, again, small, others: others), "101 bytes were on the disk"))
        small.after = others
        #expect(isFalse(check.eviction(again, again, small, others: others), "nothing was evicted"))
        let known = E.record(everyFrame, [E.line(1, E.high, .segment(0))])
        #expect(isFalse(check.eviction(again, known, small, others: others), "video/360:0 was there and was requested"))
    }

    @Test func `that is full is told so when nobody said it, or more is there than fits`() {
        let play = E.record(everyFrame)
        #expect(check.fullDisk(play, disk(most: 10, [.noSpace(limit: 10)]), room: 10).verdict == .holds)
        #expect(isFalse(check.fullDisk(play, disk(most: 10), room: 10), "nothing was told"))
        #expect(
            isFalse(check.fullDisk(play, disk(most: 11, [.noSpace(limit: 10)]), room: 10), "11 bytes are on a disk"))
    }

    @Test func `that lost its index and did not say so, or cannot be written and was, is told so`() {
        let play = E.record(everyFrame, [E.line(1, E.high, .segment(0))])
        var new = disk([.emptied(reason: "its index was missing")])
        new.after = [key(.segment(0))]
        #expect(check.anew([("deleted", play, new)]).verdict == .holds)
        new.events = []
        #expect(isFalse(check.anew([("deleted", play, new)]), "was told 0 times"))
        let hit = E.record(everyFrame + [.hit(rendition: E.high, object: .segment(0), bytes: 1)])
        #expect(check.readOnly(hit, isChanged: false).verdict == .holds)
        #expect(isFalse(check.readOnly(hit, isChanged: true), "the directory has changed"))
        #expect(isFalse(check.readOnly(E.record(everyFrame), isChanged: false), "nothing came from the cache"))
    }

    @Test func `through a memory warning is told so when nothing shrank, or too much is fetched or preloaded after it`()
    {
        let shrunk = [
            MediaBudget.Step(.preload, from: 100, to: 0), MediaBudget.Step(.buffer, from: 10_000, to: 5000),
        ]
        func play(_ steps: [MediaBudget.Step]?, ahead: Int64 = 4999, _ frames: [Occurrence] = everyFrame) -> PlayRecord
        {
            let warning = steps.map { [Occurrence.warned(of: .memory, steps: $0)] } ?? []
            let decision = Occurrence.decided(
                Decision(number: 2, rung: E.high, reason: .fixed, throughput: nil, bufferedMilliseconds: ahead))
            let started = [
                Occurrence.started(session: "s", policy: "p", speed: nil),
                .requested(id: FetchID(1), cause: .play, rendition: E.high, object: .segment(0), from: nil),
                .ended(id: FetchID(1), status: 200, bytes: 10, end: .complete),
            ]
            return E.record(started + warning + [decision] + frames, [E.line(1, E.high, .segment(0))])
        }
        func row(_ play: PlayRecord, _ before: Int = 3, _ after: Int = 0) -> ClaimRow {
            check.warned(play, preloads: (before, after), faults: [])
        }
        #expect(row(play(shrunk)).verdict == .holds)
        #expect(row(play(shrunk)).figures.hasPrefix("preload 100 to 0 bytes, buffer 10000 to 5000 ms; "))
        #expect(isFalse(row(play(nil)), "the play was told 0 times"))
        #expect(isFalse(row(play([])), "what shrank is nothing"))
        #expect(isFalse(row(play(shrunk.reversed())), "what shrank is buffer"))
        #expect(isFalse(row(play(shrunk, ahead: 5000)), "with 5000 ms ahead of the playhead"))
        #expect(isFalse(row(play(shrunk), 0), "nothing could be preloaded before"))
        #expect(isFalse(row(play(shrunk), 3, 1), "1 objects were preloaded afterwards"))
        #expect(isFalse(row(play(shrunk, Array(everyFrame.dropFirst()))), "segments [1, 2] were decoded"))
        var other = play(shrunk)
        other.requests[0].bytes = 11
        #expect(row(other).verdict == .fails)
    }

    @Test func `over a wire that was cut is told so when more than the rest came`() {
        func play(_ second: Int, range: String, status: Int = 200) -> PlayRecord {
            var rest = E.line(2, E.high, .segment(1), status: 206, bytes: second)
            rest.range = range
            let log: [Occurrence] =
                [.started(session: "s", policy: "p", speed: nil)]
                + [(1, status, 40, ResponseEnd.failed), (2, 206, second, .complete)].flatMap { id, status, bytes, end in
                    [
                        Occurrence.requested(
                            id: FetchID(id), cause: .play, rendition: E.high, object: .segment(1), from: nil),
                        .ended(id: FetchID(id), status: status, bytes: bytes, end: end),
                    ]
                } + everyFrame
            return E.record(log, [E.line(1, E.high, .segment(1), status: status, bytes: 40), rest])
        }
        let file = FetchedObject(rendition: E.high, name: .segment(1), size: 100, path: "1.m4s")
        #expect(check.resumed(play(60, range: "bytes=40-"), object: file, cut: 40).verdict == .holds)
        #expect(isFalse(check.resumed(play(100, range: "bytes=40-"), object: file, cut: 40), "bytes came, not"))
        #expect(
            isFalse(
                check.resumed(play(60, range: "bytes=0-"), object: file, cut: 40),
                "what was asked for last is bytes=0-, not bytes=40-"))
        // Bytes 1000 to 1099 of a file that has more than this object.
        let part = FetchedObject(rendition: E.high, name: .segment(1), size: 100, path: "all.mp4", first: 1000)
        let good = play(60, range: "bytes=1040-1099", status: 206)
        #expect(check.resumed(good, object: part, cut: 40).verdict == .holds)
        #expect(isFalse(check.resumed(good, object: file, cut: 40), "the origin answered [206, 206]"))
        #expect(
            isFalse(
                check.resumed(play(60, range: "bytes=1040-", status: 206), object: part, cut: 40),
                "what was asked for last is bytes=1040-, not bytes=1040-1099"))
    }

    @Test func `has its second segment cut, the only one, or the first of those that are one`() {
        func object(_ name: ObjectName, _ path: String, _ first: Int? = nil, size: Int = 9) -> FetchedObject {
            FetchedObject(rendition: E.high, name: name, size: size, path: path, first: first)
        }
        let segments = [object(.segment(0), "0.ts"), object(.segment(1), "1.ts"), object(.segment(2), "2.ts")]
        #expect(FetchedObject.toCut([object(.initialization, "i")] + segments, of: E.high) == segments[1])
        #expect(FetchedObject.toCut(segments, of: nil) == segments[1])
        #expect(FetchedObject.toCut([segments[2]], of: E.high) == segments[2])
        #expect(FetchedObject.toCut(segments, of: E.low) == nil)
        #expect(FetchedObject.toCut([object(.segment(0), "0.ts", size: 1)], of: nil) == nil)
        let same = [object(.segment(4), "a.ts"), object(.segment(5), "a.ts")]
        #expect(FetchedObject.toCut(same, of: nil) == same[0])
        let parts = [object(.segment(4), "a.ts", 0), object(.segment(5), "a.ts", 9)]
        #expect(FetchedObject.toCut(parts, of: nil) == parts[1])
    }

    @Test func `is asked for an object by its path and its range`() {
        let file = FetchedObject(rendition: E.high, name: .segment(1), size: 100, path: "1.m4s")
        #expect(file.isAsked(at: "1.m4s", range: nil))
        #expect(!file.isAsked(at: "1.m4s", range: "bytes=40-") && !file.isAsked(at: nil, range: nil))
        let part = FetchedObject(rendition: E.high, name: .segment(1), size: 100, path: "all.mp4", first: 1000)
        #expect(part.isAsked(at: "all.mp4", range: "bytes=1000-1099"))
        #expect(!part.isAsked(at: "all.mp4", range: "bytes=1040-1099") && !part.isAsked(at: "all.mp4", range: nil))
    }
}

@Test func `a stream that no package describes is judged by what its first play showed`() {
    let first = E.record(
        [
            .rungs([.init(id: E.low, bandwidth: .kilobits(1)), .init(id: E.high, bandwidth: .kilobits(2))]),
            .playlist(rendition: E.low, kind: .video, segments: 3, milliseconds: 5000), E.decided(0, E.low),
            E.decided(1, E.high), E.switched(1, from: E.low, to: E.high), E.video(0, E.low), E.video(1, E.high),
            E.video(2, E.high), .finished(.played),
        ])
    let foreign = ClaimCheck(foreign: E.reel, first)
    #expect(foreign.coldStart(first).verdict == .holds)
    #expect(foreign.frames(first, .coldFrames).figures == "125 of 125 frames")
    #expect(foreign.seams(first).figures == "2 seams, 1 of them between rungs")
    let short = E.record([E.video(0, E.low), E.video(1, E.high), .finished(.played)])
    #expect(isFalse(foreign.frames(short, .warmFrames), "segments [0, 1] were decoded, of 0 to 2"))
    let cached = [(key: key(.segment(0)), digest: ContentDigest?.some(E.digest(1)))]
    #expect(foreign.digests(cached, read: ["video/360:0": E.digest(1)]).verdict == .holds)
    #expect(isFalse(foreign.digests(cached, read: ["video/360:0": E.digest(2)]), "other bytes than the file"))
    #expect(isFalse(foreign.digests(cached, read: [:]), "was never fetched"))
}
