import HLS
import Platform
import TestSupport
import Testing

// The code of `docs/hls.md`: what stands between the marks is there word for word.

struct HLSGuideTests {
    private static let path = "\(Folders.package)/Tests/../docs/hls.md"

    @Test func `the code of the guide is the code that is run here`() throws {
        #expect(try Guide.blocks(in: Self.path) == Guide.regions(in: #filePath))
    }

    @Test func `the guide reads a playlist`() throws {
        let text = "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:3.96,\na.ts?x=1\n#EXTINF:5,\nb.ts\n"
        // guide
        let reading = Playlist.parse(text, context: ReadingContext(uri: "https://example.com/360/list.m3u8"))
        for finding in reading.findings { print(finding) }  // 6:1 MUST M03 EXTINF 5 exceeds the target duration of 4 s
        if let refusal = reading.refusal { print("a client has to refuse it:", refusal) }

        guard let playlist = reading.playlist.media else { return }
        for (index, segment) in playlist.segments.enumerated() {
            let uri = URIReference(segment.uri).resolved(against: URIReference("https://example.com/360/list.m3u8"))
            print(playlist.mediaSequenceNumber(at: index), segment.duration ?? 0, uri)
            // 0 3.96 https://example.com/360/a.ts?x=1
        }
        // end guide
        #expect(playlist.segments.map(\.uri) == ["a.ts?x=1", "b.ts"] && reading.refusal == nil)
        #expect(reading.findings.map(\.description) == ["6:1 MUST M03 EXTINF 5 exceeds the target duration of 4 s"])
    }

    @Test func `the guide writes playlists`() throws {
        // guide
        var media = MediaPlaylist(targetDuration: 2, playlistType: .videoOnDemand)
        media.hasIndependentSegments = true
        media.isEnded = true
        let section = InitializationSection(uri: "init.mp4")
        for number in 0..<2 {
            // 60 frames at 30000/1001: 2.002 s, exact.
            let duration = ExactDecimal(60 * 1001, over: 30000, fractionDigits: 3)
            media.segments.append(
                MediaSegment(uri: "\(number).m4s", duration: duration, initializationSection: section))
        }
        let mediaText = media.serialized()

        var multivariant = MultivariantPlaylist()
        var variant = VariantStream(uri: "360/list.m3u8", bandwidth: 400_000)
        variant.codecs = ["avc1.64001E", "mp4a.40.2"]
        variant.resolution = Resolution(width: 360, height: 640)
        variant.audioGroup = "audio"
        multivariant.variants = [variant]
        multivariant.renditions = [Rendition(.audio, groupID: "audio", name: "English", uri: "en/list.m3u8")]
        let multivariantText = multivariant.serialized()
        // end guide
        #expect(
            mediaText == """
                #EXTM3U
                #EXT-X-VERSION:6
                #EXT-X-INDEPENDENT-SEGMENTS
                #EXT-X-TARGETDURATION:2
                #EXT-X-PLAYLIST-TYPE:VOD
                #EXT-X-MAP:URI="init.mp4"
                #EXTINF:2.002,
                0.m4s
                #EXTINF:2.002,
                1.m4s
                #EXT-X-ENDLIST

                """)
        #expect(Playlist.parse(mediaText).findings == [])
        #expect(Playlist.parse(multivariantText).playlist.multivariant == multivariant)
        #expect(Playlist.parse(multivariantText).findings.filter { $0.rule.level == .must } == [])
    }

    @Test func `the guide changes a playlist and merges an update`() throws {
        func text(_ head: String, _ segments: Range<Int>) -> String {
            "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24\n\(head)\n"
                + segments.map { "#EXTINF:4,\n\($0).ts\n" }.joined()
        }
        let previous = try #require(Playlist.parse(text("#EXT-X-MEDIA-SEQUENCE:0", 0..<10)).playlist.media)
        let head = "#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3"
        let update = try #require(Playlist.parse(text(head, 4..<11)).playlist.media)
        // guide
        var playlist = previous
        playlist.segments.removeFirst()
        playlist.mediaSequence = playlist.firstMediaSequenceNumber + 1
        let shorter = playlist.serialized()

        let merged = try previous.merging(update: update)
        // end guide
        #expect(shorter.contains("#EXT-X-MEDIA-SEQUENCE:1\n") && !shorter.contains("\n0.ts\n"))
        #expect(merged.segments.map(\.uri) == (1..<11).map { "\($0).ts" })
    }

    @Test func `the guide changes the URIs of a text`() throws {
        let text = Array(
            "#EXTM3U\n# as it is\n#EXT-X-MAP:URI=\"init.mp4?x=1\"\n0.m4s\nhttps://ads.example/1.m4s\n".utf8)
        // guide
        let signed = Playlist.replacingURIs(in: text) { uri in
            guard let reference = uri.expanded.map(URIReference.init), reference.authority == nil else { return nil }
            return uri.text + (reference.query == nil ? "?" : "&") + "t=secret"
        }
        let declared = Playlist.declaring(queryParameter: "t", in: text)  // for `?t={$t}`
        // end guide
        #expect(
            String(decoding: signed, as: UTF8.self)
                == "#EXTM3U\n# as it is\n#EXT-X-MAP:URI=\"init.mp4?x=1&t=secret\"\n0.m4s?t=secret\nhttps://ads.example/1.m4s\n"
        )
        #expect(String(decoding: try #require(declared), as: UTF8.self).contains("#EXT-X-DEFINE:QUERYPARAM=\"t\"\n"))
    }

    @Test func `the guide reads the playlists of a presentation together`() throws {
        let multivariant =
            "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na/l.m3u8\n"
            + "#EXT-X-STREAM-INF:BANDWIDTH=2,CODECS=\"mp4a.40.2\"\nb/l.m3u8\n"
        let files = [
            "a/l.m3u8": Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n".utf8),
            "b/l.m3u8": Array("#EXTM3U\n#EXT-X-TARGETDURATION:5\n#EXTINF:4,\n0.ts\n#EXT-X-ENDLIST\n".utf8),
        ]
        // guide
        guard var playlists = PresentationPlaylists(multivariant: Array(multivariant.utf8)) else { return }
        for member in playlists.members {
            if let bytes = files[member.uri] { playlists.read(bytes, for: member.uri) }
        }
        for finding in playlists.report().findings { print(finding) }  // b/l.m3u8:2:1 MUST X01 …
        // end guide
        #expect(playlists.report().findings.map(\.finding.rule.id).contains("X01"))
    }

    @Test func `the guide looks a rule up`() throws {
        // guide
        if let rule = Rule.named("M03") { print(rule.level.rawValue, rule.clause, rule.summary) }
        let strict = Rule.all.filter { $0.level == .must && $0.needs == [.text] }
        // end guide
        #expect(Rule.named("M03") != nil && !strict.isEmpty)
    }
}
