import Catalog
import HTTP
import MediaCache
import MediaTypes
import Platform
import Player
import QoE
import Signing
import Synchronization
import Testing

@testable import Playback

private func play(
    _ origin: TestOrigin, cache: DiskCache? = nil, name: String = "s",
    _ change: (inout SessionConfiguration) -> Void = { _ in },
    observe: @escaping @Sendable (LogEntry) -> Void = { _ in }
) -> PlaybackReport {
    var configuration = SessionConfiguration(name: name, url: TestOrigin.url) { _ in ReelFixture.reel }
    change(&configuration)
    let player = RealTimePlayer(
        configuration,
        in: .init(fetcher: origin.fetcher, cache: cache, clock: SteppingClock().read, observe: observe))
    return player.run()
}

private func lowest(_ configuration: inout SessionConfiguration) {
    configuration.policy = FixedPolicy(rung: RenditionID("video/low")!)
}

private var allObjects: Set<String> {
    Set(
        ["video/low", "audio/main"].flatMap { folder in
            (["init.mp4"] + (0..<3).map { "0000\($0).m4s" }).map { "\(folder)/\($0)" }
        })
}

@Suite struct `playing with a decoder` {
    let fixture: ReelFixture

    init() throws { fixture = try ReelFixture.shared.get() }

    @Test func `every frame of a cold play is decoded and is the right one, over the switch of rungs too`() {
        let origin = TestOrigin(fixture)
        let report = play(origin)
        let summary = report.summary
        #expect(report.outcome == .played)
        #expect(summary.problems == [])
        #expect(summary.frames.expected == 180)
        #expect(summary.frames.seen == 180)
        #expect(summary.frames.verified == 180)
        #expect(summary.frames.samplesSeen > 280_000)
        #expect(summary.segments == ["video/low": 1, "video/high": 2])
        #expect(summary.switches.map(\.number) == [1])
        #expect(report.isRight)
    }

    @Test func `the ledger equals what the origin sent`() {
        let origin = TestOrigin(fixture)
        let ledger = play(origin).ledger
        let comparison = LedgerComparison(ledger.lines, origin.requests, sessions: ["s"])
        #expect(comparison.differences == [])
        #expect(comparison.clientBytes == origin.requests.reduce(0) { $0 + $1.bytes })
        #expect(ledger.bytes(.played) == ledger.wireBytes)
    }

