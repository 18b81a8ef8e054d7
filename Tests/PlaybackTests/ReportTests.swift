import Catalog
import HTTP
import MediaCache
import MediaTypes
import Platform
import Player
import QoE
import Signing
import Synchronization
import TestSupport
import Testing

@testable import Playback

/// What was reported of other players and their caches, row by row, as far as no other test here is one of the rows.
@Suite struct `reports of other players` {
    let fixture: ReelFixture

    init() throws { fixture = try ReelFixture.shared.get() }

    private func play(
        _ fetcher: any Fetcher, _ cache: (any ObjectCache)?, _ name: String,
        _ change: (inout SessionConfiguration) -> Void = { _ in }, estimator: ThroughputEstimator? = nil,
        observe: @escaping @Sendable (LogEntry) -> Void = { _ in },
        stopWhen isEnough: @escaping @Sendable (LogEntry) -> Bool = { _ in false }
    ) -> PlaybackReport {
        var configuration = SessionConfiguration(name: name, url: TestOrigin.url) { _ in ReelFixture.reel }
        change(&configuration)
        let clock = SteppingClock()
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        let surroundings = RealTimePlayer.Surroundings(fetcher: fetcher, cache: cache, clock: clock.read) { entry in
            if case .retrying(_, let wait, _) = entry.what { clock.advance(by: .microseconds(wait)) }
            observe(entry)
            if isEnough(entry) { stop.withLock { $0 }?() }
        }
        let player = RealTimePlayer(configuration, in: surroundings, estimator: estimator ?? ThroughputEstimator())
        stop.withLock { $0 = player.stopper }
        return player.run()
    }

    private func isOurs(_ cache: DiskCache) -> Bool {
        cache.entries().allSatisfy { entry in
            let path = PackageLayout.path(of: entry.key.object, in: entry.key.rendition) ?? ""
            return fixture.objects[path].map { SHA256.digest($0) } == entry.digest
        }
    }

    @Test(arguments: [400, 403, 404, 500, 503, 302])
    func `C3: bodies of other answers than 200 and 206 are never kept`(status: Int) throws {
        try withCache { cache in
            let page = Array("<html>no</html>".utf8)
            let origin = TestOrigin(fixture) { path, count, response in
                guard path == "video/low/00001.m4s", count == 1 else { return }
                response = Response(status: status, headers: ["ETag": "\"e\""], body: .bytes(page))
            }
            _ = play(origin.fetcher, cache, "s") { $0.policy = FixedPolicy(rung: RenditionID("video/low")!) }
            #expect(isOurs(cache))
            #expect(!cache.entries().contains { $0.length == page.count })
        }
    }

