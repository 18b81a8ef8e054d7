import HLS
import Testing

struct MultivariantPlaylistTests {
    private let text = """
        #EXTM3U
        #EXT-X-VERSION:8
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-DEFINE:NAME="host",VALUE="https://cdn.example"
        #EXT-X-SESSION-DATA:DATA-ID="com.example.title",VALUE="A reel",LANGUAGE="en"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="audio",NAME="Main",LANGUAGE="en",STABLE-RENDITION-ID="audio/main",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="audio/main/playlist.m3u8",X-NEW="kept"
        #EXT-X-STREAM-INF:BANDWIDTH=190000,AVERAGE-BANDWIDTH=150000,CODECS="avc1.64000d,mp4a.40.2",RESOLUTION=234x416,VIDEO-RANGE=SDR,STABLE-VARIANT-ID="video/234",FRAME-RATE=29.970,AUDIO="audio",CLOSED-CAPTIONS=NONE
        {$host}/video/234/playlist.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=40000,CODECS="avc1.64000d",RESOLUTION=234x416,STABLE-VARIANT-ID="video/234/iframes",URI="video/234/iframes.m3u8"

        """

    @Test func `reads every attribute and replaces variables`() throws {
        let reading = Playlist.parse(text)
        let playlist = try #require(reading.playlist.multivariant)
        #expect(reading.findings.map(\.rule.id) == ["G23"])
        #expect(reading.variables == ["host": "https://cdn.example"])
        let variant = try #require(playlist.variants.first)
        #expect(variant.uri == "https://cdn.example/video/234/playlist.m3u8")
        #expect(variant.bandwidth == 190_000 && variant.averageBandwidth == 150_000)
        #expect(variant.codecs == ["avc1.64000d", "mp4a.40.2"])
        #expect(variant.resolution == Resolution(width: 234, height: 416))
        #expect(
            variant.frameRate == ExactDecimal("29.97") && variant.closedCaptions == VariantStream.ClosedCaptions.none)
        #expect(variant.stableVariantID == "video/234" && variant.videoRange == .standard)
        let audio = try #require(playlist.renditions(.audio, inGroup: "audio").first)
        #expect(audio.isDefault == true && audio.channels == "2" && audio.stableRenditionID == "audio/main")
        #expect(audio.otherAttributes == [Attribute(name: "X-NEW", value: "kept", isQuoted: true)])
        #expect(playlist.iFrameVariants.map(\.uri) == ["video/234/iframes.m3u8"])
        #expect(playlist.sessionData.map(\.content) == [.value("A reel")])
    }

    @Test func `writes what it read, and reading that gives the same value`() throws {
        let playlist = try #require(Playlist.parse(text).playlist.multivariant)
        let written = playlist.serialized()
        #expect(Playlist.parse(written).playlist == .multivariant(playlist))
        #expect(
            Set(written.split(separator: "\n"))
                == Set(text.replacing("{$host}", with: "https://cdn.example").split(separator: "\n")))
    }

    @Test func `a variant that clients have to ignore goes with its URI, and both are written again`() throws {
        let reading = Playlist.parse(
            """
            #EXTM3U
            #EXT-X-VERSION:12
            #EXT-X-STREAM-INF:BANDWIDTH=1,REQ-FOO="x"
            a.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=2,VIDEO-RANGE=XYZ
            b.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=3
            c.m3u8
            """)
        let playlist = try #require(reading.playlist.multivariant)
        #expect(playlist.variants.map(\.uri) == ["c.m3u8"])
        #expect(playlist.otherLines.count == 4)
        #expect(Playlist.parse(playlist.serialized()).playlist == .multivariant(playlist))
    }

    @Test func `a playlist made by hand has the version it needs`() {
        var playlist = MultivariantPlaylist()
        playlist.variants = [VariantStream(uri: "a.m3u8", bandwidth: 1)]
        #expect(playlist.serialized() == "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n")
        playlist.definitions = [VariableDefinition(name: "t", source: .queryParameter)]
        #expect(playlist.minimumVersion == 11)
        playlist.variants[0].requiredVideoLayout = ["CH-STEREO"]
        #expect(playlist.minimumVersion == 12)
    }

    @Test(arguments: ["a\",DEFAULT=YES,X=\"", "a\"\u{301},DEFAULT=YES,X=\"\u{301}"])
    func `a quote in a value ends no quoted string`(name: String) throws {
        var playlist = MultivariantPlaylist()
        playlist.renditions = [Rendition(.audio, groupID: "a", name: name)]
        let written = try #require(Playlist.parse(playlist.serialized()).playlist.multivariant?.renditions.first)
        #expect(written.isDefault != true)
        #expect(Array(written.name.utf8) == name.utf8.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 })
    }

    @Test func `text without quotes around it and one inside is no value`() {
        let reading = Playlist.parse(
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\",PATHWAY-ID=A=\"x\"\na.m3u8")
        #expect(reading.playlist.multivariant?.variants.first?.pathwayID == nil)
        #expect(Playlist.parse(reading.playlist.serialized()).playlist == reading.playlist)
    }
}
