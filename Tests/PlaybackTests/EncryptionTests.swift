import Catalog
import Dispatch
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

/// Streams whose segments are encrypted whole, with keys that the origin hands out.
@Suite(.enabled(if: Tool.isInstalled("openssl"), "needs openssl")) struct `encrypted streams` {
    private let fixture: ReelFixture
    private static let keys: [String: [UInt8]] = [
        "one.key": Array(1...16), "two.key": [UInt8](repeating: 0xA7, count: 16),
    ]

    init() throws { fixture = try ReelFixture.shared.get() }

    /// Lines above each segment of the low rung, by its number, and above its init section.
    private struct Sealing: Sendable {
        var tags: [Int: String] = [:]
        var section = ""
        /// The sealed bytes, by path.
        var sealed: [String: [UInt8]] = [:]

        /// Before a segment comes an empty box of 12 bytes, so that the last byte of the first block is one of a box's
        /// size: a vector that is wrong there, as by one in a segment's number, does not stay unseen.
        mutating func seal(_ path: String, _ bytes: [UInt8], _ key: String, _ vector: [UInt8]) throws {
            let clear = path.hasSuffix(".m4s") ? [0, 0, 0, 12] + Array("free".utf8) + [0, 0, 0, 0] + bytes : bytes
            sealed[path] = try OpenSSL.encrypt(clear, key: `encrypted streams`.keys[key] ?? [], vector: vector)
        }

        static let vector: [UInt8] = (0..<16).map { 0x9F - 7 * $0 }

        static func tag(_ key: String, hasVector: Bool = true) -> String {
            "#EXT-X-KEY:METHOD=AES-128,URI=\"http://keys/\(key)?SIGNED\""
                + (hasVector ? ",IV=0x\(vector.hexadecimal)" : "")
        }
    }

    /// The first segment by one key and a vector, the second by another and its number, the third clear.
    private func rotating() throws -> Sealing {
        var sealing = Sealing()
        sealing.tags = [
            0: Sealing.tag("one.key"), 1: Sealing.tag("two.key", hasVector: false), 2: "#EXT-X-KEY:METHOD=NONE",
        ]
        try sealing.seal("video/low/00000.m4s", fixture.objects["video/low/00000.m4s"]!, "one.key", Sealing.vector)
        let number = [UInt8](repeating: 0, count: 15) + [1]
        try sealing.seal("video/low/00001.m4s", fixture.objects["video/low/00001.m4s"]!, "two.key", number)
        return sealing
    }

    /// Everything of the low rung and of the audio by one key.
    private func single() throws -> Sealing {
        var sealing = Sealing()
        sealing.section = Sealing.tag("one.key")
        for (path, bytes) in fixture.objects where !path.hasPrefix("video/high") {
            try sealing.seal(path, bytes, "one.key", Sealing.vector)
        }
        return sealing
    }

    private func origin(_ sealing: Sealing) -> TestOrigin {
        TestOrigin(fixture) { path, count, response in
            if path.hasSuffix("/playback") { response.headers["Set-Cookie"] = "visitor=42; Path=/" }
            guard response.status == 200 else { return }
            if let sealed = sealing.sealed[path] {
                response.body = .bytes(sealed)
                response.headers["Repr-Digest"] = "sha-256=:\(base64(SHA256.digest(sealed).bytes)):"
            } else if path.hasSuffix("low/playlist.m3u8") || path.hasSuffix("main/playlist.m3u8"),
                case .bytes(let bytes) = response.body
            {
                var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
                let isVideo = path.hasPrefix("video")
                for (number, tag) in sealing.tags where isVideo {
                    let place = lines.firstIndex { $0.hasPrefix("0000\(number)") }!
                    lines.insert(tag, at: place - 1)
                }
                if !sealing.section.isEmpty {
                    lines.insert(sealing.section, at: lines.firstIndex { $0.hasPrefix("#EXT-X-MAP") }!)
                }
                // Every playlist signs anew.
                let text = lines.joined(separator: "\n").replacing(
                    "SIGNED", with: "Expires=18934\(count)0000&Signature=\(path.prefix(5))\(count)&Key-Pair-Id=K")
                response.body = .bytes(Array("\(text)\n".utf8))
            }
        }
    }

    private func play(
        _ fetcher: any Fetcher, _ cache: DiskCache, _ name: String,
        _ change: (inout SessionConfiguration) -> Void = { _ in }
    ) -> PlaybackReport {
        var configuration = SessionConfiguration(name: name, url: TestOrigin.url) { _ in ReelFixture.reel }
        configuration.policy = FixedPolicy(rung: RenditionID("video/low")!)
        configuration.digest = { SHA256.digest($0) }
        change(&configuration)
        let surroundings = RealTimePlayer.Surroundings(fetcher: fetcher, cache: cache, clock: SteppingClock().read)
        return RealTimePlayer(configuration, in: surroundings).run()
    }

    @Test func `play over a key that changes, one without a vector, and METHOD=NONE after them`() throws {
        try withCache { cache in
            let sealing = try rotating()
            let keys = KeyHost(origin(sealing).fetcher, Self.keys)
            let report = play(keys, cache, "s")
            #expect(report.isRight)
            #expect(report.summary.frames.verified == 180)
            #expect(keys.names == ["one.key", "two.key"])
            #expect(report.ledger.bytes(ByteCause.contentKey) == 32)
            #expect(report.ledger.lines.filter { $0.cause == .contentKey }.allSatisfy { $0.fate == .played })
            #expect(ByteFate.allCases.reduce(0) { $0 + report.ledger.bytes($1) } == report.ledger.wireBytes)
            // What is cached is what was sent.
            for number in 0...2 {
                let path = "video/low/0000\(number).m4s"
                let sent = sealing.sealed[path] ?? fixture.objects[path]
                #expect(cache.read(CacheKey("fixture:0011223344556677:video/low:\(number)")!) == sent)
            }
        }
    }

    @Test
    func
        `row 64, videojs-contrib-hls 776: one key for all segments of all renditions is fetched once, also when signed anew`()
        throws
    {
        try withCache { cache in
            let origin = origin(try single())
            let keys = KeyHost(origin.fetcher, Self.keys)
            #expect(play(keys, cache, "s").isRight)
            #expect(keys.names == ["one.key"])
            origin.advance(bySeconds: 3600)
            let warm = play(keys, cache, "t")
            #expect(warm.isRight)
            #expect(keys.names == ["one.key"])
            // Two init sections, six segments and the key.
            #expect(warm.ledger.cacheHits == 9)
            #expect(warm.ledger.bytes(ByteCause.play) + warm.ledger.bytes(ByteCause.contentKey) == 0)
        }
    }

    @Test func `C12: a key is filed by what its URI names, for its owner alone, and goes with what it opens`() throws {
        try withCache { cache in
            #expect(play(KeyHost(origin(try single()).fetcher, Self.keys), cache, "s").isRight)
            let keys = cache.keys.filter(\.object.isContentKey)
            #expect(keys.count == 1)
            let key = try #require(keys.first)
            let name = SHA256.digest(Array("http://keys/one.key".utf8)).text.prefix(32)
            #expect(key.text == "fixture:0011223344556677:keys/\(name):key/0")
            #expect(try FileSystem.status(cache.file(of: key)).permissions == 0o600)
            #expect(cache.read(key) == Self.keys["one.key"])
            // Of all that could make room it is the last, and then it makes room.
            let last = CacheKey("fixture:0011223344556677:audio/main:init")!
            let length = try #require(cache.read(last)).count
            _ = cache.prune(to: length + 16)
            #expect(cache.keys == [last, key])
            _ = cache.prune(to: length + 15)
            #expect(cache.keys.isEmpty)
            #expect(!FileSystem.exists(cache.file(of: key)))
        }
    }

    @Test func `a key is asked of its host alone, with nothing that another host gave, and no log has it or its URL`()
        throws
    {
        try withCache { cache in
            let keys = KeyHost(origin(try single()).fetcher, Self.keys)
            let report = play(keys, cache, "s")
            #expect(keys.requests.map(\.headers["Cookie"]) == [nil])
            #expect(keys.others.contains { $0.headers["Cookie"] != nil })
            #expect(!keys.others.contains { $0.url.contains("one.key") || $0.url.contains("Signature") })
            let log = try report.log.map { String(decoding: try CanonicalJSON.line($0), as: UTF8.self) }
            #expect(!log.contains { $0.contains("one.key") || $0.contains("Signature") || $0.contains("0102030405") })
            #expect(!log.contains { $0.contains("[1,2,3,4") })
            #expect(log.contains { $0.contains("keys/") })
        }
    }

    @Test(arguments: [1, 2]) func `tell that it is a key which they ask for, and of no rung`(version: Int) throws {
        try withCache { cache in
            let keys = KeyHost(origin(try single()).fetcher, Self.keys)
            #expect(play(keys, cache, "s") { $0.reporting = ClientReporting(.headers, version: version) }.isRight)
            #expect(keys.requests.map(\.headers["CMCD-Object"]) == ["ot=k"])
        }
    }

    @Test func `play without an origin, and without the key say that it is missing`() throws {
        try withCache { cache in
            #expect(play(KeyHost(origin(try single()).fetcher, Self.keys), cache, "s").isRight)
            let outline = try #require(cache.outline(of: ReelFixture.reel))
            let gone = KeyHost(origin(try single()).fetcher, [:])
            let report = play(gone, cache, "o") { $0.outline = outline }
            #expect(report.isRight)
            #expect(gone.requests.isEmpty && gone.others.isEmpty)
            let key = try #require(cache.keys.first { $0.object.isContentKey })
            cache.remove(key)
            let locked = play(gone, cache, "p") { $0.outline = outline }
            #expect(locked.outcome == .failed(.notCached(["\(key.rendition) key/0"])))
        }
    }

    @Test(arguments: [0, 15, 17, 32, 5000]) func `with a key of another length end by name, and keep nothing of it`(
        length: Int
    ) throws {
        try withCache { cache in
            let wrong = ["one.key": [UInt8](repeating: 1, count: length)]
            let report = play(KeyHost(origin(try single()).fetcher, wrong), cache, "s")
            guard case .failed(.badAnswer(let text)) = report.outcome else {
                Issue.record("\(report.outcome)")
                return
            }
            #expect(text.contains(length == 5000 ? "is too large" : "has \(length) bytes, and not 16"))
            #expect(!cache.keys.contains { $0.object.isContentKey })
        }
    }

    @Test func `with the wrong key show nothing, and say why`() throws {
        try withCache { cache in
            let wrong = ["one.key": [UInt8](repeating: 1, count: 16)]
            let report = play(
                KeyHost(origin(try rotating()).fetcher, wrong.merging(Self.keys) { wrong, _ in wrong }), cache, "s")
            #expect(report.outcome == .played)
            #expect(!report.isRight)
            #expect(report.summary.problems.contains { $0.hasPrefix("video/low 0: ") })
            // The other segments have keys of their own.
            #expect(report.summary.frames.verified >= 120)
        }
    }

    @Test func `whose key is refused ask for new URLs once, and then it is there`() throws {
        try withCache { cache in
            let origin = origin(try single())
            let keys = KeyHost(origin.fetcher, Self.keys, refusals: 1)
            let report = play(keys, cache, "s")
            #expect(report.isRight)
            #expect(report.summary.refreshes == 1)
            #expect(keys.names == ["one.key", "one.key"])
        }
    }

    @Test func `that nobody can decrypt are refused before anything of them is fetched`() throws {
        try withCache { cache in
            let origin = origin(try single())
            let report = play(origin.fetcher, cache, "s") { $0.digest = nil }
            #expect(report.outcome == .failed(.unsupported("the stream is encrypted")))
            #expect(origin.delivered.isEmpty)
        }
    }
}

