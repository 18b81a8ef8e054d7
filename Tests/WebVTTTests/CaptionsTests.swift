import Testing
import WebVTT

private func webVTT(_ text: String) throws -> Captions { try Captions(webVTT: Array(text.utf8)) }
private func subRip(_ text: String) throws -> Captions { try Captions(subRip: Array(text.utf8)) }

struct WebVTTReadingTests {
    @Test func `a cue has an identifier, times, settings and text`() throws {
        let captions = try webVTT(
            """
            \u{FEFF}WEBVTT - a title
            Kind: captions

            NOTE
            not shown

            STYLE
            ::cue { color: red }

            1
            00:01.500 --> 00:00:03.000  align:start line:0
            <v Ann>Hello
            there

            100:00:00.000-->100:00:01.000
            late

            """)
        #expect(captions.headerBlocks == ["STYLE\n::cue { color: red }"])
        #expect(
            captions.cues == [
                Cue(
                    identifier: "1", start: 1500, end: 3000, settings: "align:start line:0",
                    lines: ["<v Ann>Hello", "there"]),
                Cue(start: 360_000_000, end: 360_001_000, lines: ["late"]),
            ])
        #expect(captions.losses.isEmpty)
    }

    @Test func `hours of one digit are read`() throws {
        let captions = try webVTT("WEBVTT\n\n1:00:00.000 --> 1:00:01.000\na\n")
        #expect(captions.cues == [Cue(start: 3_600_000, end: 3_601_000, lines: ["a"])])
    }

    @Test(arguments: ["\n", "\r", "\r\n"])
    func `CR, LF and both end a line`(_ end: String) throws {
        let text = ["WEBVTT", "", "00:00.000 --> 00:01.000", "a", "b", "", "00:02.000 --> 00:03.000", "c"]
        let captions = try webVTT(text.joined(separator: end))
        #expect(captions.cues.map(\.lines) == [["a", "b"], ["c"]])
    }

    @Test(arguments: [
        "00:00.00 --> 00:01.000", "0:00.000 --> 00:01.000", "00:60.000 --> 02:00.000", "00:00:00,000 --> 00:00:01,000",
        "00:01.000 --> 00:01.000", "00:02.000 --> 00:01.000", "00:00.000 -->", "--> 00:01.000",
        "999999:00:00.000 --> 999999:00:01.000", "00:00.0000 --> 00:01.000",
    ])
    func `a cue whose times are not right is left out and told`(_ timings: String) throws {
        let captions = try webVTT("WEBVTT\n\n\(timings)\nlost\n\n00:05.000 --> 00:06.000\nkept\n")
        #expect(captions.cues.map(\.lines) == [["kept"]])
        #expect(captions.losses.map(\.line) == [3])
    }

    @Test func `a second timings line begins a cue, also without an empty line before it`() throws {
        let captions = try webVTT("WEBVTT\n00:00.000 --> 00:01.000\na\n00:01.000 --> 00:02.000\nb")
        #expect(captions.cues.map(\.lines) == [["a"], ["b"]])
    }

    @Test(arguments: ["", "WEBVTT1\n\n", "webvtt\n\n00:00.000 --> 00:01.000\na", "\n\nWEBVTT\n"])
    func `without the signature it is another file`(_ text: String) {
        #expect(throws: CaptionsError.noSignature) { try webVTT(text) }
    }

    @Test func `no caption, and bytes that are no text, are said`() {
        #expect(throws: CaptionsError.noCues) { try webVTT("WEBVTT\n\nNOTE nothing\n") }
        #expect(throws: CaptionsError.notUTF8(8)) {
            try Captions(webVTT: Array("WEBVTT\n\n".utf8) + [0xE4, 0x0A])
        }
        #expect(throws: CaptionsError.notUTF8(11)) {
            try Captions(webVTT: [0xEF, 0xBB, 0xBF] + Array("WEBVTT\n\n".utf8) + [0xE4, 0x0A])
        }
        #expect(throws: CaptionsError.notUTF8(9)) {
            try Captions(webVTT: Array("WEBVTT\n\na".utf8) + [0xC3])
        }
    }
}

