import Catalog
import HTTP
import MediaTypes
import Player
import Testing

/// A session and what it has said, for tests that tell it what happens.
struct Script {
    var session: Session
    var now: Duration = .zero
    var actions: [Action] = []
    var log: [LogEntry] = []
    var fetches: [FetchOrder] = []
    var outcome: Outcome?

    static let reel = ReelID("dunes")!
    static let version = VersionID("0123456789abcdef")!
    static let url = "http://origin/v1/reels/dunes/playback"

    init(_ change: (inout SessionConfiguration) -> Void = { _ in }) {
        var configuration = SessionConfiguration(name: "s", url: Self.url) { _ in ReelID("x-0123456789ab")! }
        change(&configuration)
        session = Session(configuration)
    }

    /// Tells the session one thing and returns what it wants done now.
    @discardableResult
    mutating func tell(_ event: Event) -> [Action] {
        var list = ActionList()
        session.handle(event, at: now, into: &list)
        actions += list.actions
        log += list.log
        for case .fetch(let fetch) in list.actions { fetches.append(fetch) }
        for case .finish(let outcome) in list.actions { self.outcome = outcome }
        return list.actions
    }

    @discardableResult
    mutating func tell(_ event: Event, after delay: Duration) -> [Action] {
        now += delay
        return tell(event)
    }

    /// Takes the oldest unanswered fetch whose URL ends so.
    mutating func take(_ suffix: String, _ location: SourceLocation = #_sourceLocation) throws -> FetchOrder {
        let index = try #require(
            fetches.firstIndex { $0.request.url.hasSuffix(suffix) },
            "nothing asks for \(suffix), but for \(fetches.map(\.request.url))", sourceLocation: location)
        return fetches.remove(at: index)
    }

    func isAsking(_ suffix: String) -> Bool { fetches.contains { $0.request.url.hasSuffix(suffix) } }

    /// A whole response.
    @discardableResult
    mutating func answer(
        _ suffix: String, status: Int = 200, _ body: [UInt8] = [], headers: Headers = [:], bytes: Int = 0,
        taking duration: Duration = .zero, _ location: SourceLocation = #_sourceLocation
    ) throws -> [Action] {
        let fetch = try take(suffix, location)
        let head = FetchHead(status: status, headers: headers, url: fetch.request.url)
        var made = tell(.head(fetch.id, head))
        made += tell(.received(fetch.id, body.count + bytes))
        now += duration
        return made + tell(.ended(fetch.id, .complete, body: body))
    }

    /// The playback answer, the multivariant playlist and what the cache holds.
    mutating func open(cached: Set<CacheKey> = [], token: String = "t1", rungs: [Fixture.Rung] = Fixture.rungs) throws {
        tell(.start)
        try answer("/playback", Fixture.answer(token: token), headers: ["Content-Type": "application/json"])
        tell(.cacheListed(cached))
        try answer("\(token)/multivariant.m3u8", Fixture.multivariant(rungs))
    }

    mutating func playlists(_ rung: String, segments: Int = 3, isAlone: Bool = false) throws {
        try answer("video/\(rung)/playlist.m3u8", Fixture.playlist(segments: segments))
        if !isAlone { try answer("audio/main/playlist.m3u8", Fixture.playlist(segments: segments)) }
    }

    /// The number of the object that the last `readCache` of this key is about.
    func object(_ text: String, _ location: SourceLocation = #_sourceLocation) throws -> ObjectID {
        let found = actions.reversed().lazy.compactMap { action -> ObjectID? in
            if case .readCache(let id, let key) = action, key.description.hasSuffix(text) { id } else { nil }
        }.first
        return try #require(found, "nobody reads \(text)", sourceLocation: location)
    }

    /// Whether the last actions read this key, which is then forgotten.
    mutating func isReading(_ text: String) -> Bool {
        let isNew = read.insert(text).inserted
        let isThere = actions.contains {
            if case .readCache(_, let key) = $0 { key.description.hasSuffix(text) } else { false }
        }
        if !isThere { read.remove(text) }
        return isNew && isThere
    }
    private var read: Set<String> = []

    /// The object is not in the cache, arrives over the wire and is kept.
    mutating func arrive(
        _ key: String, at suffix: String, bytes: Int = 20_000, taking duration: Duration = .zero,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let id = try object(key, location)
        tell(.missed(id))
        try answer(suffix, bytes: bytes, taking: duration, location)
        tell(.stored(id, .kept(evicted: [])))
    }

    /// Whatever is being decoded is right.
    mutating func decodeAll() {
        var next = 0
        while next < actions.count {
            if case .decode(let piece) = actions[next], decoded.insert(piece.segment).inserted { decode(piece) }
            next += 1
        }
    }

    private mutating func decode(_ piece: Piece) {
        let isVideo = piece.kind == .video
        if isVideo { tell(.firstFrame(piece.segment)) }
        let report = DecodeReport(
            framesExpected: isVideo ? 50 : 0, framesSeen: isVideo ? 50 : 0, framesVerified: isVideo ? 50 : 0,
            samplesExpected: isVideo ? 0 : 96_000, samplesSeen: isVideo ? 0 : 96_000)
        tell(.decoded(piece.segment, report))
    }
    private var decoded: Set<ObjectID> = []

    var occurrences: [Occurrence] { log.map(\.what) }

    var decisions: [Decision] {
        occurrences.compactMap { if case .decided(let decision) = $0 { decision } else { nil } }
    }

    func count(_ isCounted: (Occurrence) -> Bool) -> Int { occurrences.count(where: isCounted) }

    var refreshes: Int { count { if case .refreshing = $0 { true } else { false } } }
}