/// A host of keys beside an origin.
private final class KeyHost: Fetcher {
    private let origin: any Fetcher
    private let host: HandlerFetcher
    private let seen = Mutex<(keys: [FetchRequest], others: [FetchRequest])>(([], []))

    init(_ origin: any Fetcher, _ keys: [String: [UInt8]], refusals: Int = 0) {
        self.origin = origin
        let left = Mutex(refusals)
        host = HandlerFetcher(run: { work in DispatchQueue.global().async { work() } }) { request in
            let isRefused = left.withLock { left in
                defer { left = max(0, left - 1) }
                return left > 0
            }
            guard !isRefused else { return Response(status: 403, body: .bytes(Array(#"{"reason":"expired"}"#.utf8))) }
            let name = request.target.dropFirst().prefix { $0 != "?" }
            return keys[String(name)].map { Response(status: 200, body: .bytes($0)) } ?? Response(status: 404)
        }
    }

    var requests: [FetchRequest] { seen.withLock { $0.keys } }
    var others: [FetchRequest] { seen.withLock { $0.others } }
    var names: [String] { requests.map { String($0.url.dropFirst("http://keys/".count).prefix { $0 != "?" }) } }

    func start(_ request: FetchRequest, receive: @escaping @Sendable (FetchEvent) -> Void) -> any Fetch {
        let isKey = request.url.hasPrefix("http://keys/")
        seen.withLock { seen in if isKey { seen.keys.append(request) } else { seen.others.append(request) } }
        return (isKey ? host as any Fetcher : origin).start(request, receive: receive)
    }
}
