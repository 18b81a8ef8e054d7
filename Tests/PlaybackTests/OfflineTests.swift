import Catalog
import HTTP
import MediaCache
import MediaTypes
import Player
import QoE
import SQLite
import Signing
import Synchronization
import Testing

@testable import Playback

/// An origin that is gone; it counts who asks.
private final class NoOrigin: Fetcher {
    private let count = Mutex(0)

    var requests: Int { count.withLock { $0 } }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        count.withLock { $0 += 1 }
        receive(.end(.failed(FetchFailure(.unreachable, "nobody is there"))))
        return Gone()
    }

    private struct Gone: Fetch {
        func cancel() {}
    }
}

@Suite struct `playing without an origin` {
    let fixture: ReelFixture

    init() throws { fixture = try ReelFixture.shared.get() }

    private func play(
        _ fetcher: any Fetcher, _ cache: DiskCache, offline: Bool,
        _ change: (inout SessionConfiguration) -> Void = { _ in }
    ) throws -> PlaybackReport {
        var configuration = SessionConfiguration(name: "s", url: TestOrigin.url) { _ in ReelFixture.reel }
        if offline { configuration.outline = cache.outline(of: ReelFixture.reel) }
        change(&configuration)
        let player = RealTimePlayer(
            configuration, in: .init(fetcher: fetcher, cache: cache, clock: SteppingClock().read))
        return player.run()
    }

    private func key(_ text: String) -> CacheKey { CacheKey("fixture:0011223344556677:\(text)")! }

    @Test func `a reel that was played plays again, every frame and strip right, and nobody is asked`() throws {
        try withCache { cache in
            let cold = try play(TestOrigin(fixture).fetcher, cache, offline: false)
            let gone = NoOrigin()
            let report = try play(gone, cache, offline: true)
            #expect(report.isRight)
            #expect(gone.requests == 0)
            #expect(report.summary.requests == 0)
            #expect(report.summary.reel == ReelFixture.reel)
            #expect(report.summary.version == ReelFixture.version)
            #expect(report.summary.frames.seen == 180)
            #expect(report.summary.frames.verified == 180)
            #expect(report.summary.frames == cold.summary.frames)
            #expect(report.summary.segments == cold.summary.segments)
            #expect(report.summary.bytes.cache == cold.ledger.bytes(ByteCause.play))
        }
    }

    @Test func `another process plays it by what the index remembers`() throws {
        try withTemporaryCaches { open in
            do { _ = try play(TestOrigin(fixture).fetcher, try open(), offline: false) }
            let report = try play(NoOrigin(), try open(), offline: true)
            #expect(report.isRight)
        }
    }

    @Test func `what is missing is named, and nobody is asked for it`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            // The rung is cached as far as the second segment: the connection to the third is never made.
            let lost = ["video/low/00002.m4s", "audio/main/00001.m4s"]
            _ = try play(LosingFetcher(origin.fetcher, paths: lost), cache, offline: false) { configuration in
                configuration.policy = FixedPolicy(rung: RenditionID("video/low")!)
                configuration.bufferTarget = .seconds(100)
            }
            let gone = NoOrigin()
            let report = try play(gone, cache, offline: true)
            guard case .failed(.notCached(let missing)) = report.outcome else {
                Issue.record("\(report.outcome)")
                return
            }
            #expect(missing.contains("audio/main 1"))
            #expect(missing.contains("video/low 2") == !cache.keys.contains(key("video/low:2")))
            #expect(!missing.contains("video/low 0"))
            #expect(gone.requests == 0)
            #expect(report.summary.requests == 0)
        }
    }

    @Test func `where a rung has a hole, another that is there is taken, and none above the cap`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let cut = LosingFetcher(origin.fetcher, paths: ["video/high/00001.m4s"])
            _ = try play(cut, cache, offline: false) { $0.policy = FixedPolicy(rung: RenditionID("video/high")!) }
            _ = try play(origin.fetcher, cache, offline: false) { $0.maxRung = RenditionID("video/low") }
            let report = try play(NoOrigin(), cache, offline: true)
            #expect(report.isRight)
            #expect(report.summary.segments == ["video/high": 1, "video/low": 2])
            let capped = try play(NoOrigin(), cache, offline: true) { $0.maxRung = RenditionID("video/low") }
            #expect(capped.isRight)
            #expect(capped.summary.segments == ["video/low": 3])
        }
    }

    @Test func `C11: what is remembered has no URL and no token`() throws {
        try withCache { cache in
            _ = try play(TestOrigin(fixture).fetcher, cache, offline: false)
            let outline = try #require(cache.outline(of: ReelFixture.reel))
            let text = String(decoding: try CanonicalJSON.line(outline), as: UTF8.self)
            #expect(!text.contains("origin"))
            #expect(!text.contains("~"))
            #expect(!text.contains(".m4s"))
            #expect(!text.contains(".m3u8"))
        }
    }

    @Test func `an outline goes with the last object of its version, and all go when the cache is cleared`() throws {
        try withCache { cache in
            _ = try play(TestOrigin(fixture).fetcher, cache, offline: false)
            cache.prune(to: cache.totalLength / 2)
            #expect(cache.outline(of: ReelFixture.reel) != nil)
            cache.prune(to: 0)
            #expect(cache.outline(of: ReelFixture.reel) == nil)
            _ = try play(TestOrigin(fixture).fetcher, cache, offline: false)
            cache.clear()
            #expect(cache.outline(of: ReelFixture.reel) == nil)
        }
    }

    @Test func `an outline that was changed on the disk is none`() throws {
        try withTemporaryCaches { open in
            let path: String
            do {
                let cache = try open()
                _ = try play(TestOrigin(fixture).fetcher, cache, offline: false)
                path = cache.path
            }
            do {
                let index = try Connection.open("\(path)/index.sqlite")
                try index.execute(
                    "UPDATE outlines SET body = CAST(replace(CAST(body AS TEXT), '\"seconds\":2', '\"seconds\":1') AS BLOB)"
                )
            }
            #expect(try open().outline(of: ReelFixture.reel) == nil)
        }
    }
}

/// A wire on which some paths are never reached.
private struct LosingFetcher: Fetcher {
    let fetcher: any Fetcher
    let paths: [String]

    init(_ fetcher: any Fetcher, paths: [String]) {
        self.fetcher = fetcher
        self.paths = paths
    }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        guard paths.contains(where: request.url.hasSuffix) else { return fetcher.start(request, receive: receive) }
        receive(.end(.failed(FetchFailure(.badURL, "it is lost"))))
        return Lost()
    }

    private struct Lost: Fetch {
        func cancel() {}
    }
}
