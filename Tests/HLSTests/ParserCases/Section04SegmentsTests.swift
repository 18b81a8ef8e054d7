import HLS
import Testing

/// §4.4.4.1: a title is text, and so is a comment; §4.1 forbids blanks elsewhere.
struct BlanksInTextTests {
    @Test(arguments: [
        "#EXTINF:4,desc ", "#EXTINF:4,desc \r", "#EXTINF:4, ", "# comment \n#EXTINF:4,", "# \n#EXTINF:4,",
    ])
    func `a blank at the end of a title or a comment is text`(lines: String) throws {
        #expect(media("\(lines)\na.ts").findings.isEmpty)
    }

    @Test(arguments: [" #EXTINF:4,desc", " # comment\n#EXTINF:4,", "#EXT-X-GAP \n#EXTINF:4,", "#EXTINF:4 "])
    func `a blank elsewhere is none`(lines: String) {
        #expect(media("\(lines)\na.ts").rules.first == "G07")
    }
}

/// §4.4.3 and §4.4.4: durations, segments, and what is said of a media playlist as a whole.
struct Section04SegmentsTests {
    @Test func `case 62: a duration without a comma is an error, and the duration`() throws {
        let both = media("#EXTINF:10\na.ts")
        #expect(both.findings == ["S02 4:11"])
        #expect(try both.media.segments.map(\.duration) == [10])
    }

