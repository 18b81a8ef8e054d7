import Catalog
import HTTP
import MediaCache
import MediaTypes
import Platform
import Player
import QoE
import Signing
import Testing

@testable import Playback

/// Connections that are cut in the middle of a segment: what came stays, and is not fetched again.
@Suite struct `a connection that is cut` {
    let fixture: ReelFixture
    private let path = "video/low/00001.m4s"
    private let key = CacheKey("fixture:0011223344556677:video/low:1")!
    private var object: [UInt8] { fixture.objects[path]! }
    private var entityTag: String { "\"\(SHA256.digest(object).text.prefix(32))\"" }

    init() throws { fixture = try ReelFixture.shared.get() }

    private func play(
        _ origin: TestOrigin, _ fetcher: any Fetcher, _ cache: DiskCache, name: String = "s",
        until isEnough: @escaping @Sendable (LogEntry) -> Bool = { _ in false }
    ) -> PlaybackReport { Playing(origin, fetcher, cache, name: name, until: isEnough).run() }

    /// Everything but the segment that was cut came once, and the account equals the origin's.
    private func expectExact(_ reports: [(name: String, report: PlaybackReport)], _ origin: TestOrigin) {
        let lines = reports.flatMap(\.report.ledger.lines)
        #expect(LedgerComparison(lines, origin.requests, sessions: reports.map(\.name)).differences == [])
        for (_, report) in reports {
            let ledger = report.ledger
            #expect(ByteFate.allCases.reduce(0) { $0 + ledger.bytes($1) } == ledger.wireBytes)
        }
    }

