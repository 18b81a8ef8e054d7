import HLS
import Testing

/// §4.4.4.4, §4.4.6.5 and §5: keys.
struct Section06KeysTests {
    private let iv = "IV=0x00000000000000000000000000000001"

    private func segment(_ name: String) -> String { "#EXTINF:1,\n\(name).ts" }

    @Test func `case 111: a key is of all segments below it`() throws {
        let both = media(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",\(iv)\n\(segment("a"))\n\(segment("b"))\n\(segment("c"))", version: 2)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.keys.count) == [1, 1, 1])
    }

    @Test func `case 112: keys come and go line by line`() throws {
        let both = media(
            """
            \(segment("a"))
            #EXT-X-KEY:METHOD=AES-128,URI="k1",\(iv)
            \(segment("b"))
            #EXT-X-KEY:METHOD=NONE
            \(segment("c"))
            #EXT-X-KEY:METHOD=AES-128,URI="k2",\(iv)
            \(segment("d"))
            """, version: 2)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map { $0.keys.map(\.uri) } == [[], ["k1"], [], ["k2"]])
    }

    @Test func `case 113: METHOD=NONE stands alone`() throws {
        #expect(media("#EXT-X-KEY:METHOD=NONE\n\(segment("a"))").findings.isEmpty)
        #expect(media("#EXT-X-KEY:METHOD=NONE,URI=\"k\"\n\(segment("a"))").findings == ["K02 4:24"])
        let vector = media("#EXT-X-KEY:METHOD=NONE,\(iv)\n\(segment("a"))")
        #expect(vector.findings == ["K02 4:24"])
        #expect(try vector.media.segments[0].keys.isEmpty)
    }

    private var three: String {
        """
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",\(iv)
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
        #EXT-X-KEY:METHOD=SAMPLE-AES,URI="data:,pssh",KEYFORMAT="urn:uuid:edef8ba9-79d6-4ace-a3c8-27dcd51d21ed"
        """
    }

    @Test func `case 114: keys of several key formats apply together, and each replaces its own`() throws {
        let both = media(
            "\(three)\n\(segment("a"))\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://2\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n\(segment("b"))",
            version: 5)
        #expect(both.findings.isEmpty)
        let uris = try both.media.segments.map { $0.keys.map(\.uri) }
        #expect(uris == [["k", "skd://k", "data:,pssh"], ["k", "skd://2", "data:,pssh"]])
    }

    @Test func `case 115: METHOD=NONE takes all keys away`() throws {
        let both = media("\(three)\n\(segment("a"))\n#EXT-X-KEY:METHOD=NONE\n\(segment("b"))", version: 5)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.keys.count) == [3, 0])
    }

    @Test func `case 116: a key format that nobody knows is kept`() throws {
        let both = media(
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",\(iv)\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"x\",KEYFORMAT=\"org.example.new\"\n\(segment("a"))",
            version: 5)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].keys.map(\.keyFormat) == [nil, "org.example.new"])
    }

    @Test func `case 117: of two keys of one format the last counts, and methods agree`() throws {
        let same = media(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"1\",\(iv)\n#EXT-X-KEY:METHOD=AES-128,URI=\"2\",\(iv)\n\(segment("a"))",
            version: 2)
        #expect(same.findings == ["K08 5:1"])
        #expect(try same.media.segments[0].keys.map(\.uri) == ["2"])
        let methods = media(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"1\",\(iv)\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"2\",KEYFORMAT=\"f\"\n\(segment("a"))",
            version: 5)
        #expect(methods.findings == ["K08 6:1"])
    }

    /// SAMPLE-AES-CENC is no METHOD of the draft (§4.4.4.4), so it breaks the same rule as any other name.
    @Test(arguments: ["AES-192", "SAMPLE-AES-CENC"])
    func `case 118: a method that is not known leaves no segment clear`(method: String) throws {
        let both = media("#EXT-X-KEY:METHOD=\(method),URI=\"k\"\n\(segment("a"))")
        #expect(both.findings == ["K01 4:12"])
        let keys = try both.media.segments[0].keys
        #expect(keys.map(\.method.rawValue) == [method] && !keys[0].method.isKnown)
    }

    @Test func `case 118: a key without METHOD says nothing`() throws {
        let both = media("#EXT-X-KEY:URI=\"k\"\n\(segment("a"))")
        #expect(both.findings == ["K01 4:1"])
        #expect(try both.media.segments[0].keys.isEmpty)
    }

    @Test func `case 119: without an IV it is the media sequence number`() throws {
        let both = media(
            "#EXT-X-MEDIA-SEQUENCE:4294967296\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n\(segment("a"))\n\(segment("b"))",
            version: 9, end: "")
        #expect(both.findings == ["K19 7:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        let playlist = try both.media
        let vector = playlist.initializationVector(of: playlist.segments[1].keys[0], forSegment: 1)
        #expect(vector?.description == "0x00000000000000000000000100000003")
    }

    @Test func `case 120: a key system has its own IV`() throws {
        let both = media(
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"\n\(segment("a"))",
            version: 5)
        #expect(both.findings.isEmpty)
        let playlist = try both.media
        #expect(playlist.initializationVector(of: playlist.segments[0].keys[0], forSegment: 0) == nil)
    }

    @Test(
        arguments: [
            ("0x1566B", ["K21"], 0x1566B), ("0x" + String(repeating: "0", count: 32) + "1", ["K06"], 1),
            ("1566B", ["K06", "K19"], nil),
            ("\"123\"", ["G18", "K06", "K19"], nil),
        ] as [(String, [String], UInt128?)])
    func `case 121: an IV has 128 bits`(text: String, rules: [String], number: UInt128?) throws {
        let both = media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(text)\n\(segment("a"))", version: 2)
        #expect(both.rules.filter { $0 != "V18" } == rules)
        let playlist = try both.media
        let key = playlist.segments[0].keys[0]
        #expect(key.initializationVector?.uint128 == number)
        #expect(playlist.initializationVector(of: key, forSegment: 0) == HexSequence(number ?? 0))
    }

    @Test(arguments: [("AES-256-GCM", "K04"), ("SAMPLE-AES-CTR", "K05")])
    func `case 122: two methods go without an IV`(method: String, rule: String) {
        #expect(media("#EXT-X-KEY:METHOD=\(method),URI=\"k\",\(iv)\n\(segment("a"))", version: 2).rules == [rule])
        #expect(media("#EXT-X-KEY:METHOD=\(method),URI=\"k\"\n\(segment("a"))").findings.isEmpty)
    }

    @Test(arguments: [
        "data:text/plain;base64,AAAAOHBzc2g+/w==", "data:text/plain;charset=UTF-16;base64,AAAA,x=1;y", "skd://Key-ID",
        "SKD://a/../b",
    ])
    func `case 123: the URI of a key is kept as it is`(uri: String) throws {
        let both = media(
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"\(uri)\",KEYFORMAT=\"f\"\n\(segment("a"))", version: 5,
            context: ReadingContext(uri: "https://h/v/p.m3u8"))
        #expect(both.findings.isEmpty)
        let text = try both.media.segments[0].keys[0].uri
        #expect(text == uri)
        if !uri.hasPrefix("SKD") {
            #expect(URIReference(uri).resolved(against: URIReference("https://h/v/p.m3u8")).description == uri)
        }
    }

    @Test func `case 124: an IV needs version 2, a key format 5`() {
        #expect(media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",\(iv)\n\(segment("a"))").rules == ["V03"])
        let format = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",\(iv),KEYFORMAT=\"identity\"\n\(segment("a"))"
        #expect(media(format, version: 4).rules == ["V08"] && media(format, version: 5).findings.isEmpty)
    }

    @Test func `case 125: a key may stand above the target duration`() throws {
        let both = BothReadings(
            "#EXTM3U\n#EXT-X-VERSION:2\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\",\(iv)\n#EXT-X-TARGETDURATION:1\n\(segment("a"))\n#EXT-X-ENDLIST"
        )
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].keys.count == 1)
    }

    @Test func `case 126: parts after the last segment have the keys above them`() throws {
        let both = media(
            """
            #EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3
            #EXT-X-PART-INF:PART-TARGET=1
            \(segment("a"))
            #EXT-X-KEY:METHOD=AES-128,URI="k",\(iv)
            #EXT-X-PART:DURATION=1,URI="p"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="q"
            """, version: 2, end: "")
        #expect(both.findings.isEmpty)
        let playlist = try both.media
        #expect(playlist.segments[0].keys.isEmpty)
        #expect(playlist.upcomingSegment?.keys.map(\.uri) == ["k"] && playlist.upcomingSegment?.parts.count == 1)
    }

    /// That a session key agrees with the keys of media playlists, rule K16, is checked where those are at hand.
    @Test func `case 127: a session key is a key, and each is there once`() throws {
        #expect(multivariant("#EXT-X-SESSION-KEY:METHOD=NONE\n\(variant())").findings == ["K14 3:1"])
        let key = "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\",\(iv)"
        let twice = multivariant("\(key)\n\(key)\n\(variant())")
        #expect(twice.findings == ["K15 4:1"])
        #expect(multivariant("\(key)\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n\(variant())").findings.isEmpty)
        #expect(Rule.named("K16")?.needs == [.playlists])
    }
}