    @Test func `row 1, ExoPlayer 5408: after every URL was signed again no segment crosses the wire`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            #expect(play(origin.fetcher, cache, "s").isRight)
            let before = origin.delivered.count
            origin.advance(bySeconds: 3600)
            let again = play(origin.fetcher, cache, "t")
            #expect(again.isRight)
            #expect(origin.delivered.count == before)
            #expect(again.ledger.bytes(ByteCause.play) == 0)
        }
    }

    @Test func `row 14, media 429: a wire that is cut after the URLs have ended is gone on with under new ones`() throws
    {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let wire = CuttingFetcher(origin.fetcher, path: "video/low/00001.m4s", cuts: [3000])
            let lowest = FixedPolicy(rung: RenditionID("video/low")!)
            let report = play(wire, cache, "s", { $0.policy = lowest }) { entry in
                if case .retrying = entry.what { origin.advance(bySeconds: 3600) }
            }
            #expect(report.isRight && report.summary.refreshes == 1)
            // Refused under the old token, and then the rest comes under the new one.
            #expect(wire.asked.map(\.range) == [nil, "bytes=3000-", "bytes=3000-"])
            #expect(report.ledger.excessBytes == 0)
            // Nobody asked for the old multivariant playlist.
            #expect(origin.requests.filter { $0.target == "multivariant.m3u8" }.allSatisfy { $0.status == 200 })
            #expect(isOurs(cache))
        }
    }

    /// There is no seeking here: what is as good is to end anywhere, and to go on later on another rung, with the prefixes
    /// that were left.
    @Test
    func
        `row 26, media 1755: after plays that ended anywhere, on any rung, what is cached is the origin's byte for byte`()
        throws
    {
        try withCache { cache in
            var chance: UInt64 = 26
            func random(_ bound: Int) -> Int {
                chance = chance &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return Int(chance >> 33) % bound
            }
            var prefixes = 0
            for round in 0..<30 {
                let rung = "video/\(ReelFixture.rungs[random(2)])"
                let path = "\([rung, "audio/main"][random(2)])/0000\(random(3)).m4s"
                // Cut again and again, and stopped at one of the cuts.
                let cuts = (0..<4).map { _ in 1 + random(6000) }
                let left = Mutex(1 + random(4))
                let wire = CuttingFetcher(TestOrigin(fixture).fetcher, path: path, cuts: cuts)
                let isPreload = random(3) == 0
                let change: (inout SessionConfiguration) -> Void = {
                    $0.policy = FixedPolicy(rung: RenditionID(rung)!)
                    if isPreload { ($0.use, $0.length) = (.preload, .seconds(4)) }
                }
                _ = play(
                    wire, cache, "s\(round)", change,
                    stopWhen: { entry in
                        guard case .retrying = entry.what else { return false }
                        return left.withLock { left in
                            left -= 1
                            return left == 0
                        }
                    })
                for path in fixture.objects.keys {
                    let object = try #require(fixture.objects[path])
                    switch cache.access(try #require(Self.key(of: path)), for: .preload) {
                    case .complete(let bytes): #expect(bytes == object)
                    case .write(let writer):
                        if writer.prefix.length > 0 { prefixes += 1 }
                        #expect(writer.prefixBytes() == Array(object.prefix(writer.prefix.length)))
                        _ = writer.leave()
                    case .follow: Issue.record("nobody fetches it")
                    }
                }
                cache.prune(to: cache.totalLength / (1 + random(3)))
            }
            #expect(prefixes > 10)
            #expect(play(TestOrigin(fixture).fetcher, cache, "t").isRight)
            #expect(isOurs(cache))
        }
    }

    private static func key(of path: String) -> CacheKey? {
        let parts = path.split(separator: "/")
        let object = parts[2] == "init.mp4" ? "init" : Int(parts[2].prefix(5)).map(String.init) ?? ""
        return CacheKey("fixture:\(ReelFixture.version):\(parts[0])/\(parts[1]):\(object)")
    }

    @Test func `row 36, just-plus-player 156: a playlist that was cut is asked for whole, and never in ranges`() throws
    {
        let wire = CuttingFetcher(TestOrigin(fixture).fetcher, path: "video/low/playlist.m3u8", cuts: [50])
        #expect(play(wire, nil, "s").isRight)
        #expect(wire.asked == [.init(), .init()])
    }

    @Test func `row 37, ExoPlayer 6626: the wire brings every object once, and no byte more than it has`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            #expect(play(origin.fetcher, cache, "s").isRight)
            #expect(isOurs(cache))
            let sent = origin.requests.filter { $0.target.hasSuffix(".m4s") || $0.target.hasSuffix(".mp4") }
            #expect(sent.reduce(0) { $0 + $1.bytes } == cache.totalLength)
        }
    }

    @Test func `row 27, ExoPlayer 10870: objects that vanish while it plays are fetched again, and it is told`() throws
    {
        try withTemporaryDirectory { folder in
            let events = Mutex<[CacheEvent]>([])
            let cache = try DiskCache("\(folder)/cache", limit: 1 << 24) { event in events.withLock { $0.append(event) }
            }
            let origin = TestOrigin(fixture)
            let lowest = FixedPolicy(rung: RenditionID("video/low")!)
            #expect(play(origin.fetcher, cache, "s", { $0.policy = lowest }).isRight)
            let before = origin.delivered.count
            let again = play(origin.fetcher, cache, "t", { $0.policy = lowest }) { entry in
                guard case .hit(_, .segment(0), _) = entry.what else { return }
                for name in (try? FileSystem.list("\(folder)/cache/objects")) ?? [] {
                    try? FileSystem.removeTree("\(folder)/cache/objects/\(name)")
                }
            }
            #expect(again.isRight)
            #expect(origin.delivered.count > before)
            #expect(origin.delivered.dropFirst(before).count == Set(origin.delivered.dropFirst(before)).count)
            #expect(events.withLock { $0 }.allSatisfy { if case .dropped(_, .missing) = $0 { true } else { false } })
        }
    }

    @Test func `row 33, expo 43957: a reel whose every answer is chunked plays, and is cached whole`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture) { _, _, response in response.headers["Transfer-Encoding"] = "chunked" }
            #expect(play(origin.fetcher, cache, "s").isRight)
            #expect(isOurs(cache))
            let before = origin.delivered.count
            #expect(play(origin.fetcher, cache, "t").isRight)
            #expect(origin.delivered.count == before)
        }
    }

    @Test func `row 45, KTVHTTPCache 109: a reel whose segments are larger than the cache plays beside it`() throws {
        try withCache(limit: 10_000) { cache in
            let report = play(TestOrigin(fixture).fetcher, cache, "s")
            #expect(report.isRight)
            #expect(cache.entries().allSatisfy { $0.length <= 10_000 })
            #expect(ByteFate.allCases.reduce(0) { $0 + report.ledger.bytes($1) } == report.ledger.wireBytes)
        }
    }

    @Test func `row 52, ExoPlayer 4050: the tenth replay has no more of the lowest rung than the first`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let first = play(origin.fetcher, cache, "s").summary.segments
            for number in 1...9 {
                #expect(play(origin.fetcher, cache, "s\(number)").summary.segments == first)
            }
        }
    }

    @Test func `row 54, hls.js 2361: no time is fetched twice to learn of the wire, and all that came is played`()
        throws
    {
        try withCache { cache in
            let report = play(TestOrigin(fixture).fetcher, cache, "s")
            #expect(report.isRight)
            let fetched = report.log.compactMap { entry -> String? in
                guard case .fetched(let rendition, .segment(let number), _, _) = entry.what else { return nil }
                return "\(rendition.text.prefix(5)) \(number)"
            }
            #expect(fetched.sorted() == ["audio 0", "audio 1", "audio 2", "video 0", "video 1", "video 2"])
            let played = report.ledger.lines.filter { $0.cause == .play && $0.fate == .played }
            #expect(played.reduce(0) { $0 + $1.bytes } == report.ledger.bytes(ByteCause.play))
            #expect(report.ledger.bytes(ByteCause.probe) == 0)
        }
    }

    @Test func `row 54, hls.js 5750: what had come of a rung that is given up for another is counted as waste`() throws
    {
        try withCache { cache in
            let refusal = Response(status: 403, body: .bytes(Array(#"{"reason":"scope"}"#.utf8)))
            let path = "video/high/00001.m4s"
            let origin = TestOrigin(fixture) { asked, count, response in
                if asked == path, count > 1 { response = refusal }
            }
            let wire = CuttingFetcher(origin.fetcher, path: path, cuts: [4000])
            let report = play(wire, cache, "s") { $0.policy = FixedPolicy(rung: RenditionID("video/high")!) }
            #expect(report.isRight)
            let lines = report.ledger.lines.filter { $0.rendition?.text == "video/high" && $0.object == .segment(1) }
            #expect(lines.first?.bytes == 4000)
            #expect(lines.first?.fate == .discarded)
            #expect(lines.dropFirst().allSatisfy { $0.cause == .error })
            #expect(report.ledger.lines.contains { $0.rendition?.text == "video/low" && $0.object == .segment(1) })
            #expect(ByteFate.allCases.reduce(0) { $0 + report.ledger.bytes($1) } == report.ledger.wireBytes)
        }
    }

    @Test func `row 58, Shaka 6623: what was learned of the wire is known to the next play, and hits teach nothing`()
        throws
    {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let first = play(origin.fetcher, cache, "s")
            #expect(first.summary.segments == ["video/low": 1, "video/high": 2])
            // Of another reel nothing is cached, and yet it begins on the rung that the wire bears.
            let second = play(origin.fetcher, nil, "t", estimator: first.estimator)
            #expect(second.summary.segments == ["video/high": 3])
            let warm = play(origin.fetcher, cache, "u", estimator: first.estimator)
            #expect(warm.isRight && warm.ledger.cacheBytes > 0)
            let sampled = warm.log.reduce(0) { if case .sampled(let bytes, _, _) = $1.what { $0 + bytes } else { $0 } }
            #expect(sampled <= warm.ledger.wireBytes)
        }
    }

    @Test func `row 65, ExoPlayer 6273: what was downloaded plays with the network off`() throws {
        try withTemporaryDirectory { folder in
            let origin = TestOrigin(fixture)
            do {
                let store = try MediaStore("\(folder)/c", budget: MediaBudget(cache: 1 << 24), opensDownloads: true)
                let report = play(origin.fetcher, store, "d") { $0.use = .download }
                #expect(report.outcome == .played)
                #expect(report.ledger.bytes(ByteCause.download) == store.downloads?.totalLength)
                #expect(store.cache.totalLength == 0)
                // The best rung, and the audio: an init section and three segments each.
                #expect(store.downloads?.entries().count == 8)
            }
            let store = try MediaStore("\(folder)/c", budget: MediaBudget(cache: 1 << 24))
            let outline = try #require(store.outline(of: ReelFixture.reel))
            let report = play(Unreachable(), store, "o") { $0.outline = outline }
            #expect(report.isRight)
            #expect(report.summary.segments == ["video/high": 3])
        }
    }

    @Test func `row 70, media 1568: a preload without a network fails by name`() throws {
        try withCache { cache in
            let report = play(Unreachable(), cache, "p") { ($0.use, $0.length) = (.preload, .seconds(2)) }
            guard case .failed(.unreachable) = report.outcome else {
                Issue.record("\(report.outcome)")
                return
            }
            #expect(cache.keys.isEmpty)
        }
    }

    @Test
    func `row 71, better_player_plus 102: fragments with their init sections and audio apart go through the cache`()
        throws
    {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            _ = play(origin.fetcher, cache, "s")
            let warm = play(origin.fetcher, cache, "t")
            #expect(warm.isRight)
            for name in ["video/low:init", "video/low:0", "audio/main:init", "audio/main:2"] {
                #expect(cache.keys.contains(CacheKey("fixture:0011223344556677:\(name)")!))
            }
            #expect(warm.ledger.cacheHits == cache.keys.count)
        }
    }

    @Test func `a version that replaces another while it plays is never mixed with it`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let other = VersionID("ffeeddccbbaa9988")!
            let old = play(origin.fetcher, cache, "s") {
                $0.policy = FixedPolicy(rung: RenditionID("video/low")!)
            } observe: {
                entry in
                guard case .fetched(let rendition, .segment(0), _, _) = entry.what, rendition.text == "video/low" else {
                    return
                }
                origin.state.withLock { $0.version = other }
                origin.advance(bySeconds: 3600)
            }
            // What had arrived is shown, and then it says why it ends.
            #expect(old.outcome == .failed(.contentChanged))
            #expect(cache.keys.allSatisfy { $0.version == ReelFixture.version })
            let before = cache.keys
            let new = play(origin.fetcher, cache, "t")
            #expect(new.isRight)
            #expect(new.ledger.cacheHits == 0)
            #expect(cache.keys.subtracting(before).allSatisfy { $0.version == other })
            // The bytes of one version are nowhere under the keys of the other.
            for entry in cache.entries() {
                let path = try #require(PackageLayout.path(of: entry.key.object, in: entry.key.rendition))
                let place = entry.key.version == other ? TestOrigin.exchanged(path) : path
                #expect(fixture.objects[place].map { SHA256.digest($0) } == entry.digest)
            }
            // The old one is as good as it was.
            origin.state.withLock { $0.version = ReelFixture.version }
            let back = play(origin.fetcher, cache, "u") { $0.policy = FixedPolicy(rung: RenditionID("video/low")!) }
            #expect(back.isRight)
            #expect(back.ledger.cacheHits == before.count)
        }
    }
}

/// A network that is off.
private struct Unreachable: Fetcher {
    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        receive(.end(.failed(FetchFailure(.unreachable, "nobody is there"))))
        return Gone()
    }

    private struct Gone: Fetch {
        func cancel() {}
    }
}
