import HLS
import Testing

/// What cannot be said in a playlist is written so that it says nothing else.
struct UnwritableContentTests {
    @Test func `a segment without a URI is written as a gap, and a variant without one is left out`() throws {
        var playlist = MediaPlaylist(targetDuration: 4, playlistType: .videoOnDemand)
        playlist.isEnded = true
        playlist.segments = ["a.ts", "", "c.ts"].map { MediaSegment(uri: $0, duration: 4) }
        let reading = Playlist.parse(playlist.serialized())
        #expect(reading.findings.isEmpty)
        #expect(reading.playlist.media?.segments.count == 3)
        #expect(reading.playlist.media?.segments.map(\.isGap) == [false, true, false])
        let text =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na\n#EXT-X-STREAM-INF:BANDWIDTH=2,CODECS=\"mp4a.40.2\"\nb"
        var multivariant = try #require(Playlist.parse(text).playlist.multivariant)
        multivariant.variants[0].uri = ""
        let written = Playlist.parse(multivariant.serialized())
        #expect(written.findings.isEmpty)
        #expect(written.playlist.multivariant?.variants.map(\.uri) == ["b"])
    }

    @Test(arguments: ["text", "a\nb.ts", "#a\nb.ts", " #a", "\r\n", "#EXT-X-FOO\n#EXT-X-ENDLIST"])
    func `a line of our own is a comment or a tag, and one line`(text: String) throws {
        var playlist = MediaPlaylist(targetDuration: 4)
        playlist.segments = [MediaSegment(uri: "a.ts", duration: 4), MediaSegment(uri: "b.ts", duration: 4)]
        let line = UninterpretedLine(text)
        (playlist.otherLines, playlist.trailingLines, playlist.segments[1].otherLines) = ([line], [line], [line])
        let read = Playlist.parse(playlist.serialized())
        #expect(read.playlist.media?.segments.map(\.uri) == ["a.ts", "b.ts"])
        #expect(read.playlist.media?.isEnded == false)
        #expect(read.findings.filter { $0.rule.level == .must } == [])
        var multivariant = MultivariantPlaylist()
        multivariant.otherLines = [line]
        #expect(Playlist.parse(multivariant.serialized()).playlist.multivariant?.variants == [])
        #expect(Playlist.parse(multivariant.serialized()).playlist.media == nil)
    }

    @Test func `a variant that clients ignore is written again with its URI`() throws {
        let tag = "#EXT-X-STREAM-INF:BANDWIDTH=1,REQ-OTHER=\"x\""
        let read = try #require(Playlist.parse("#EXTM3U\n\(tag)\n# comment\na\n").playlist.multivariant)
        #expect(read.otherLines.map(\.text) == ["# comment", tag, "a"])
        #expect(Playlist.parse(read.serialized()).playlist == .multivariant(read))
    }

    @Test(arguments: [
        "#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"mp4a.40.2\"\na\n#EXT-X-PART:URI=\"p\"\n#EXT-X-DATERANGE:CLASS=\"c\"\n#EXT-X-START:X=1",
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-STREAM-INF:CODECS=\"mp4a.40.2\"\na\n#EXT-X-MEDIA:TYPE=DATA\n#EXTINF:4,\nb.ts",
        "#EXTM3U\n#EXT-X-MEDIA:TYPE=DATA\n#EXT-X-STREAM-INF:BANDWIDTH=1\na\n#EXT-X-MAP:X=1\n#EXT-X-KEY:X=1\nb.ts",
    ])
    func `a mix of kinds that was refused is written alike twice`(text: String) {
        let first = Playlist.parse(text)
        #expect(first.refusal?.rule.id == "G09")
        let second = Playlist.parse(first.playlist.serialized())
        #expect(second.playlist == first.playlist)
        #expect(second.playlist.serialized() == first.playlist.serialized())
    }
}

struct MediaPlaylistTests {
    private let text = """
        #EXTM3U
        #EXT-X-VERSION:6
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-TARGETDURATION:2
        #EXT-X-MEDIA-SEQUENCE:7
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-MAP:URI="init.mp4",BYTERANGE="720@0"
        #EXT-X-PROGRAM-DATE-TIME:2026-02-19T12:00:00.000Z
        #EXTINF:2.002,First, with a comma
        00000.m4s
        #EXT-X-DISCONTINUITY
        #EXT-X-KEY:METHOD=AES-128,URI="key?a=b&c==",IV=0x000102030405060708090A0B0C0D0E0F
        #EXT-X-GAP
        #EXTINF:1.5,
        #EXT-X-BYTERANGE:1000@0
        all.m4s
        #EXTINF:1.5,
        #EXT-X-BYTERANGE:500
        all.m4s
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-CUE-OUT:30
        #EXTINF:1,
        00003.m4s
        #EXT-X-ENDLIST

        """