    @Test func `C1: a warm play asks for no object, whatever the token, and shows the same frames`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            let cold = play(origin, cache: cache)
            let before = origin.delivered.count
            let warm = play(origin, cache: cache, name: "w")
            #expect(origin.delivered.count == before)
            #expect(warm.isRight)
            #expect(warm.summary.frames == cold.summary.frames)
            #expect(warm.summary.segments == cold.summary.segments)
            #expect(warm.summary.bytes.cache == cold.ledger.bytes(ByteCause.play))
        }
    }

    @Test func `URLs that expire between two segments are signed again once, and nothing is fetched twice`() {
        let origin = TestOrigin(fixture)
        let count = Mutex(0)
        let report = play(origin, lowest) { entry in
            guard case .fetched(let rendition, .segment, _, _) = entry.what, rendition.text == "video/low" else {
                return
            }
            let isSecond = count.withLock { count in
                count += 1
                return count == 2
            }
            if isSecond { origin.advance(bySeconds: 3600) }
        }
        #expect(report.isRight)
        #expect(report.summary.refreshes == 1)
        #expect(Set(origin.delivered) == allObjects)
        #expect(origin.delivered.count == allObjects.count)
        #expect(origin.requests.contains { $0.status == 403 })
    }

    @Test func `a cache keyed by URL hits while URLs stay and misses everything after they are signed again`() throws {
        try withCache { cache in
            let origin = TestOrigin(fixture)
            origin.state.withLock { $0.isTokenFixed = true }
            let keys = KeyStrategy.url(digest: { SHA256.digest($0) })
            let cold = play(origin, cache: cache, { $0.keys = keys })
            let before = origin.delivered.count
            let same = play(origin, cache: cache, name: "t", { $0.keys = keys })
            #expect(origin.delivered.count == before)
            #expect(same.isRight)
            origin.state.withLock { $0.isTokenFixed = false }
            let signedAgain = play(origin, cache: cache, name: "u", { $0.keys = keys })
            #expect(signedAgain.isRight)
            #expect(signedAgain.summary.bytes.cache == 0)
            // All requests but those of the answer and four playlists.
            #expect(origin.delivered.count == before + signedAgain.summary.requests - 5)
            #expect(cold.isRight)
        }
    }

    @Test func `frames with another strip are wrong`() {
        let origin = TestOrigin(fixture)
        origin.state.withLock { $0.strip?.reel = 10 }
        let report = play(origin, lowest)
        #expect(report.outcome == .played)
        #expect(report.summary.frames.bad == 180)
        #expect(!report.isRight)
        #expect(
            report.summary.problems.first
                == "video/low 0: the frame at 0.000000 s is frame 0 of reel 9, and not 0 of 10")
    }

    @Test func `a segment under another's name does not begin where it should`() {
        let other = fixture.objects["video/low/00002.m4s"]!
        let origin = TestOrigin(fixture) { path, _, response in
            if path == "video/low/00001.m4s" { response = Response(status: 200, body: .bytes(other)) }
        }
        let report = play(origin, lowest)
        #expect(!report.isRight)
        #expect(
            report.summary.problems.first
                == "video/low 1: it begins at 4.000000 s, and what comes before ends at 2.000000 s")
    }

    @Test func `a segment that the playlist leaves out leaves a hole`() {
        let playlist = fixture.playlist("video/low", segments: [0, 2])
        let origin = TestOrigin(fixture) { path, _, response in
            if path == "video/low/playlist.m3u8" { response.body = .bytes(playlist) }
        }
        let report = play(origin, lowest)
        #expect(report.summary.frames.seen == 120)
        #expect(!report.isRight)
    }

    @Test(arguments: [0.3, 0.6, 0.95]) func `a segment that ends too early is not right`(part: Double) {
        let whole = fixture.objects["video/low/00001.m4s"]!
        let origin = TestOrigin(fixture) { path, _, response in
            if path == "video/low/00001.m4s" {
                response = Response(status: 200, body: .bytes(Array(whole.prefix(Int(Double(whole.count) * part)))))
            }
        }
        let report = play(origin, lowest)
        #expect(report.outcome == .played)
        #expect(!report.isRight)
        #expect(!report.summary.problems.isEmpty)
    }

    @Test func `a picture that was changed on the way is not right`() {
        var bytes = fixture.objects["video/low/00001.m4s"]!
        for place in stride(from: bytes.count - 4000, to: bytes.count, by: 7) { bytes[place] ^= 0x55 }
        let changed = bytes
        let origin = TestOrigin(fixture) { path, _, response in
            if path == "video/low/00001.m4s" { response = Response(status: 200, body: .bytes(changed)) }
        }
        #expect(!play(origin, lowest).isRight)
    }

    @Test(arguments: [UInt64(1) << 61, (1 << 62) - 1, .max], ["video/low", "audio/main"])
    func `a segment that claims to be ages away is not right, and no more than that`(
        time: UInt64, folder: String
    ) throws {
        let path = "\(folder)/00001.m4s"
        var segment = try #require(fixture.objects[path])
        // tfdt version 1 (ISO/IEC 14496-12 §8.8.12): the type, version and flags, then 64 bits.
        let type = try #require(segment.firstRange(of: Array("tfdt".utf8)))
        let field = type.upperBound + 4..<type.upperBound + 12
        segment.replaceSubrange(field, with: (0..<8).map { UInt8(truncatingIfNeeded: time >> UInt64(56 - 8 * $0)) })
        let changed = segment
        let origin = TestOrigin(fixture) { asked, _, response in
            if asked == path { response = Response(status: 200, body: .bytes(changed)) }
        }
        #expect(!play(origin, lowest).isRight)
    }

    @Test func `sound that is missing is not right`() {
        let other = fixture.objects["audio/main/00000.m4s"]!
        let origin = TestOrigin(fixture) { path, _, response in
            if path == "audio/main/00001.m4s" { response = Response(status: 200, body: .bytes(other)) }
        }
        let report = play(origin, lowest)
        #expect(!report.isRight)
        #expect(report.summary.problems.contains { $0.hasPrefix("audio/main 1: it begins at") })
    }

    @Test func `bytes that are not those of their digest are fetched once more`() {
        let origin = TestOrigin(fixture) { path, count, response in
            if path == "video/low/00001.m4s", count == 1, case .bytes(var bytes) = response.body {
                bytes[bytes.count - 1] ^= 1
                response.body = .bytes(bytes)
            }
        }
        let report = play(origin, lowest)
        #expect(report.isRight)
        #expect(origin.delivered.count { $0 == "video/low/00001.m4s" } == 2)
        #expect(report.ledger.bytes(.discarded) == fixture.objects["video/low/00001.m4s"]!.count)
    }

    @Test func `bytes that are never those of their digest are not played and not kept`() throws {
        let origin = TestOrigin(fixture) { path, _, response in
            if path == "video/low/00001.m4s", case .bytes(var bytes) = response.body {
                bytes[0] ^= 1
                response.body = .bytes(bytes)
            }
        }
        try withCache { cache in
            let report = play(origin, cache: cache, lowest)
            #expect(report.outcome == .failed(.digestMismatch(RenditionID("video/low")!, .segment(1))))
            #expect(!cache.keys.contains { $0.object == .segment(1) && $0.rendition.text == "video/low" })
        }
    }

    @Test func `only the first frame is decoded when that is what was asked for`() {
        let report = play(TestOrigin(fixture), { $0.decode = .first })
        #expect(report.isRight)
        #expect(report.summary.frames.seen == 1)
        #expect(report.summary.frames.verified == 1)
    }

    @Test func `nothing is decoded when nothing was asked for`() {
        let report = play(TestOrigin(fixture), { $0.decode = .none })
        #expect(report.isRight)
        #expect(report.summary.frames.seen == 0)
        #expect(report.summary.segments.values.reduce(0, +) == 3)
    }

    @Test func `a play that is stopped ends with its account in order`() {
        let origin = TestOrigin(fixture)
        let stop = Mutex<(@Sendable () -> Void)?>(nil)
        var configuration = SessionConfiguration(name: "s", url: TestOrigin.url) { _ in ReelFixture.reel }
        lowest(&configuration)
        let player = RealTimePlayer(
            configuration,
            in: .init(fetcher: origin.fetcher, clock: SteppingClock().read) { entry in
                if entry.what == .firstFrame { stop.withLock { $0 }?() }
            })
        stop.withLock { $0 = player.stopper }
        let report = player.run()
        #expect(report.outcome == .stopped)
        #expect(LedgerComparison(report.ledger.lines, origin.requests, sessions: ["s"]).differences == [])
    }
}

@Test(arguments: [(0, 0), (33, 1), (16, 0), (17, 1), (5966, 179), (9000, 179), (-5, 0)])
func `the frame shown at a time is the nearest, and no later than the last`(milliseconds: Int64, frame: Int) {
    #expect(ReelFixture.strip.frame(at: MediaTime(milliseconds: milliseconds)) == frame)
}
