import HLS
import Testing

/// §4.1 of the draft: the bytes, and how they make lines.
struct Section01BytesAndLinesTests {
    private let plain = "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts\n#EXT-X-ENDLIST\n"

    @Test func `case 1: a byte-order mark is refused, and stripped by a player`() throws {
        let both = BothReadings([0xEF, 0xBB, 0xBF] + Array(plain.utf8))
        #expect(both.findings == ["G03 1:1!"])
        #expect(both.lenient.findings.map(\.rule.id) == ["G03"])
        #expect(try both.media.segments.map(\.uri) == ["a.ts"])
    }

    @Test(arguments: [true, false])
    func `case 2: UTF-16 is refused by its name`(isLittleEndian: Bool) {
        let units = [0xFEFF] + Array(plain.utf16)
        let bytes = units.flatMap {
            isLittleEndian ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)]
        }
        let both = BothReadings(bytes)
        #expect(both.findings == ["G03 1:1!", "G02 1:1"])
        #expect(both.areRefused(for: "G03"))
        #expect(both.strict.refusal?.message.contains(isLittleEndian ? "UTF-16LE" : "UTF-16BE") == true)
    }

    /// A lone continuation byte, an overlong zero and a surrogate. The model is of text, so what a player gets has
    /// U+FFFD there; the draft asks for no more.
    @Test(arguments: [[0x80], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]])
    func `case 3: bytes that are no UTF-8 are refused, and replaced for a player`(bad: [UInt8]) throws {
        let bytes = plain.utf8.map { [$0] }.flatMap { $0 == [UInt8(ascii: ",")] ? $0 + bad : $0 }
        let both = BothReadings(bytes)
        #expect(both.findings == ["G02 3:12!"])
        #expect(both.lenient.findings.map(\.rule.id) == ["G02"])
        let segment = try #require(try both.media.segments.first)
        #expect(segment.uri == "a.ts" && segment.duration == 10)
        #expect(segment.title.unicodeScalars.allSatisfy { $0 == "\u{FFFD}" } && !segment.title.isEmpty)
    }

    @Test func `case 4: a carriage return before each line feed is part of the line end`() throws {
        let both = BothReadings(Array(plain.utf8).flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] })
        #expect(both.findings.isEmpty)
        #expect(try both.media == BothReadings(plain).media)
    }

    @Test func `case 5: line ends of both kinds may be mixed`() throws {
        let both = BothReadings(
            "#EXTM3U\r\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,t\r\na.ts\r\n#EXTINF:9,u\nb.ts\n#EXT-X-ENDLIST")
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.uri) == ["a.ts", "b.ts"])
        #expect(try both.media.segments.map(\.title) == ["t", "u"])
    }

    @Test func `case 6: a carriage return alone ends no line`() throws {
        let inside = media("#EXTINF:10,\r#EXT-X-GAP\na.ts")
        #expect(inside.findings == ["G06 4:12!", "G04 4:12"])
        #expect(try inside.media.segments[0].title == "\r#EXT-X-GAP" && inside.media.segments[0].isGap == false)
        let everywhere = BothReadings(Array(plain.utf8).map { $0 == 0x0A ? 0x0D : $0 })
        #expect(everywhere.lenient.refusal?.rule.id == "G08")
        #expect(everywhere.rules == ["G06", "G04", "G08"] || everywhere.rules == ["G08", "G06", "G04"])
    }

    @Test func `case 7: the last line counts without a line end`() throws {
        let uri = media("#EXTINF:10,\na.ts", end: "#EXTINF:10,\nb.ts")
        #expect(uri.findings.isEmpty)
        #expect(try uri.media.segments.map(\.uri) == ["a.ts", "b.ts"])
        let end = media("#EXTINF:10,\na.ts", end: "#EXT-X-ENDLIST")
        #expect(end.findings.isEmpty)
        #expect(try end.media.isEnded)
        let frames = "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1000,CODECS=\"avc1.64000d\",URI=\"i.m3u8\""
        let iFrames = multivariant("\(variant())\n\(frames)")
        #expect(iFrames.findings.isEmpty)
        #expect(try iFrames.multivariant.iFrameVariants.map(\.uri) == ["i.m3u8"])
    }

    @Test func `case 8: no text is no playlist`() {
        let both = BothReadings("")
        #expect(both.findings == ["G08 1:1!"])
        #expect(both.areRefused(for: "G08"))
    }

    @Test func `case 9: the first line alone is an empty multivariant playlist`() throws {
        let both = BothReadings("#EXTM3U")
        #expect(both.findings == ["G10 1:1"])
        #expect(both.strict.findings[0].rule.level == .should)
        #expect(try both.multivariant == MultivariantPlaylist())
    }

    @Test func `case 10: an empty line is nothing, a line of blanks is a finding and nothing`() throws {
        let both = media("#EXTINF:10,\n\n \t\n\na.ts")
        #expect(both.findings == ["G07 6:1", "G04 6:2"])
        #expect(try both.media.segments.map(\.uri) == ["a.ts"])
        #expect(try both.media.segments[0].duration == 10)
    }

    @Test func `case 11: blanks around #EXTM3U are refused, and passed over by a player`() throws {
        let both = BothReadings(" " + plain.replacing("#EXTM3U\n", with: "#EXTM3U \n"))
        #expect(both.findings == ["G07 1:1", "G08 1:1!"])
        #expect(try both.media.segments.map(\.uri) == ["a.ts"])
    }

    @Test func `case 12: blanks around a URI are findings, and no part of it`() throws {
        let both = media("#EXTINF:10,\n https://h/2.ts\n#EXTINF:10,\nh/1.ts \n#EXTINF:10,\n\th/3.ts")
        #expect(both.findings == ["G07 5:1", "G07 7:7", "G07 9:1", "G04 9:1"])
        #expect(try both.media.segments.map(\.uri) == ["https://h/2.ts", "h/1.ts", "h/3.ts"])
    }

    @Test func `case 13: a blank inside a URI stays, and is escaped in a request`() throws {
        let both = media("#EXTINF:10,\nmy file 1.ts")
        #expect(both.findings == ["G22 5:1"])
        let uri = try both.media.segments[0].uri
        #expect(uri == "my file 1.ts")
        #expect(URIReference(uri).encodedForRequest.description == "my%20file%201.ts")
    }

    @Test func `case 14: a space that is not ASCII is content of a URI`() throws {
        let both = media("#EXTINF:10,\n\u{3000}a\u{3000}b.ts\u{3000}")
        #expect(both.findings == ["G22 5:1"])
        let uri = try both.media.segments[0].uri
        #expect(uri == "\u{3000}a\u{3000}b.ts\u{3000}")
        #expect(URIReference(uri).encodedForRequest.description == "%E3%80%80a%E3%80%80b.ts%E3%80%80")
    }

    @Test func `case 15: a URI may be one character`() throws {
        let both = media("#EXTINF:10,\na")
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.uri) == ["a"])
    }

    @Test(arguments: ["\u{0C}", "\0", "\u{1B}", "\u{7F}", "\u{85}"])
    func `case 16: a control character in a value is a finding, and stays`(control: String) throws {
        let both = multivariant("#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"a\(control)b\"\n\(variant())")
        #expect(both.rules == ["G04"] && both.strict.findings[0].position.line == 3)
        #expect(try both.multivariant.renditions[0].name == "a\(control)b")
    }

    @Test func `case 17: what is no playlist at all is refused in bounded time and memory`() {
        let picture: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + [UInt8](repeating: 0xA7, count: 4096)
        let movie = [0, 0, 0, 0x18] + Array("ftypmp42".utf8) + [UInt8](repeating: 0, count: 4096)
        for bytes in [picture, movie, [UInt8](repeating: 0x41, count: 4 << 20)] {
            let both = BothReadings(bytes)
            #expect(both.rules.contains("G08") && both.strict.refusal != nil && both.lenient.refusal?.rule.id == "G08")
        }
        let many = (0..<1_000_000).map { "A\($0)=1" }.joined(separator: ",")
        let attributes = Playlist.parse("#EXTM3U\n#EXT-X-STREAM-INF:\(many)\na.m3u8")
        #expect(attributes.findings.count < 2000 && attributes.findings.contains { $0.rule.id == "G99" })
    }

    @Test func `case 18: text that is not composed is a finding, and stays as it is`() throws {
        let both = media("#EXTINF:10,\ne\u{301}.ts")
        #expect(both.findings == ["G05 5:1", "G22 5:1"])
        #expect(try Array(both.media.segments[0].uri.unicodeScalars) == ["e", "\u{301}", ".", "t", "s"])
        let groups = multivariant(
            "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"e\u{301}\",NAME=\"n\"\n\(variant("VIDEO=\"\u{E9}\""))")
        #expect(groups.findings == ["G05 3:1", "P22 4:1"], "compared byte for byte")
    }
}
