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
}
