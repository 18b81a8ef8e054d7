import Catalog
import HTTP
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

    /// The playlist lists the highest rung first, as some do.
    @Test(arguments: [nil, 20_000_000])
    func `row 68, flutter_video_caching 6: a preload brings the rung that playing begins on, whatever is listed first`(
        known: Int?
    ) throws {
        try withCache { cache in
            let origin = TestOrigin(fixture) { path, _, response in
                guard path == "multivariant.m3u8", case .bytes(let bytes) = response.body else { return }
                let parts = String(decoding: bytes, as: UTF8.self).split(separator: "#EXT-X-STREAM-INF")
                let turned = "\(parts[0])#EXT-X-STREAM-INF\(parts[2])#EXT-X-STREAM-INF\(parts[1])"
                response.body = .bytes(Array(turned.utf8))
            }
            #expect(run(origin, cache, "p", preload: .seconds(2)).outcome == .played)
            // However fast the wire is known to be: what is there comes first, and the seam after it.
            var estimator = ThroughputEstimator()
            if let known { estimator.add(bytes: known / 8, in: .seconds(1)) }
            let report = run(origin, cache, "s", estimator: estimator)
            #expect(report.isRight)
            #expect(report.ledger.cacheHits == 4)
            let first = report.log.lazy.compactMap {
                if case .decided(let decision) = $0.what { decision } else { nil }
            }
            .first
            #expect(first?.rung.text == "video/low")
            #expect(first?.reason == .cached)
            #expect(report.ledger.bytes(.discarded) == 0)
            if known != nil { #expect(report.summary.segments == ["video/low": 1, "video/high": 2]) }
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
