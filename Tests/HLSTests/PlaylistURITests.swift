import HLS
import Testing

private func rewritten(_ text: String, _ replacement: (PlaylistURI) -> String?) -> String {
    String(decoding: Playlist.replacingURIs(in: Array(text.utf8), with: replacement), as: UTF8.self)
}

private func uris(_ text: String) -> [PlaylistURI] {
    var found: [PlaylistURI] = []
    _ = rewritten(text) { uri in
        found.append(uri)
        return nil
    }
    return found
}

private func declared(_ name: String, _ text: String) -> String? {
    Playlist.declaring(queryParameter: name, in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
}

struct PlaylistURITests {
    /// Every tag of the draft and of image playlists whose attribute is a URI, among some that only look like it.
    private let media = """
        #EXTM3U
        # a comment with URI="stays"
        #EXT-X-DEFINE:NAME="URI",VALUE="stays"
        #EXT-X-KEY:METHOD=AES-128,URI="1",IV=0x00,KEYFORMAT="URI"
        #EXT-X-MAP:URI="2",BYTERANGE="4@0"
        #EXT-X-DATERANGE:ID="URI",X-ASSET-URI="3",X-COM-URI="stays",START-DATE="2026-01-01T00:00:00Z"
        #EXT-X-DATERANGE:ID="b",X-ASSET-LIST="4",X-URI="stays"
        #EXTINF:4,URI="stays"
        5
        #EXT-X-PART:DURATION=1,URI="6",INDEPENDENT=YES
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="7"
        #EXT-X-RENDITION-REPORT:URI="8",LAST-MSN=3
        #EXT-X-COM-OWN:URI="stays"

        """

    private let multivariant = """
        #EXTM3U
        #EXT-X-SESSION-KEY:METHOD=SAMPLE-AES,URI="1"
        #EXT-X-SESSION-DATA:DATA-ID="a",URI="2"
        #EXT-X-SESSION-DATA:DATA-ID="b",VALUE="URI=stays"
        #EXT-X-CONTENT-STEERING:SERVER-URI="3",PATHWAY-ID="URI"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="URI",NAME="URI=",URI="4"
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI="5"
        #EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,RESOLUTION=90x160,URI="6",CODECS="jpeg"
        #EXT-X-STREAM-INF:BANDWIDTH=1,AUDIO="URI"
        7

        """

    @Test func `every URI is found once, and nothing else`() {
        #expect(uris(media).map(\.text) == (1...8).map { "\($0)" })
        #expect(uris(multivariant).map(\.text) == (1...7).map { "\($0)" })
        #expect(uris(multivariant).last?.place == .line)
        #expect(
            uris(multivariant)[2].place == .attribute(tag: "EXT-X-CONTENT-STEERING", name: "SERVER-URI"))
    }

    @Test func `only the URIs change`() {
        // What stands in their places are single digits, each after a quote or at the start of its line.
        let text = media + multivariant
        let marked = rewritten(text) { "\($0.text)?x" }
        #expect(marked != text)
        #expect(marked.replacing("?x", with: "") == text)
        #expect(marked.split(separator: "?x", omittingEmptySubsequences: false).count == 16)
    }

    @Test(arguments: [
        "", "\n", "#EXTM3U", "#EXTM3U\r\n\r\na.ts\r\n", "\u{FEFF}#EXTM3U\n  a b.ts \t\n", "#EXT-X-MAP:URI=\"a\n",
        "#EXT-X-MAP\n#EXT-X-MAP:\n#EXT-X-MAP:,,URI,=\"a\",URI=a,\n", "#ext-x-map:URI=\"a\"\n", "a\u{0}b\n\u{7F}",
    ])
    func `what is not replaced stays byte for byte`(text: String) {
        #expect(rewritten(text) { _ in nil } == text)
        #expect(rewritten(text) { $0.text } == text)
    }

    @Test func `line ends, blanks and bytes that are no text stay`() {
        let text =
            Array("\u{FEFF}#EXTM3U\r\n \ta.ts \r\n#EXT-X-MAP: URI = \"m\" ,A=\"".utf8) + [0xFF, 0xFE, 0x22, 0x0A]
        let expected =
            Array("\u{FEFF}#EXTM3U\r\n \tX \r\n#EXT-X-MAP: URI = \"X\" ,A=\"".utf8) + [0xFF, 0xFE, 0x22, 0x0A]
        #expect(Playlist.replacingURIs(in: text) { _ in "X" } == expected)
    }

    @Test(arguments: ["a\"b", "a\nb", "a\rb", ""])
    func `a text that could not stand there is not put in`(text: String) {
        #expect(
            rewritten("#EXTM3U\na.ts\n#EXT-X-MAP:URI=\"m\"\n") { _ in text } == "#EXTM3U\na.ts\n#EXT-X-MAP:URI=\"m\"\n")
    }

    @Test func `variables are those declared above, as a player has them`() {
        let found = uris(
            """
            #EXTM3U
            {$early}.ts
            #EXT-X-DEFINE:NAME="early",VALUE="https://other.example/"
            #EXT-X-DEFINE:QUERYPARAM="q"
            {$early}a.ts
            b.ts?x={$q}
            c{$}.ts
            """)
        #expect(found.map(\.text) == ["{$early}.ts", "{$early}a.ts", "b.ts?x={$q}", "c{$}.ts"])
        #expect(found.map(\.expanded) == [nil, "https://other.example/a.ts", nil, "c{$}.ts"])
    }

    @Test func `the URIs are those that the parser reads`() throws {
        let playlist = try #require(Playlist.parse(multivariant, mode: .lenient).playlist.multivariant)
        var read = playlist.sessionKeys.compactMap(\.uri)
        for data in playlist.sessionData { if case .resource(let uri, _) = data.content { read.append(uri) } }
        read += [try #require(playlist.contentSteering).serverURI] + playlist.renditions.compactMap(\.uri)
        read += playlist.iFrameVariants.map(\.uri) + playlist.imageStreams.map(\.uri) + playlist.variants.map(\.uri)
        #expect(read == uris(multivariant).map(\.text))
    }

    @Test(arguments: [
        ("#EXTM3U\na.ts\n", "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\na.ts\n"),
        ("#EXTM3U", "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"t\""),
        (
            "#EXTM3U\r\n#EXT-X-VERSION:7\r\na.ts\r\n",
            "#EXTM3U\r\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\r\n#EXT-X-VERSION:11\r\na.ts\r\n"
        ),
        (
            "#EXTM3U\n#EXT-X-VERSION:12\n#EXT-X-DEFINE:NAME=\"T\",VALUE=\"\"\n",
            "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n#EXT-X-VERSION:12\n#EXT-X-DEFINE:NAME=\"T\",VALUE=\"\"\n"
        ),
    ])
    func `a query parameter is declared with the version that it needs`(text: String, expected: String) {
        #expect(declared("t", text) == expected)
    }

    @Test func `a declared parameter is one to a player`() throws {
        let text = rewritten(try #require(declared("t", media))) { "\($0.text)?t={$t}" }
        let context = ReadingContext(uri: "https://h/list.m3u8?t=1.k1~")
        let reading = Playlist.parse(text, mode: .lenient, context: context)
        #expect(reading.variables["t"] == "1.k1~")
        #expect(reading.playlist.media?.segments.first?.uri == "5?t=1.k1~")
        #expect(!reading.findings.contains { $0.rule.id.hasPrefix("V") })
    }

    @Test(arguments: [
        ("t", "#EXTM3U\n#EXT-X-DEFINE:NAME=\"t\",VALUE=\"\"\n"), ("t", "#EXTM3U\n#EXT-X-DEFINE:IMPORT=\"t\"\n"),
        ("t", "#EXTM3U\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n"), ("t", "a.ts\n"), ("", "#EXTM3U\n"), ("a b", "#EXTM3U\n"),
    ])
    func `what cannot be declared is not`(name: String, text: String) {
        #expect(declared(name, text) == nil)
    }
}