    @Test(arguments: [1, 3999, 4000, 4001, 9000]) func `goes on where it was cut`(cut: Int) throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [cut])
            let report = play(origin, wire, cache)
            #expect(report.isRight)
            #expect(wire.asked.map(\.range) == [nil, "bytes=\(cut)-"])
            #expect(wire.asked.last?.ifRange == entityTag)
            #expect(cache.read(key) == object)
            let brought = report.ledger.lines.filter { $0.object == .segment(1) && $0.rendition == key.rendition }
            #expect(brought.map(\.bytes) == [cut, object.count - cut])
            #expect(brought.allSatisfy { $0.fate == .played && $0.excess == 0 })
            expectExact([("s", report)], origin)
        }
    }

    @Test(arguments: [true, false], ["now", "later"])
    func `row 31, AndroidVideoCache 17: what is cut behind its last byte is whole, and no byte of it comes again`(
        isLengthKnown: Bool, _ when: String
    ) throws {
        try withCache { cache in
            let length = object.count
            let origin = TestOrigin(fixture) { path, count, response in
                guard path == "video/low/00001.m4s" else { return }
                // A chunked body says its length with its end.
                if !isLengthKnown { response.headers["Transfer-Encoding"] = "chunked" }
                guard count > 1 else { return }
                response.status = 416
                response.headers["Content-Range"] = "bytes */\(length)"
                response.body = .bytes([])
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [length])
            var report = play(origin, wire, cache) { entry in
                if when == "later", case .retrying = entry.what { true } else { false }
            }
            if when == "later" { report = play(origin, wire, cache, name: "t") }
            #expect(report.isRight)
            #expect(cache.read(key) == object)
            #expect(wire.asked.map(\.range) == [nil] + (isLengthKnown ? [] : ["bytes=\(length)-"]))
            #expect(origin.requests.filter { $0.target == path }.reduce(0) { $0 + $1.bytes } == length)
        }
    }

    @Test(arguments: ["bytes */2999", "bytes */3001", "nonsense"])
    func `a refused range that ends elsewhere brings the whole`(range: String) throws {
        try withCache { cache in
            let origin = TestOrigin(fixture) { path, count, response in
                guard path == "video/low/00001.m4s", count == 2 else { return }
                (response.status, response.body) = (416, .bytes([]))
                response.headers["Content-Range"] = range
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            #expect(play(origin, wire, cache).isRight)
            #expect(wire.asked.map(\.range) == [nil, "bytes=3000-", nil])
            #expect(cache.read(key) == object)
        }
    }

    @Test func `goes on where it was cut the second time`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000, 2500])
            let report = play(origin, wire, cache)
            #expect(report.isRight)
            #expect(wire.asked.map(\.range) == [nil, "bytes=3000-", "bytes=5500-"])
            #expect(cache.read(key) == object)
            #expect(report.ledger.excessBytes == 0)
            expectExact([("s", report)], origin)
        }
    }

    @Test func `leaves a prefix with which a later play goes on`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            let first = play(origin, wire, cache) { if case .retrying = $0.what { true } else { false } }
            #expect(first.outcome == .stopped)
            #expect(first.ledger.lines.last { $0.object == .segment(1) && $0.bytes == 3000 }?.fate == .cachedUnplayed)
            let second = play(origin, wire, cache, name: "t")
            #expect(second.isRight)
            #expect(wire.asked.map(\.range) == [nil, "bytes=3000-"])
            #expect(wire.asked.last?.ifRange == entityTag)
            #expect(cache.read(key) == object)
            let rest = second.ledger.lines.filter { $0.object == .segment(1) && $0.rendition == key.rendition }
            #expect(rest.map(\.bytes) == [object.count - 3000])
            // What the first play left was used: it came from the cache.
            let whole = second.ledger.lines.filter { $0.cause == .play }.reduce(0) { $0 + $1.bytes }
            let cold = Set(cache.keys).reduce(0) { $0 + (cache.read($1)?.count ?? 0) }
            #expect(whole + second.ledger.cacheBytes == cold)
            expectExact([("s", first), ("t", second)], origin)
        }
    }

    @Test func `leaves nothing to go on with when the origin names no strong validator`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture) { asked, _, response in
                if asked == "video/low/00001.m4s" { response.headers["ETag"] = "W/\"weak\"" }
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            let report = play(origin, wire, cache)
            #expect(report.isRight)
            #expect(wire.asked.map(\.range) == [nil, nil])
            #expect(report.ledger.bytes(.discarded) == 3000)
            #expect(cache.read(key) == object)
            expectExact([("s", report)], origin)
        }
    }

    @Test func `C4: is answered with the whole by an origin without ranges, and what came twice is counted`() throws {
        try withCache { cache in
            let whole = object
            let origin = TestOrigin(fixture) { asked, _, response in
                guard asked == "video/low/00001.m4s" else { return }
                response.status = 200
                response.headers["Content-Range"] = nil
                response.body = .bytes(whole)
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            let report = play(origin, wire, cache)
            #expect(report.isRight)
            #expect(report.ledger.excessBytes == 3000)
            #expect(report.ledger.bytes(.duplicate) == 3000)
            #expect(cache.read(key) == object)
            expectExact([("s", report)], origin)
        }
    }

    @Test func `counts what came twice also when another play had left it`() throws {
        try withCache { cache in
            let whole = object
            let origin = TestOrigin(fixture) { asked, count, response in
                guard asked == "video/low/00001.m4s", count == 2 else { return }
                response.status = 200
                response.headers["Content-Range"] = nil
                response.body = .bytes(whole)
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            let first = play(origin, wire, cache) { if case .retrying = $0.what { true } else { false } }
            let second = play(origin, wire, cache, name: "t")
            #expect(second.isRight)
            #expect(second.ledger.excessBytes == 3000)
            #expect(
                second.ledger.lines.filter { $0.object == .segment(1) && $0.excess > 0 }.map(\.bytes) == [whole.count])
            #expect(cache.read(key) == object)
            expectExact([("s", first), ("t", second)], origin)
        }
    }

    @Test(arguments: ["bytes 2999-", "bytes 3001-", "bytes 0-"])
    func `row 34, hls.js 1830, and C3: takes no bytes of another place, and fetches the whole`(range: String) throws {
        try withCache { cache in
            let last = object.count - 1
            let origin = TestOrigin(fixture) { asked, count, response in
                guard asked == "video/low/00001.m4s", count == 2 else { return }
                response.headers["Content-Range"] = "\(range)\(last)/\(last + 1)"
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            let report = play(origin, wire, cache)
            #expect(report.isRight)
            #expect(wire.asked.map(\.range) == [nil, "bytes=3000-", nil])
            #expect(cache.read(key) == object)
            expectExact([("s", report)], origin)
        }
    }

    @Test(arguments: ["ETag", "Repr-Digest", "Content-Range"])
    func `C3: never mixes two versions of an object`(field: String) throws {
        try withCache { cache in
            let length = object.count
            let other = "sha-256=:\(base64(SHA256.digest([1]).bytes)):"
            let origin = TestOrigin(fixture) { asked, count, response in
                guard asked == "video/low/00001.m4s", count == 2 else { return }
                response.headers[field] =
                    switch field {
                    case "ETag": "\"another\""
                    case "Repr-Digest": other
                    default: "bytes 3000-\(length - 1)/\(length + 1)"
                    }
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            let report = play(origin, wire, cache)
            #expect(report.isRight)
            #expect(wire.asked.map(\.range) == [nil, "bytes=3000-", nil])
            #expect(cache.read(key) == object)
            expectExact([("s", report)], origin)
        }
    }

    @Test func `begins anew when what another play left was changed on the disk`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [3000])
            _ = play(origin, wire, cache) { if case .retrying = $0.what { true } else { false } }
            for file in try FileSystem.list("\(cache.path)/objects") where file.hasSuffix(".part") {
                let path = "\(cache.path)/objects/\(file)"
                var bytes = try FileSystem.read(path, limit: 1 << 20)
                bytes[1000] ^= 1
                try FileSystem.write(bytes, to: path)
            }
            let second = play(origin, wire, cache, name: "t")
            #expect(second.isRight)
            #expect(wire.asked.map(\.range) == [nil, nil])
            #expect(cache.read(key) == object)
        }
    }

    @Test func `what is playing is not evicted for it, and what was played before is`() throws {
        let total = fixture.objects.filter { !$0.key.hasPrefix("video/high") }.values.reduce(0) { $0 + $1.count }
        try withCache(limit: total + DiskCache.leastOverhead) { cache in
            let old = CacheKey("old:0011223344556677:video/low:0")!
            #expect(cache.store([UInt8](repeating: 1, count: 1000), for: old, digest: nil) == .stored(evicted: []))
            let origin = TestOrigin(fixture)
            #expect(play(origin, origin.fetcher, cache).isRight)
            #expect(cache.keys.count == 8)
            #expect(!cache.keys.contains(old))
        }
    }

    @Test func `what will be played next is not evicted`() throws {
        let total = fixture.objects.filter { !$0.key.hasPrefix("video/high") }.values.reduce(0) { $0 + $1.count }
        try withCache(limit: total + DiskCache.leastOverhead) { cache in
            let next = CacheKey("next:0011223344556677:video/low:0")!
            _ = cache.store([UInt8](repeating: 1, count: 1000), for: next, digest: nil)
            let origin = TestOrigin(fixture)
            let report = Playing(origin, origin.fetcher, cache, next: [next.reel]).run()
            #expect(report.isRight)
            #expect(cache.keys.contains(next))
            #expect(cache.keys.count < 9)
        }
    }

    @Test func `an object that another player fetches is waited for, and taken over when that one goes`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            guard case .write(let other) = cache.access(key) else {
                Issue.record("nobody writes it yet")
                return
            }
            #expect(other.begin(total: object.count, entityTag: entityTag, digest: SHA256.digest(object)))
            #expect(other.append(Array(object.prefix(5000))))
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [])
            let report = play(origin, wire, cache) { entry in
                // The first segment is there: now the second is asked for.
                if entry.what == .firstFrame { other.leave() }
                return false
            }
            #expect(report.isRight)
            #expect(wire.asked.map(\.range) == ["bytes=5000-"])
            #expect(cache.read(key) == object)
        }
    }
}

/// One play of the lowest rung, which can be ended early.
private struct Playing {
    private let player: RealTimePlayer

    init(
        _ origin: TestOrigin, _ fetcher: any Fetcher, _ cache: DiskCache, name: String = "s", next: Set<ReelID> = [],
        until isEnough: @escaping @Sendable (LogEntry) -> Bool = { _ in false }
    ) {
        var configuration = SessionConfiguration(name: name, url: TestOrigin.url) { _ in ReelFixture.reel }
        configuration.policy = FixedPolicy(rung: RenditionID("video/low")!)
        let (stop, clock) = (Stopper(), SteppingClock())
        var surroundings = RealTimePlayer.Surroundings(fetcher: fetcher, cache: cache, clock: clock.read) { entry in
            if isEnough(entry) { return stop.fire() }
            // What is asked for again later is asked for again now.
            if case .retrying(_, let wait, _) = entry.what { clock.advance(by: .microseconds(wait)) }
        }
        surroundings.next = next
        player = RealTimePlayer(configuration, in: surroundings)
        stop.set(player.stopper)
    }

    func run() -> PlaybackReport { player.run() }
}
