import Catalog
import HTTP
import Testing

@testable import Player

private func map(_ text: String, url: String = "http://host/a/b/m.m3u8?sig=1") throws -> StreamMap {
    try StreamMap(playlist: Array(text.utf8), url: url, answer: nil)
}

private func index(_ text: String, url: String = "http://host/a/v/p.m3u8?sig=1") throws -> MediaIndex {
    try MediaIndex(playlist: Array(text.utf8), url: url, variables: nil)
}

@Test func `rungs ascend by bandwidth and resolve against where the playlist came from`() throws {
    let map = try map(
        """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=900000,RESOLUTION=720x1280,CODECS="avc1.64001f"
        ../hi/p.m3u8?t=2
        #EXT-X-STREAM-INF:BANDWIDTH=100000,RESOLUTION=234x416,CODECS="avc1.64001f",STABLE-VARIANT-ID="low"
        lo/p.m3u8
        """)
    #expect(map.variants.map(\.id.text) == ["low", "../hi/p.m3u8?t=2"])
    #expect(map.variants.map(\.url) == ["http://host/a/b/lo/p.m3u8", "http://host/a/hi/p.m3u8?t=2"])
}

@Test func `a variant with sound only is left out beside pictures, and is the rung where there are none`() throws {
    let sound = "#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"mp4a.40.2\"\na.m3u8\n"
    let both = try map("#EXTM3U\n\(sound)#EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS=\"avc1.64001f,mp4a.40.2\"\nv.m3u8\n")
    #expect(both.variants.map(\.id.text) == ["v.m3u8"])
    let alone = try map("#EXTM3U\n\(sound)")
    #expect(alone.variants.map(\.isAudioOnly) == [true])
}

@Test func `of a group the default rendition plays`() throws {
    let map = try map(
        """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="de",LANGUAGE="de",URI="de.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="g",NAME="en",LANGUAGE="en",DEFAULT=YES,URI="en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f,mp4a.40.2",AUDIO="g"
        v.m3u8
        """)
    #expect(map.audio(of: map.variants[0])?.id.text == "en.m3u8")
}

@Test func `a media playlist is the only rung there is`() throws {
    let map = try map("#EXTM3U\n#EXT-X-TARGETDURATION:2\n#EXTINF:2,\n0.ts\n#EXT-X-ENDLIST\n")
    #expect(map.variants.map(\.url) == ["http://host/a/b/m.m3u8?sig=1"])
}

@Test func `segments keep their numbers, times, ranges and initialization sections`() throws {
    let index = try index(
        """
        #EXTM3U
        #EXT-X-VERSION:7
        #EXT-X-TARGETDURATION:2
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-MAP:URI="all.mp4",BYTERANGE="800@0"
        #EXTINF:2.002,
        #EXT-X-BYTERANGE:1000@800
        all.mp4
        #EXTINF:1.5,
        #EXT-X-BYTERANGE:500
        all.mp4
        #EXT-X-DISCONTINUITY
        #EXT-X-MAP:URI="other.mp4"
        #EXTINF:1,
        c.m4s
        #EXT-X-ENDLIST
        """)
    #expect(index.segments.map(\.number) == [7, 8, 9])
    #expect(index.segments.map(\.start) == [.zero, .milliseconds(2002), .milliseconds(3502)])
    #expect(index.segments.map(\.location.range) == [800..<1800, 1800..<2300, nil])
    #expect(index.segments.map(\.initialization) == [0, 0, 1])
    #expect(index.segments.map(\.isDiscontinuity) == [false, false, true])
    #expect(
        index.initializations == [
            .init(location: .init(url: "http://host/a/v/all.mp4", range: 0..<800)),
            .init(location: .init(url: "http://host/a/v/other.mp4")),
        ])
}

@Test(arguments: [
    ("#EXTINF:2,\na.ts\n", "live"),
    ("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n", "encrypted"),
    ("#EXT-X-GAP\n#EXTINF:2,\na.ts\n#EXT-X-ENDLIST\n", "gaps"),
    ("#EXT-X-ENDLIST\n", "no segments"),
])
func `what cannot be played is refused by name`(body: String, word: String) throws {
    let error = #expect(throws: PlaybackFailure.self) {
        try index("#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-TARGETDURATION:2\n\(body)")
    }
    #expect(error.map { "\($0)" }?.contains(word) == true)
}

@Test func `a byte that is not a playlist's is refused`() {
    #expect(throws: PlaybackFailure.self) { try map("<html>no</html>") }
    #expect(throws: PlaybackFailure.self) { try map("") }
    #expect(throws: PlaybackFailure.self) { try map("#EXTM3U\n") }
}

@Test func `a variable goes from the multivariant playlist's query into the media playlists`() throws {
    var script = Script { $0.url = "http://h/m.m3u8?t=abc" }
    script.tell(.start)
    let text = """
        #EXTM3U
        #EXT-X-VERSION:11
        #EXT-X-DEFINE:QUERYPARAM="t"
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f"
        v/p.m3u8?t={$t}
        """
    try script.answer("m.m3u8?t=abc", Array(text.utf8), headers: ["Content-Type": "application/x-mpegURL"])
    script.tell(.cacheListed([]))
    #expect(script.isAsking("http://h/v/p.m3u8?t=abc"))
}

@Test func `the next segment is the one whose middle lies ahead`() throws {
    let index = try MediaIndex(playlist: Fixture.playlist(segments: 3), url: "http://h/p.m3u8", variables: nil)
    #expect([0, 990, 1010, 2000, 4990, 6000].map { index.segment(at: .milliseconds($0)) } == [0, 0, 1, 1, 2, 3])
}

@Test func `one file in ranges is fetched range by range`() throws {
    var script = Script { $0.url = "http://h/p.m3u8" }
    script.tell(.start)
    try script.missOneFile(ranges: ["1000@800"])
    let fetch = try script.take("all.mp4")
    #expect(fetch.request.headers["Range"] == "bytes=800-1799")
    script.tell(.head(fetch.id, FetchHead(status: 206, headers: ["Content-Range": "bytes 800-1799/9000"], url: "")))
    script.tell(.received(fetch.id, 1000))
    let actions = script.tell(.ended(fetch.id, .complete, body: []))
    #expect(actions.contains { if case .store = $0 { true } else { false } })
}
