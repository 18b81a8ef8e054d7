import HLS
import Testing

/// §4.4.4.2 and §4.4.4.5: byte ranges and init sections.
struct Section05ByteRangesTests {
    private let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00000000000000000000000000000001"

    @Test func `case 92: EXT-X-BYTERANGE stands before or after EXTINF`() throws {
        let before = media("#EXT-X-BYTERANGE:5@7\n#EXTINF:1,\na.ts", version: 4)
        let after = media("#EXTINF:1,\n#EXT-X-BYTERANGE:5@7\na.ts", version: 4)
        #expect(before.findings.isEmpty && after.findings.isEmpty)
        #expect(try before.media == after.media)
        #expect(try after.media.segments[0].byteRange == ByteSubrange(length: 5, offset: 7))
    }

    @Test func `case 93: a range without an offset begins where the last one of its resource ends`() throws {
        let ranges = ["1000@0", "82112@752321", "69864", "1000"]
        let both = media(ranges.map { "#EXTINF:1,\n#EXT-X-BYTERANGE:\($0)\na.ts" }.joined(separator: "\n"), version: 4)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.byteRange?.offset) == [0, 752_321, 834_433, 904_297])
    }

    @Test(arguments: [
        ("", "5:1"), ("#EXTINF:1,\na.ts\n", "7:1"), ("#EXTINF:1,\n#EXT-X-BYTERANGE:5@0\nb.ts\n", "8:1"),
    ])
    func `case 94: a range without an offset that follows no other of its resource is refused`(
        above: String, position: String
    ) {
        let both = media("\(above)#EXTINF:1,\n#EXT-X-BYTERANGE:5\na.ts", version: 4)
        #expect(both.findings == ["S06 \(position)!"])
        #expect(both.areRefused(for: "S06"))
    }

    @Test func `case 95: two spellings of one resource are one resource`() throws {
        let uris = ["a.ts", "./a.ts", "https://h/v/a.ts", "HTTPS://H:443/v/x/../a.ts"]
        let lines = uris.enumerated().map { "#EXTINF:1,\n#EXT-X-BYTERANGE:\($0 == 0 ? "5@7" : "5")\n\($1)" }
        let both = media(
            lines.joined(separator: "\n"), version: 4, context: ReadingContext(uri: "https://h/v/p.m3u8?t=1"))
        #expect(both.rules == ["G25"])
        #expect(try both.media.segments.map(\.byteRange?.offset) == [7, 12, 17, 22])
        #expect(try both.media.segments.map(\.uri) == uris)
    }

    @Test func `case 96: an offset that is written stays written`() throws {
        let both = media(
            "#EXTINF:1,\n#EXT-X-BYTERANGE:100@0\na.ts\n#EXTINF:1,\n#EXT-X-BYTERANGE:200@0\na.ts\n#EXTINF:1,\n#EXT-X-BYTERANGE:9\na.ts",
            version: 4)
        #expect(both.findings.isEmpty)
        let ranges = try both.media.segments.compactMap(\.byteRange)
        #expect(ranges.map(\.offset) == [0, 0, 200] && ranges.map(\.isContinuation) == [false, false, true])
        #expect(
            try both.media.serialized().split(separator: "\n").filter { $0.hasPrefix("#EXT-X-BYTERANGE") }
                == ["#EXT-X-BYTERANGE:100@0", "#EXT-X-BYTERANGE:200@0", "#EXT-X-BYTERANGE:9"])
    }

    @Test func `case 97: offsets have 64 bits, and so has the end of a range`() throws {
        for offset: UInt64 in [2_147_483_648, 2_148_607_444, .max - 5] {
            let both = media("#EXTINF:1,\n#EXT-X-BYTERANGE:5@\(offset)\na.ts", version: 4)
            #expect(both.findings.isEmpty)
            #expect(try both.media.segments[0].byteRange?.end == offset + 5)
        }
        let over = media("#EXTINF:1,\n#EXT-X-BYTERANGE:5@18446744073709551611\na.ts")
        #expect(over.findings == ["S05 5:18"])
        #expect(try over.media.segments[0].byteRange == nil)
    }

    @Test(arguments: ["100@", "@5", "-1@0", "100@0@0", "\"100@0\"", "", "1e3@0", "100@-1", "100 @0"])
    func `case 98: a byte range is a length, and an offset after an at sign`(text: String) throws {
        let both = media("#EXTINF:1,\n#EXT-X-BYTERANGE:\(text)\na.ts")
        #expect(both.findings == [text.isEmpty ? "S05 5:1" : "S05 5:18"])
        #expect(try both.media.segments[0].byteRange == nil)
    }

    @Test func `case 98: an empty byte range is worth knowing`() throws {
        let both = media("#EXTINF:1,\n#EXT-X-BYTERANGE:0@0\na.ts", version: 4)
        #expect(both.findings == ["S25 5:18"])
        #expect(both.strict.findings[0].rule.level == .info)
        #expect(try both.media.segments[0].byteRange == ByteSubrange(length: 0, offset: 0))
    }

    @Test func `case 99: the byte range of an init section has an offset`() throws {
        let both = media("#EXT-X-MAP:URI=\"i\",BYTERANGE=\"720\"\n#EXTINF:1,\na.mp4", version: 6)
        #expect(both.findings == ["S10 4:20"])
        #expect(try both.media.segments[0].initializationSection?.byteRange == ByteSubrange(length: 720, offset: 0))
    }

    @Test func `case 100: EXT-X-BYTERANGE above EXT-X-MAP is of the segment, and players differ`() throws {
        let both = media("#EXT-X-BYTERANGE:5@7\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\na.mp4", version: 6)
        #expect(both.findings == ["S26 5:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        let segment = try both.media.segments[0]
        #expect(
            segment.byteRange == ByteSubrange(length: 5, offset: 7) && segment.initializationSection?.byteRange == nil)
    }

    @Test func `case 101: ranges of segments and of init sections know nothing of each other`() throws {
        let both = media(
            """
            #EXT-X-MAP:URI="a.mp4",BYTERANGE="720@0"
            #EXTINF:1,
            #EXT-X-BYTERANGE:100@720
            a.mp4
            #EXT-X-MAP:URI="a.mp4",BYTERANGE="50@9000"
            #EXTINF:1,
            #EXT-X-BYTERANGE:100
            a.mp4
            #EXTINF:1,
            b.mp4
            """, version: 6)
        #expect(both.findings.isEmpty)
        let segments = try both.media.segments
        #expect(segments.map(\.byteRange?.offset) == [720, 820, nil])
        #expect(segments.map(\.initializationSection?.byteRange?.offset) == [0, 9000, 9000])
    }

    @Test func `case 102: an init section is of the segments below it`() throws {
        let both = media(
            """
            #EXT-X-MAP:URI="i0"
            #EXTINF:1,
            a.mp4
            #EXT-X-DISCONTINUITY
            #EXT-X-MAP:URI="i1"
            #EXTINF:1,
            b.mp4
            #EXTINF:1,
            c.mp4
            #EXT-X-MAP:URI="i2"
            """, version: 6)
        #expect(both.findings == ["S21 13:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        #expect(try both.media.segments.map(\.initializationSection?.uri) == ["i0", "i1", "i1"])
        let growing = media("#EXT-X-MAP:URI=\"i0\"\n#EXTINF:1,\na.mp4\n#EXT-X-MAP:URI=\"i1\"", version: 6, end: "")
        #expect(growing.findings.isEmpty, "the segment may be to come")
        #expect(try growing.media.upcomingSegment?.initializationSection?.uri == "i1")
    }

    @Test func `case 103: one init section said again is one`() throws {
        let map = "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"9@1\""
        let again = media("\(map)\n#EXTINF:1,\na.mp4\n\(map)\n#EXTINF:1,\nb.mp4", version: 6)
        let once = media("\(map)\n#EXTINF:1,\na.mp4\n#EXTINF:1,\nb.mp4", version: 6)
        #expect(again.findings.isEmpty)
        #expect(try again.media == once.media)
        let keyed = media("\(map)\n#EXTINF:1,\na.mp4\n\(key)\n\(map)\n#EXTINF:1,\nb.mp4", version: 6)
        let sections = try keyed.media.segments.map(\.initializationSection)
        #expect(sections[0] != sections[1], "the key is part of it")
    }

    @Test func `case 104: a tag run together with the next is kept, and the next is lost`() throws {
        let both = media("#EXT-X-MAP:URI=\"init1.ts\"#EXTINF:5.005,\na.ts", version: 6)
        #expect(both.findings == ["G17 4:26", "G07 4:39", "S01 5:1"])
        let segment = try both.media.segments[0]
        #expect(segment.initializationSection?.uri == "init1.ts" && segment.duration == nil)
    }

    @Test func `case 105: an init section under AES-128 needs the IV of its key`() throws {
        let with = media("\(key)\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\na.mp4", version: 6)
        #expect(with.findings.isEmpty)
        #expect(try with.media.segments[0].initializationSection?.keys.count == 1)
        let without = media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\na.mp4", version: 6)
        #expect(without.rules == ["S13", "K19"])
        #expect(without.strict.findings[0].position == SourcePosition(line: 5, column: 1))
    }

    @Test func `case 106: an init section above the first key is clear`() throws {
        let both = media("#EXT-X-MAP:URI=\"i\"\n#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:1,\na.mp4", version: 6)
        #expect(both.rules == ["K19"])
        let segment = try both.media.segments[0]
        #expect(segment.keys.count == 1 && segment.initializationSection?.keys == [])
    }

    /// Whether segments are fMP4 is in their bytes (§3.1.2), so names alone break no MUST.
    @Test func `case 107: segments named as fMP4 without an init section are worth knowing`() throws {
        let both = media("#EXTINF:1,\na.m4s\n#EXTINF:1,\nb.m4s")
        #expect(both.findings == ["S28 4:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        #expect(try both.media.segments.map(\.initializationSection) == [nil, nil])
    }

    /// A frame that begins a little into its resource may follow the init section directly, as §4.4.4.5 has it.
    @Test func `case 108: an I-frame playlist without EXT-X-MAP has its init section before the first frame`() throws {
        func frames(_ offset: Int) -> BothReadings {
            media("#EXT-X-I-FRAMES-ONLY\n#EXTINF:1,\n#EXT-X-BYTERANGE:500@\(offset)\na.ts", version: 4)
        }
        #expect(frames(376).findings.isEmpty)
        #expect(try frames(376).media.segments[0].byteRange?.offset == 376)
        #expect(frames(0).findings == ["M21 5:1"], "there is no room for an init section")
        #expect(frames(1_000_000).findings == ["M22 5:1"], "no init section is that long")
    }

    @Test func `case 109: EXT-X-MAP needs version 5 in an I-frame playlist, elsewhere 6`() {
        let map = "#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\na.mp4"
        #expect(media("#EXT-X-I-FRAMES-ONLY\n\(map)", version: 4).findings == ["V09 6:1"])
        #expect(media("#EXT-X-I-FRAMES-ONLY\n\(map)", version: 5).findings.isEmpty)
        #expect(media(map, version: 5).rules == ["V10"])
        #expect(media(map, version: 6).findings.isEmpty)
    }

    @Test func `case 110: a date above EXT-X-MAP is of the next segment`() throws {
        let both = media(
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:1,\na.mp4", version: 6)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].programDateTime == DateTime("2026-01-01T00:00:00.000Z"))
    }
}
