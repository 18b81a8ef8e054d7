import Catalog
import MediaCache
import MediaTypes
import Player
import QoE
import Testing

@testable import Playback

/// Fetching what may be played, and playing it.
@Suite struct `preloading` {
    let fixture: ReelFixture

    init() throws { fixture = try ReelFixture.shared.get() }

    private func run(
        _ origin: TestOrigin, _ cache: DiskCache, _ name: String, preload: Duration? = nil,
        estimator: ThroughputEstimator = ThroughputEstimator()
    ) -> PlaybackReport {
        var configuration = SessionConfiguration(name: name, url: TestOrigin.url) { _ in ReelFixture.reel }
        if let preload { (configuration.use, configuration.length) = (.preload, preload) }
        let surroundings = RealTimePlayer.Surroundings(
            fetcher: origin.fetcher, cache: cache, clock: SteppingClock().read)
        return RealTimePlayer(configuration, in: surroundings, estimator: estimator).run()
    }

    private func key(_ text: String) -> CacheKey { CacheKey("fixture:0011223344556677:\(text)")! }

    @Test
    func
        `row 72, ExoPlayer 11311: brings the init sections and the first seconds of the start rung, and plays nothing`()
        throws
    {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let report = run(origin, cache, "p", preload: .seconds(2))
            #expect(report.outcome == .played)
            let wanted = ["video/low:init", "video/low:0", "audio/main:init", "audio/main:0"].map(key)
            #expect(cache.keys == Set(wanted))
            #expect(cache.entries().map(\.kind) == Array(repeating: .preloaded, count: 4))
            #expect(report.ledger.bytes(ByteCause.preload) == cache.totalLength)
            #expect(report.ledger.bytes(.cachedUnplayed) == cache.totalLength)
            #expect(report.ledger.bytes(ByteCause.play) == 0)
            #expect(report.summary.mediaTime == 0)
            #expect(report.summary.frames.seen == 0)
        }
    }

    @Test
    func `row 2, ExoPlayer 8153: is of use under other URLs: what it brought is not asked for again, and the rest is`()
        throws
    {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            _ = run(origin, cache, "p", preload: .seconds(2))
            let before = Set(origin.delivered)
            let report = run(origin, cache, "s")
            #expect(report.isRight)
            #expect(report.ledger.cacheHits == before.count)
            #expect(origin.delivered.count == Set(origin.delivered).count)
            #expect(cache.entries().allSatisfy { $0.kind == .played })
            // A hit is no sample: of the wire nothing is known when the second segment is chosen.
            #expect(report.summary.segments == ["video/low": 2, "video/high": 1])
        }
    }

    @Test func `row 32, VideoPlayer 23: of more than there is brings exactly what there is`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let report = run(origin, cache, "p", preload: .seconds(100))
            #expect(report.outcome == .played)
            #expect(origin.delivered.count == Set(origin.delivered).count)
            #expect(cache.keys.count { $0.rendition == key("audio/main:0").rendition } == 4)
            #expect(cache.keys.count { $0.object == .segment(2) } == 2)
        }
    }
}