enum Fixture {
    struct Rung {
        var id: String
        var bandwidth: Int
    }

    static let rungs = [
        Rung(id: "234", bandwidth: 180_000), Rung(id: "360", bandwidth: 600_000), Rung(id: "720", bandwidth: 3_000_000),
    ]

    /// Signed at 1,000,000,000 ms for 300 s, unless told.
    static func answer(
        token: String, version: String = Script.version.text, signedAt: Int = 1_000_000_000, lifetime: Int = 300_000
    ) -> [UInt8] {
        Array(
            """
            {"format":1,"id":"dunes","version":"\(version)","url":"http://origin/~\(token)/multivariant.m3u8",
            "expiresAt":\(signedAt + lifetime),"serverTime":\(signedAt),"durationMs":6000,"renditions":[]}
            """.utf8)
    }

    static func multivariant(_ rungs: [Rung]) -> [UInt8] {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="main",NAME="main",DEFAULT=YES,URI="audio/main/playlist.m3u8",\
            STABLE-RENDITION-ID="audio/main"

            """
        for rung in rungs {
            text += """
                #EXT-X-STREAM-INF:BANDWIDTH=\(rung.bandwidth),CODECS="avc1.640015,mp4a.40.2",RESOLUTION=202x360,\
                AUDIO="main",STABLE-VARIANT-ID="video/\(rung.id)"
                video/\(rung.id)/playlist.m3u8

                """
        }
        return Array(text.utf8)
    }

    /// Two-second segments `00000.m4s` and so on.
    static func playlist(segments: Int, duration: Int = 2) -> [UInt8] {
        var text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:\(duration)
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-MAP:URI="init.mp4"

            """
        for segment in 0..<segments { text += "#EXTINF:\(duration).0,\n0000\(segment).m4s\n" }
        return Array((text + "#EXT-X-ENDLIST\n").utf8)
    }

    static func key(_ text: String) -> CacheKey { CacheKey("dunes:\(Script.version):\(text)")! }

    static func refusal(_ reason: String) -> [UInt8] { Array("{\"reason\":\"\(reason)\"}".utf8) }
}

extension Script {
    /// `p.m3u8` comes, whose segments of two seconds are ranges of one file, and its first segment is not in the cache.
    mutating func missOneFile(ranges: [String]) throws {
        let segments = ranges.map { "#EXTINF:2,\n#EXT-X-BYTERANGE:\($0)\nall.mp4\n" }.joined()
        let text = """
            #EXTM3U
            #EXT-X-VERSION:7
            #EXT-X-TARGETDURATION:2
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="800@0"
            \(segments)#EXT-X-ENDLIST
            """
        let type: Headers = ["Content-Type": "application/vnd.apple.mpegurl"]
        try answer("p.m3u8", Array(text.utf8), headers: type)
        tell(.cacheListed([]))
        try answer("p.m3u8", Array(text.utf8), headers: type)
        tell(.missed(try object(":p.m3u8:0")))
    }
}