struct SubRipReadingTests {
    @Test func `times have a comma, and markup is that of WebVTT`() throws {
        let captions = try subRip(
            """
            1
            00:00:01,000 --> 00:00:02,500
            <i>One</i> & <FONT color="red">two</FONT> <3 &amp; a>b

            2
            0:00:03.5 --> 00:00:04,050
            {\\an8}{\\pos(1,2)}above
            """)
        #expect(
            captions.cues == [
                Cue(start: 1000, end: 2500, lines: ["<i>One</i> &amp; two &lt;3 &amp; a&gt;b"]),
                Cue(start: 3500, end: 4050, settings: "line:0", lines: ["above"]),
            ])
    }

    @Test func `an empty line inside a caption loses nothing, and is none in WebVTT`() throws {
        let captions = try subRip(
            "1\r\n00:00:01,000 --> 00:00:02,000\r\none\r\n\r\ntwo\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n3\r\n")
        #expect(captions.cues.map(\.lines) == [["one", "two"], ["3"]])
    }

    @Test(arguments: ["<", "{\\", "<b", "{\\an8"])
    func `what begins and never ends is text`(start: String) throws {
        let line = String(repeating: start, count: 100_000)
        let captions = try subRip("1\n00:00:01,000 --> 00:00:02,000\n\(line)")
        #expect(captions.cues.map(\.lines) == [[line.replacing("<", with: "&lt;")]])
        #expect(captions.cues.map(\.settings) == [""])
    }

    @Test func `coordinates after the times are no settings of WebVTT`() throws {
        let captions = try subRip("1\n00:00:01,000 --> 00:00:02,000 X1:10 X2:20 Y1:5 Y2:6\na")
        #expect(captions.cues == [Cue(start: 1000, end: 2000, lines: ["a"])])
    }

    @Test(arguments: [[0xFF, 0xFE], [0xFE, 0xFF]] as [[UInt8]])
    func `UTF-16 with a byte order mark is read`(_ mark: [UInt8]) throws {
        let units = "1\n00:00:01,000 --> 00:00:02,000\nÄ😀\n".utf16
        let bytes = units.flatMap { unit -> [UInt8] in
            let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
            return mark[0] == 0xFE ? pair : pair.reversed()
        }
        #expect(try Captions(subRip: mark + bytes).cues.map(\.lines) == [["Ä😀"]])
    }

    @Test func `no number of bytes traps`() throws {
        let text = Array("1\n00:00:01,000 --> 00:00:02,000\n<i>a{\\an8} & b</i>\n\n".utf8)
        for length in text.indices { _ = try? Captions(subRip: Array(text.prefix(length))) }
        for length in text.indices { _ = try? Captions(webVTT: Array("WEBVTT\n\n".utf8) + text.prefix(length)) }
    }
}

struct WebVTTSegmentTests {
    private let captions = Captions(
        headerBlocks: ["STYLE\n::cue {}"],
        cues: [
            Cue(start: 1500, end: 2500, lines: ["over"]), Cue(start: 0, end: 1000, lines: ["first"]),
            Cue(start: 3900, end: 9000, lines: ["long"]), Cue(start: 4500, end: 5000, lines: ["after"]),
        ])

    @Test func `a cue over a boundary is in both segments, and nothing is after the end`() {
        // 2 s, 4 s, 4.5 s.
        let segments = captions.segments(boundaries: [0, 60_000, 120_000, 135_000], scale: 30_000)
        #expect(segments.map { $0.cues.map(\.lines[0]) } == [["first", "over"], ["over", "long"], ["long"]])
        #expect(segments[2].cues[0].end == 4500)
        #expect(segments.allSatisfy { $0.headerBlocks == captions.headerBlocks })
    }

    @Test func `a boundary between milliseconds counts exactly`() {
        // The boundary is at 2002 and two thirds ms: a cue that ends at 2003 is in the second segment, at 2002 is not.
        let ends = Captions(cues: [Cue(start: 0, end: 2002, lines: ["a"]), Cue(start: 0, end: 2003, lines: ["b"])])
        let segments = ends.segments(boundaries: [0, 6008, 9000], scale: 3000)
        #expect(segments.map { $0.cues.map(\.lines[0]) } == [["a", "b"], ["b"]])
    }

    @Test func `a segment is a WebVTT file that maps its times`() {
        let segment = WebVTTSegment(
            headerBlocks: [],
            cues: [Cue(identifier: "7", start: 3_600_000, end: 3_661_001, settings: "line:0", lines: ["a", "b"])])
        #expect(
            String(decoding: segment.bytes, as: UTF8.self) == """
                WEBVTT
                X-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0

                7
                01:00:00.000 --> 01:01:01.001 line:0
                a
                b


                """)
        #expect(
            WebVTTSegment(headerBlocks: [], cues: []).bytes
                == Array("WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:0\n\n".utf8))
    }
}