    @Test func `reads what applies to each segment`() throws {
        let reading = Playlist.parse(text)
        let playlist = try #require(reading.playlist.media)
        #expect(reading.findings.map(\.rule.id) == ["S16", "G23"])
        #expect(reading.refusal == nil)
        #expect(playlist.targetDuration == 2)
        #expect(playlist.playlistType == .videoOnDemand)
        #expect(playlist.isEnded && playlist.hasIndependentSegments)
        #expect(playlist.segments.map(\.uri) == ["00000.m4s", "all.m4s", "all.m4s", "00003.m4s"])
        #expect(playlist.segments.map(\.duration?.description) == ["2.002", "1.5", "1.5", "1"])
        #expect(playlist.segments.map(\.byteRange?.offset) == [nil, 0, 1000, nil])
        #expect(playlist.segments.map(\.isGap) == [false, true, false, false])
        #expect(playlist.segments.map(\.discontinuities) == [0, 1, 0, 0])
        #expect(playlist.segments.map(\.keys.count) == [0, 1, 1, 0])
        #expect(playlist.segments[1].keys[0].uri == "key?a=b&c==")
        #expect(Set(playlist.segments.map(\.initializationSection?.uri)) == ["init.mp4"])
        #expect(playlist.segments[0].title == "First, with a comma")
        #expect(playlist.segments[0].programDateTime?.millisecondsSince1970 == 1_771_502_400_000)
        #expect(playlist.segments[3].otherLines == [UninterpretedLine("#EXT-X-CUE-OUT:30")])
        #expect(playlist.mediaSequenceNumber(at: 3) == 10)
        #expect(playlist.duration == .milliseconds(6002))
    }

    @Test func `writes what it read, and reading that gives the same value`() throws {
        let playlist = try #require(Playlist.parse(text).playlist.media)
        #expect(Playlist.parse(playlist.serialized()).playlist == .media(playlist))
        let written = Set(playlist.serialized().split(separator: "\n"))
        #expect(written == Set(text.split(separator: "\n")))
    }

    @Test func `a playlist made by hand is written in canonical form`() {
        var playlist = MediaPlaylist(targetDuration: 2, playlistType: .videoOnDemand)
        playlist.hasIndependentSegments = true
        let section = InitializationSection(uri: "init.mp4")
        for index in 0..<2 {
            playlist.segments.append(
                MediaSegment(
                    uri: "0000\(index).m4s", duration: ExactDecimal(mantissa: 2002, fractionDigits: 3),
                    initializationSection: section))
        }
        playlist.isEnded = true
        #expect(
            playlist.serialized() == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-TARGETDURATION:2
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2.002,
                00000.m4s
                #EXTINF:2.002,
                00001.m4s
                #EXT-X-ENDLIST

                """)
        #expect(Playlist.parse(playlist.serialized()).findings.isEmpty)
    }

    @Test func `an init section above the first key stays clear`() throws {
        let reading = Playlist.parse(
            """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:2
            #EXT-X-MAP:URI="init.mp4"
            #EXT-X-KEY:METHOD=AES-128,URI="k"
            #EXTINF:2,
            a.m4s
            #EXT-X-ENDLIST
            """)
        let playlist = try #require(reading.playlist.media)
        #expect(playlist.segments[0].initializationSection?.keys == [])
        #expect(playlist.segments[0].keys.count == 1)
        #expect(Playlist.parse(playlist.serialized()).playlist == .media(playlist))
    }

    @Test(arguments: [
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:-1,Station\n# why\na.ts\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n# odd end\r\r\n#EXTINF:4,\na.ts\n",
        "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-KEY:METHOD=NONE\n# why\n",
    ])
    func `a broken playlist too is the same after writing and reading`(text: String) {
        let playlist = Playlist.parse(text, mode: .lenient).playlist
        #expect(Playlist.parse(playlist.serialized(), mode: .lenient).playlist == playlist)
    }
}

@Test func `a segment that only rounding keeps within the target duration asks for version 6`() {
    var playlist = MediaPlaylist(targetDuration: 2)
    playlist.segments = [MediaSegment(uri: "a.ts", duration: ExactDecimal("2.002"))]
    #expect(playlist.minimumVersion == 6)
    playlist.segments[0].duration = ExactDecimal("2.0")
    #expect(playlist.minimumVersion == 3)
}

@Test func `keys that end above EXT-X-SKIP end where they do when it is written first`() throws {
    let text = """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        #EXT-X-KEY:METHOD=AES-128,URI="k"
        #EXTINF:4,
        a.ts
        #EXT-X-KEY:METHOD=NONE
        #EXT-X-SKIP:SKIPPED-SEGMENTS=3
        #EXTINF:4,
        b.ts
        """
    let playlist = try #require(Playlist.parse(text, mode: .lenient).playlist.media)
    #expect(playlist.segments.map(\.keys.count) == [1, 0] && playlist.skip?.keysEndAt == 1)
    #expect(Playlist.parse(playlist.serialized(), mode: .lenient).playlist.media == playlist)
}
