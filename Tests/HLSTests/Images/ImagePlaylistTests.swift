import HLS
import Testing

struct ImagePlaylistTests {
    private let multivariant = """
        #EXTM3U
        #EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS="avc1.64001f"
        video.m3u8
        #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=16460,RESOLUTION=320x180,CODECS="jpeg",NAME="a,b",URI="thumbs.m3u8"

        """
    private let images = """
        #EXTM3U
        #EXT-X-TARGETDURATION:60
        #EXT-X-IMAGES-ONLY
        #EXTINF:60,
        #EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x4,DURATION=3.003
        0.jpg
        #EXTINF:30,
        #EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x2,DURATION=3
        1.jpg
        #EXT-X-ENDLIST

        """

    @Test func `a multivariant playlist names playlists of images`() throws {
        var playlist = try #require(Playlist.parse(multivariant, mode: .lenient).playlist.multivariant)
        #expect(
            playlist.imageStreams == [
                ImageStream(
                    uri: "thumbs.m3u8", bandwidth: 16460, codecs: ["jpeg"],
                    resolution: Resolution(width: 320, height: 180),
                    otherAttributes: [Attribute(name: "NAME", value: "a,b", isQuoted: true)])
            ])
        playlist.imageStreams[0].uri = "other.m3u8"
        let again = Playlist.parse(playlist.serialized(), mode: .lenient).playlist.multivariant
        #expect(again == playlist)
        #expect(again?.imageStreams.map(\.uri) == ["other.m3u8"])
        #expect(again?.variants.count == 1)
    }

    @Test func `segments of images say how they lie`() throws {
        let playlist = try #require(Playlist.parse(images, mode: .lenient).playlist.media)
        #expect(playlist.isImagesOnly)
        let tiles = playlist.segments.map(\.tiles)
        #expect(tiles.map { $0?.columns } == [5, 5])
        #expect(tiles.map { $0?.rows } == [4, 2])
        #expect(tiles.map { $0?.duration } == [ExactDecimal("3.003"), 3])
        #expect(Playlist.parse(playlist.serialized(), mode: .lenient).playlist.media == playlist)
    }

    @Test func `an image playlist made by hand reads back, and no rule but that of unknown tags sees it`() throws {
        var playlist = MediaPlaylist(targetDuration: 4, playlistType: .videoOnDemand)
        playlist.isEnded = true
        playlist.isImagesOnly = true
        var segment = MediaSegment(uri: "0.jpg", duration: 4)
        segment.tiles = ImageTiles(
            resolution: Resolution(width: 90, height: 160), columns: 2, rows: 1, duration: 2)
        playlist.segments = [segment]
        let reading = Playlist.parse(playlist.serialized())
        #expect(reading.playlist.media?.isImagesOnly == true)
        #expect(reading.playlist.media?.segments.map(\.tiles) == [segment.tiles])
        #expect(reading.findings.allSatisfy { $0.rule.level == .info })
        playlist.isImagesOnly = false
        playlist.segments[0].tiles = nil
        #expect(!playlist.serialized().contains("IMAGES-ONLY") && !playlist.serialized().contains("TILES"))
    }

    @Test(arguments: [
        "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=0x4,DURATION=3", "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x4",
        "#EXT-X-TILES", "#EXT-X-TILES:", "#EXT-X-TILES:LAYOUT", "#EXT-X-TILES:RESOLUTION=\"1x1", "# EXT-X-TILES:A=1",
        "#EXT-X-TILES:RESOLUTION=320x180,LAYOUT=5x4,DURATION=0",
    ])
    func `a line that does not say how images lie says nothing`(_ text: String) {
        #expect(ImageTiles(UninterpretedLine(text)) == nil)
        #expect(ImageStream(UninterpretedLine(text)) == nil)
    }
}
