import HLS
import Testing

struct PresentationPlaylistsTests {
    private let multivariant = """
        #EXTM3U
        #EXT-X-VERSION:8
        #EXT-X-DEFINE:NAME="t",VALUE="7"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="a",CHANNELS="2",URI="audio.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="mp4a.40.2",AUDIO="a"
        audio.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="mp4a.40.2"
        ../v/b.m3u8?x=1
        """

    private func media(_ lines: String) -> [UInt8] {
        Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n\(lines)\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST".utf8)
    }

    @Test func `a text that is no multivariant playlist makes no presentation`() {
        #expect(PresentationPlaylists(multivariant: media("")) == nil)
    }

    @Test func `tags that name one playlist are one member`() throws {
        let presentation = try #require(PresentationPlaylists(multivariant: Array(multivariant.utf8)))
        #expect(presentation.members.map(\.uri) == ["audio.m3u8", "../v/b.m3u8?x=1"])
        #expect(presentation.members[0].roles == [.variant(0), .rendition(0)])
        #expect(presentation.index(of: "./x/../audio.m3u8") == 0)
        #expect(presentation.index(of: "v/b.m3u8?x=1") == nil)
    }

    @Test func `references are resolved against the playlist's own URI`() throws {
        let presentation = try #require(
            PresentationPlaylists(multivariant: Array(multivariant.utf8), uri: "https://h/p/m.m3u8"))
        #expect(presentation.index(of: "HTTPS://h:443/p/audio.m3u8") == 0)
        #expect(presentation.index(of: "/v/b.m3u8?x=1") == 1)
    }

    @Test func `a media playlist has the variables and the query of its presentation`() throws {
        var presentation = try #require(PresentationPlaylists(multivariant: Array(multivariant.utf8)))
        let text = media("#EXT-X-VERSION:11\n#EXT-X-DEFINE:IMPORT=\"t\"\n#EXT-X-DEFINE:QUERYPARAM=\"x\"")
        let read = presentation.read(text, for: "../v/b.m3u8?x=1")
        let reading = try #require(read)
        #expect(reading.findings.isEmpty)
        #expect(reading.variables == ["t": "7", "x": "1"])
        let unnamed = presentation.read(text, for: "other.m3u8")
        #expect(unnamed == nil)
    }

    @Test func `an absent playlist is no finding, and the rules that read it are named`() throws {
        var presentation = try #require(PresentationPlaylists(multivariant: Array(multivariant.utf8)))
        presentation.read(media(""), for: "audio.m3u8")
        let report = presentation.report()
        #expect(report.findings.isEmpty)
        #expect(report.absent == ["../v/b.m3u8?x=1"])
        #expect(report.notChecked.map(\.id).contains("X01"))
        presentation.read(media(""), for: "../v/b.m3u8?x=1")
        #expect(presentation.report().absent.isEmpty)
        #expect(presentation.report().notChecked.isEmpty)
    }

    @Test func `a finding says in which playlist it is`() throws {
        var presentation = try #require(PresentationPlaylists(multivariant: Array(multivariant.utf8)))
        presentation.read(media(""), for: "audio.m3u8")
        presentation.read(media("#EXT-X-PLAYLIST-TYPE:VOD"), for: "../v/b.m3u8?x=1")
        let finding = try #require(presentation.findings().first)
        #expect(finding.playlist == "audio.m3u8")
        #expect(finding.finding.rule.id == "X05")
        #expect(finding.finding.position == SourcePosition(line: 1))
    }

    @Test func `numbers at their limits end in findings or in none`() throws {
        let most = "18446744073709551615"
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:\(most)
            #EXT-X-DISCONTINUITY-SEQUENCE:\(most)
            #EXT-X-MEDIA-SEQUENCE:\(most)
            #EXT-X-SERVER-CONTROL:PART-HOLD-BACK=9223372036854775807
            #EXT-X-PART-INF:PART-TARGET=9223372036854775807
            #EXT-X-DISCONTINUITY
            #EXT-X-PROGRAM-DATE-TIME:9999-12-31T23:59:59.999Z
            #EXT-X-BYTERANGE:\(most)@0
            #EXTINF:9223372036854775807,
            a.ts
            #EXT-X-DISCONTINUITY
            #EXT-X-PROGRAM-DATE-TIME:0001-01-01T00:00:00.000Z
            #EXT-X-BYTERANGE:\(most)@0
            #EXTINF:0.000000000000000001,
            b.ts

            """
        var presentation = try #require(PresentationPlaylists(multivariant: Array(multivariant.utf8)))
        presentation.read(Array((text + "#EXT-X-ENDLIST").utf8), for: "audio.m3u8")
        presentation.read(
            Array(("#EXTM3U\n#EXT-X-DISCONTINUITY-SEQUENCE:7\n" + text.dropFirst(8)).utf8), for: "../v/b.m3u8?x=1")
        #expect(presentation.findings().allSatisfy { $0.description.utf8.count < 500 })
    }

    /// §4.1. With a target of 1 s the second segment is too short to count alone; both last 1.8 s and have 5,400 bits.
    @Test func `a run counts up to one and a half target durations and half a second`() throws {
        let multivariant = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\na.m3u8"
        let media = """
            #EXTM3U
            #EXT-X-VERSION:6
            #EXT-X-TARGETDURATION:1
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXTINF:1.4,
            #EXT-X-BYTERANGE:175@0
            a.aac
            #EXTINF:0.4,
            #EXT-X-BYTERANGE:500
            a.aac
            #EXT-X-ENDLIST
            """
        var playlists = try #require(PresentationPlaylists(multivariant: Array(multivariant.utf8)))
        playlists.read(Array(media.utf8), for: "a.m3u8")
        #expect(playlists.findings().map(\.finding.message) == ["BANDWIDTH is 1000, and the peak is 3000 or more"])
    }

    @Test func `findings of one rule are cut and counted`() throws {
        let variants = (0..<300).map { "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\n\($0).m3u8" }
        let text = "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n" + variants.joined(separator: "\n")
        var presentation = try #require(PresentationPlaylists(multivariant: Array(text.utf8)))
        for member in presentation.members { presentation.read(media("#EXT-X-INDEPENDENT-SEGMENTS"), for: member.uri) }
        #expect(presentation.report().findings.count == 200)
        #expect(presentation.report().suppressed == ["M14": 100])
    }
}