    @Test func `case 63: the title is all that follows the first comma`() throws {
        let title = "Title, with \"commas\", and = signs"
        let both = media("#EXTINF:10,\(title)\na.ts")
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].title == title)
    }

    @Test(arguments: [(".360", "0.36"), ("5.", "5")])
    func `case 64: a point with digits on one side only is a finding, and a number`(text: String, value: String) throws
    {
        let both = media("#EXTINF:\(text),\na.ts", version: 3)
        #expect(both.findings.filter { !$0.hasPrefix("V18") } == ["S03 4:9"])
        #expect(try both.media.segments[0].duration == ExactDecimal(value))
    }

    @Test func `case 65: a blank before the duration is a finding`() throws {
        let both = media("#EXTINF: 4.000,\na.ts", version: 3)
        #expect(both.findings == ["G07 4:9"])
        #expect(try both.media.segments[0].duration == 4)
    }

    @Test func `case 66: a duration of -1 is an error, and no duration`() throws {
        let both = media("#EXTINF:-1,Station\na.ts\n#EXTINF:4,\nb.ts")
        #expect(both.findings == ["S03 4:9"])
        let playlist = try both.media
        #expect(playlist.segments.map(\.duration) == [nil, 4] && playlist.segments[0].title == "Station")
        #expect(playlist.duration == .seconds(4))
    }

    @Test func `case 67: a duration of 0 is a duration`() throws {
        let both = media("#EXTINF:0,\na.ts\n#EXTINF:4,\nb.ts")
        #expect(both.findings == ["S27 4:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        let playlist = try both.media
        #expect(playlist.segments.map(\.duration) == [0, 4] && playlist.duration == .seconds(4))
        #expect(playlist.programDateTimes == [nil, nil])
    }

    @Test(arguments: [";asljasdfii11)))00,", "abc,", ",t"])
    func `case 68: a segment whose duration is no number is kept without one`(text: String) throws {
        let both = media("#EXTINF:\(text)\na.ts")
        #expect(both.findings == ["S02 4:9"])
        #expect(try both.media.segments.map(\.uri) == ["a.ts"])
        #expect(try both.media.segments[0].duration == nil)
    }

    @Test func `case 69: an exponent or a unit is an error, and text after the comma a title`() throws {
        #expect(media("#EXTINF:1e1,\na.ts").findings == ["S03 4:10"])
        #expect(media("#EXTINF:10s,\na.ts").findings == ["S03 4:11"])
        #expect(try media("#EXTINF:1e1,\na.ts").media.segments[0].duration == nil)
        let both = media("#EXTINF:5.99467,pid=180\na.ts", version: 3)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].title == "pid=180")
    }

    @Test func `case 70: words between duration and comma are an error, and the duration is what is before them`()
        throws
    {
        let both = media("#EXTINF:9.97667 tvg-id=\"x\",Name\na.ts", version: 3)
        #expect(both.findings == ["S02 4:16"])
        let segment = try both.media.segments[0]
        #expect(segment.duration == ExactDecimal("9.97667") && segment.title == "Name")
    }

    @Test(arguments: [nil, 1, 2] as [Int?])
    func `case 71: a duration with a point needs version 3`(version: Int?) throws {
        for text in ["9.5", "10.0"] {
            let both = media("#EXTINF:\(text),\na.ts", version: version)
            #expect(both.strict.findings.filter { $0.rule.id == "V04" }.map(\.position.line) == [4])
            #expect(try both.media.segments[0].duration == ExactDecimal(text))
        }
        #expect(media("#EXTINF:10.0,\na.ts", version: 3).findings.isEmpty)
    }

    @Test func `case 72: a URI without EXTINF has no duration, not even the last one`() throws {
        let both = media("#EXTINF:10,t\na.ts\nb.ts")
        #expect(both.findings == ["S01 6:1"])
        #expect(try both.media.segments.map(\.duration) == [10, nil])
        #expect(try both.media.segments.map(\.title) == ["t", ""])
    }

    @Test func `case 73: of two EXTINF before one URI the last counts`() throws {
        let both = media("#EXTINF:10,t\n#EXTINF:9,u\na.ts")
        #expect(both.findings == ["S01 5:1"])
        #expect(try both.media.segments.map(\.duration) == [9] && both.media.segments.map(\.title) == ["u"])
    }

    @Test func `case 74: EXTINF without a URI is no segment`() throws {
        for end in ["#EXT-X-ENDLIST", ""] {
            let both = media("#EXTINF:10,\na.ts\n#EXTINF:10,", end: end)
            #expect(both.findings == ["S21 6:1"])
            #expect(both.strict.findings[0].rule.level == .info)
            #expect(try both.media.segments.count == 1)
        }
    }

    @Test func `case 75: tags between EXTINF and its URI are of that segment`() throws {
        let both = media(
            """
            #EXTINF:10,
            a.ts
            #EXTINF:10,
            #EXT-X-KEY:METHOD=AES-128,URI="k",IV=0x00000000000000000000000000000001
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
            #EXT-X-BYTERANGE:5@7
            #EXT-X-DISCONTINUITY
            b.ts
            """, version: 4)
        #expect(both.findings.isEmpty)
        let segments = try both.media.segments
        #expect(segments.map(\.keys.count) == [0, 1] && segments.map(\.discontinuities) == [0, 1])
        #expect(segments[1].programDateTime == DateTime("2026-01-01T00:00:00.000Z"))
        #expect(segments[1].byteRange == ByteSubrange(length: 5, offset: 7))
    }

    /// From version 6 on; that up to 5 the duration is not rounded is in a note of §8, so it is only worth knowing.
    /// EXT-X-MAP makes 6 a version that is needed, and the I-frame playlist 5 one.
    @Test(arguments: [
        ("2.002", "2", 6, []), ("10.5", "10", 6, []), ("10.51", "10", 6, ["M03"]), ("11.0", "10", 6, ["M03"]),
        ("10.4", "10", 6, []), ("10.4", "10", 5, ["V20"]), ("11.0", "10", 5, ["M03"]), ("10.0", "10", 5, []),
    ])
    func `case 76: a duration may exceed the target by what rounding takes off`(
        duration: String, target: String, version: Int, rules: [String]
    ) {
        let kind = version == 5 ? "#EXT-X-I-FRAMES-ONLY\n" : ""
        let both = media("\(kind)#EXT-X-MAP:URI=\"i\"\n#EXTINF:\(duration),\na.mp4", version: version, target: target)
        #expect(both.rules == rules)
        #expect(both.strict.findings.allSatisfy { $0.rule.level == (rules == ["V20"] ? .info : .must) })
    }

    @Test func `case 77: durations add up exactly`() throws {
        let one = "#EXTINF:9.97667,\na.ts\n"
        let first = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n"
        let both = media(first + String(repeating: one, count: 1000), version: 3)
        #expect(both.findings.isEmpty)
        let playlist = try both.media
        #expect(playlist.duration == .milliseconds(9_976_670))
        #expect(playlist.programDateTimes[999]?.description == "2026-01-01T02:46:06.693Z")
        // Rounded to whole seconds the same would drift, which can be seen when they differ.
        let rounded = media("#EXT-X-MAP:URI=\"i\"\n#EXTINF:10,\na\n#EXTINF:9,\na\n#EXTINF:4,\na", version: 6)
        #expect(rounded.findings == ["S04 7:1"])
    }

    @Test(
        arguments: [
            ("2.5", 2), ("0.5", 1), ("0", 0), ("-1", nil), ("NaN", nil), ("", nil),
        ] as [(String, UInt64?)])
    func `case 78: a target duration is a whole number from 1`(text: String, value: UInt64?) throws {
        let both = media("#EXTINF:1,\na.ts", target: text)
        #expect(both.rules.first == "M02" && both.strict.findings[0].position.line == 3)
        #expect(both.rules.filter { $0 != "M03" && $0 != "M04" } == ["M02"])
        #expect(try both.media.targetDuration == value)
    }

    @Test func `case 78: a target duration stands anywhere, once`() throws {
        #expect(BothReadings("#EXTM3U\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST").findings == ["M01 1:1"])
        let last = BothReadings("#EXTM3U\n#EXTINF:1,\na.ts\n#EXT-X-ENDLIST\n#EXT-X-TARGETDURATION:1")
        #expect(last.findings.isEmpty)
        #expect(try last.media.targetDuration == 1)
    }

    @Test(arguments: [2_858_726_044, 15_385_550_390_000, 20_220_118_074_255, 1 << 63] as [UInt64])
    func `case 79: a media sequence number has 64 bits`(number: UInt64) throws {
        let both = media("#EXT-X-MEDIA-SEQUENCE:\(number)\n#EXTINF:1,\na.ts\n#EXTINF:1,\nb.ts")
        #expect(both.findings.isEmpty)
        #expect(try both.media.mediaSequenceNumber(at: 1) == number + 1)
    }

    @Test func `case 80: a media sequence number that is missing is 0, and none is below`() throws {
        #expect(try media("#EXTINF:1,\na.ts").media.mediaSequenceNumber(at: 0) == 0)
        for bad in ["-11", "foo", ""] {
            let both = media("#EXT-X-MEDIA-SEQUENCE:\(bad)\n#EXTINF:1,\na.ts")
            #expect(both.findings == [bad.isEmpty ? "M07 4:1" : "M07 4:23"])
            #expect(try both.media.mediaSequenceNumber(at: 0) == 0)
        }
        let twice = media("#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-MEDIA-SEQUENCE:2\n#EXTINF:1,\na.ts")
        #expect(twice.findings == ["M05 5:1"])
        #expect(try twice.media.mediaSequence == 1)
    }

    @Test func `case 81: the media sequence stands before the first segment and part`() throws {
        let segment = media("#EXTINF:1,\na.ts\n#EXT-X-MEDIA-SEQUENCE:5")
        #expect(segment.findings == ["M07 6:1"])
        #expect(try segment.media.mediaSequenceNumber(at: 0) == 5)
        let control = "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1"
        let part = media("\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXT-X-MEDIA-SEQUENCE:5\n#EXTINF:1,\na.ts")
        #expect(part.findings == ["M07 7:1"])
        let skip = media("#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-MEDIA-SEQUENCE:5\n#EXTINF:1,\na.ts", version: 9)
        #expect(skip.findings.isEmpty)
        #expect(try skip.media.mediaSequenceNumber(at: 0) == 7)
    }

    @Test func `case 82: the discontinuity sequence stands before segments and discontinuities, and is of them all`()
        throws
    {
        let segment = media("#EXTINF:1,\na.ts\n#EXT-X-DISCONTINUITY-SEQUENCE:5")
        #expect(segment.findings == ["M08 6:1"])
        #expect(try segment.media.discontinuitySequenceNumbers == [5])
        let discontinuity = media("#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY-SEQUENCE:5\n#EXTINF:1,\na.ts")
        #expect(discontinuity.findings == ["M09 5:1"])
        #expect(try discontinuity.media.discontinuitySequenceNumbers == [6])
    }

    @Test func `case 83: a blank after a number is a finding, and the number`() throws {
        let both = media("#EXT-X-DISCONTINUITY-SEQUENCE:491 \n#EXTINF:1,\na.ts")
        #expect(both.findings == ["G07 4:34"])
        #expect(try both.media.discontinuitySequence == 491)
    }

    @Test func `case 84: every discontinuity counts, before the first segment too and twice before one`() throws {
        let both = media(
            "#EXT-X-DISCONTINUITY\n#EXTINF:1,\na.ts\n#EXTINF:1,\nb.ts\n#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY\n#EXTINF:1,\nc.ts"
        )
        #expect(both.findings == ["S24 10:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        #expect(try both.media.discontinuitySequenceNumbers == [1, 1, 3])
    }

    /// That no number changes between loads is rule U05, which takes two of them.
    @Test func `case 85: a discontinuity that scrolls out changes the numbers unless the playlist says how many did`()
        throws
    {
        let before = try media("#EXT-X-DISCONTINUITY\n#EXTINF:1,\na.ts\n#EXTINF:1,\nb.ts", end: "").media
        let silent = try media("#EXT-X-MEDIA-SEQUENCE:1\n#EXTINF:1,\nb.ts", end: "").media
        let sound = try media("#EXT-X-MEDIA-SEQUENCE:1\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n#EXTINF:1,\nb.ts", end: "")
            .media
        #expect(before.mediaSequenceNumber(at: 1) == silent.mediaSequenceNumber(at: 0))
        #expect(before.discontinuitySequenceNumbers[1] == 1)
        #expect(silent.discontinuitySequenceNumbers == [0] && sound.discontinuitySequenceNumbers == [1])
        #expect(Rule.named("U05")?.needs == [.reloads])
    }

    @Test(arguments: [
        "#EXT-X-ENDLIST\n#EXTINF:1,\na.ts\n#EXTINF:1,\nb.ts", "#EXTINF:1,\na.ts\n#EXT-X-ENDLIST\n#EXTINF:1,\nb.ts",
    ])
    func `case 86: segments after EXT-X-ENDLIST count`(body: String) throws {
        let both = media(body, end: "")
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.uri) == ["a.ts", "b.ts"] && both.media.isEnded)
    }

    @Test(arguments: [("FOO", "M10 4:22"), ("", "M10 4:1"), ("vod", "M10 4:22")])
    func `case 87: a playlist type that is not known is none`(text: String, finding: String) throws {
        let both = media("#EXT-X-PLAYLIST-TYPE:\(text)\n#EXTINF:1,\na.ts")
        #expect(both.findings == [finding])
        #expect(try both.media.playlistType == nil)
    }

    @Test func `case 88: a playlist of type VOD is complete, one of type EVENT may be`() throws {
        #expect(media("#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:1,\na.ts", end: "").findings == ["M11 4:1"])
        #expect(media("#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:1,\na.ts").findings.isEmpty)
        #expect(media("#EXT-X-PLAYLIST-TYPE:EVENT\n#EXTINF:1,\na.ts", end: "").findings.isEmpty)
    }

    @Test(arguments: ["#EXT-X-ENDLIST", ""])
    func `case 89: a media playlist without segments is worth knowing, and no error`(end: String) throws {
        let both = media("", end: end)
        #expect(both.findings == ["M24 3:1"])
        #expect(both.strict.findings[0].rule.level == .info)
        #expect(try both.media.segments.isEmpty && both.media.duration == .zero)
    }

    @Test func `case 90: one URI may be of many segments`() throws {
        let both = media(String(repeating: "#EXTINF:1,\nloop.ts\n", count: 5))
        #expect(both.findings.isEmpty)
        let playlist = try both.media
        #expect(playlist.segments.indices.map(playlist.mediaSequenceNumber) == [0, 1, 2, 3, 4])
    }

    @Test func `case 91: a hundred thousand segments are read`() throws {
        let lines = (0..<100_000).map { "#EXTINF:10,\nsegments/\($0).ts" }.joined(separator: "\n")
        let reading = Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:10\n\(lines)\n#EXT-X-ENDLIST")
        #expect(reading.findings.isEmpty && reading.refusal == nil)
        let playlist = try #require(reading.playlist.media)
        #expect(playlist.segments.count == 100_000 && playlist.segments.last?.uri == "segments/99999.ts")
        #expect(playlist.duration == .seconds(1_000_000))
    }
}
