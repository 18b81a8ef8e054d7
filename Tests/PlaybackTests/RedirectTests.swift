import Catalog
import HTTP
import MediaCache
import Player
import QoE
import Signing
import StableKeys
import Synchronization
import Testing

@testable import Playback

/// Streams whose URLs lead elsewhere, and each time to another place.
@Suite struct `redirected streams` {
    let fixture: ReelFixture

    init() throws { fixture = try ReelFixture.shared.get() }

    private func play(
        _ fetcher: any Fetcher, _ cache: DiskCache, _ name: String, url: String = TestOrigin.url,
        rung: String = "video/low"
    ) -> PlaybackReport {
        var configuration = SessionConfiguration(name: name, url: url) { url in
            ReelID("x-\(SHA256.digest(Array(StableKey(url).text.utf8)).text.prefix(12))")!
        }
        configuration.policy = FixedPolicy(rung: RenditionID(rung)!)
        let surroundings = RealTimePlayer.Surroundings(fetcher: fetcher, cache: cache, clock: SteppingClock().read)
        return RealTimePlayer(configuration, in: surroundings).run()
    }

    private func objects(_ urls: some Sequence<String>) -> [String] { urls.filter { !$0.contains(".m3u8") } }

    private func host(_ url: String) -> Substring { url.split(separator: "/")[1] }

    @Test func `row 39, ExoPlayer 2360: references are resolved by where this answer came from, also beside a cache`()
        throws
    {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let cold = RedirectingFetcher(origin.fetcher)
            #expect(play(cold, cache, "s").isRight)
            #expect(objects(cold.asked).count == 8)
            #expect(objects(cold.asked).allSatisfy { host($0).hasPrefix("edge") })
            cache.remove(CacheKey("fixture:0011223344556677:video/low:1")!)
            let warm = RedirectingFetcher(origin.fetcher)
            let again = play(warm, cache, "t")
            #expect(again.isRight)
            #expect(again.ledger.cacheHits == 7)
            // The multivariant playlist was sent on first, that of the rung second: its edge is where the segment is.
            #expect(objects(warm.asked).map(host) == ["edge2"])
        }
    }

    @Test func `row 40, KTVHTTPCache 159: a target and a signature that are new each time are one key`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture) { path, _, response in
                // Renditions are known by their paths alone.
                guard path == "multivariant.m3u8", case .bytes(let bytes) = response.body else { return }
                let text = String(decoding: bytes, as: UTF8.self)
                response.body = .bytes(Array(text.replacing("STABLE-", with: "X-").utf8))
            }
            origin.state.withLock { state in for token in [1, 2] { state.expiry[token] = .max } }
            let wire = RedirectingFetcher(origin.fetcher)
            let url = "http://origin/~1/multivariant.m3u8"
            let rung = "video/low/playlist.m3u8"
            let signed = ["1893456000&Signature=a", "1893459600&Signature=b"].map {
                "\(url)?Expires=\($0)&Key-Pair-Id=k"
            }
            #expect(play(wire, cache, "s", url: signed[0], rung: rung).isRight)
            let (keys, count) = (cache.keys, objects(wire.asked).count)
            #expect(keys.count == 8)
            let warm = play(wire, cache, "t", url: signed[1], rung: rung)
            #expect(warm.isRight)
            #expect(warm.ledger.cacheHits == 8)
            #expect(cache.keys == keys)
            #expect(objects(wire.asked).count == count)
        }
    }

    @Test
    func
        `rows 41 and 11, media 2475: playlists are sent on once a play, and what a player says of itself makes no key`()
        throws
    {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let wire = RedirectingFetcher(origin.fetcher)
            origin.state.withLock { $0.expiry[1] = .max }
            let url = "http://origin/~1/multivariant.m3u8"
            let first = play(wire, cache, "s", url: "\(url)?CMCD=sid%3D%22a%22")
            let plain = play(wire, cache, "t", url: url)
            let second = play(wire, cache, "u", url: "\(url)?CMCD=sid%3D%22b%22%2Csu")
            #expect([first, plain, second].map(\.isRight) == [true, true, true])
            #expect([plain, second].map(\.ledger.cacheHits) == [8, 8])
            let playlists = wire.asked.filter { $0.contains(".m3u8") }
            // The multivariant playlist, that of the rung and that of the audio, in each of three plays.
            #expect(playlists.count == 9)
            #expect(objects(wire.asked).count == 8)
        }
    }
}
