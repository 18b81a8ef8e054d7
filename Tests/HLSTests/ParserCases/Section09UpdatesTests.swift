import HLS
import Testing

/// §4.4.5.2, §6.2.5, §6.3.7 and the low-latency tags: delta updates, parts, hints and reports.
struct Section09UpdatesTests {
    private let control = "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1"
    private let hint = "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"q\""

    /// A version of one stream: the segments from `first` on, of which the first `skipped` are left out. What changes on
    /// the way stands where it changes and, for a playlist that lists it, at the first segment.
    private func version(first: Int, count: Int, skipped: Int = 0, tail: String = "") -> MediaPlaylist? {
        let iv = "IV=0x00000000000000000000000000000001"
        let changes: [Int: String] = [
            2: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k2\",\(iv)\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"f2\",KEYFORMAT=\"f\"",
            4: "#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI=\"m4\"\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z",
            6: "#EXT-X-BITRATE:700", 9: "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k9\",\(iv)",
            11: "#EXT-X-MAP:URI=\"m11\"", 12: "#EXT-X-KEY:METHOD=NONE",
        ]
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:9", "#EXT-X-TARGETDURATION:10", "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=60",
            "#EXT-X-MEDIA-SEQUENCE:\(first)", "#EXT-X-DISCONTINUITY-SEQUENCE:\(first > 4 ? 1 : 0)",
        ]
        if skipped > 0 { lines.append("#EXT-X-SKIP:SKIPPED-SEGMENTS=\(skipped)") }
        for number in (first + skipped)..<(first + count) {
            if number == first { lines += ["#EXT-X-MAP:URI=\"m0\""] + (number > 2 ? [changes[2]!] : []) }
            if let change = changes[number] { lines.append(change) }
            lines += ["#EXTINF:10,", "s\(number).mp4"]
        }
        let reading = Playlist.parse((lines + [tail]).joined(separator: "\n"))
        #expect(reading.refusal == nil)
        return reading.playlist.media
    }

    @Test func `case 162: the first listed segment follows the skipped ones`() throws {
        let both = media(
            "#EXT-X-MEDIA-SEQUENCE:20\n#EXT-X-SKIP:SKIPPED-SEGMENTS=10\n#EXTINF:1,\na.ts", version: 9, end: "")
        #expect(both.findings.isEmpty)
        #expect(try both.media.mediaSequenceNumber(at: 0) == 30)
        let (before, after) = (try #require(version(first: 0, count: 8)), try #require(version(first: 1, count: 9)))
        let update = try #require(version(first: 1, count: 9, skipped: 4))
        #expect(update.segments.count == 5)
        #expect(try before.merging(update: update) == after)
        #expect(try before.merging(update: after) == after, "a complete one stays as it is")
    }

    @Test func `case 163: an update of what is not at hand asks for the complete playlist`() throws {
        let before = try #require(version(first: 0, count: 8))
        func failure(_ update: MediaPlaylist?, of base: MediaPlaylist? = nil) -> DeltaUpdateError? {
            do {
                _ = try (base ?? before).merging(update: #require(update))
                return nil
            } catch { return error as? DeltaUpdateError }
        }
        #expect(failure(version(first: 9, count: 9, skipped: 4)) == .skippedSegmentIsUnknown(9))
        #expect(failure(version(first: 6, count: 9, skipped: 4)) == .skippedSegmentIsUnknown(8))
        let later = try #require(version(first: 3, count: 8))
        #expect(
            failure(version(first: 1, count: 9, skipped: 4), of: later) == .sequenceWentDown(previous: 3, update: 1))
        let first = try #require(version(first: 0, count: 8, skipped: 3))
        #expect(failure(version(first: 1, count: 9, skipped: 4), of: first) == .previousIsIncomplete)
        var other = try #require(version(first: 1, count: 9, skipped: 4))
        other.targetDuration = 9
        #expect(failure(other) == .tagChanged(.targetDuration))
        other = try #require(version(first: 1, count: 9, skipped: 4))
        other.segments[0].uri = "other.mp4"
        #expect(failure(other) == .segmentChanged(5))
        other = try #require(version(first: 1, count: 9, skipped: 4))
        other.discontinuitySequence = 5
        #expect(failure(other) == .discontinuitySequenceChanged(segment: 1))
        other = try #require(version(first: 1, count: 9, skipped: 4))
        other.skip = Skip(skippedSegments: .max)
        #expect(failure(other) == .skippedSegmentIsUnknown(8))
    }

    /// Nothing in §4.4.5.2 bars a segment above EXT-X-SKIP; every listed one counts as following the skipped ones.
    @Test func `case 164: EXT-X-SKIP stands once, and says how many`() throws {
        let below = media("#EXTINF:1,\na.ts\n#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXTINF:1,\nb.ts", version: 9, end: "")
        #expect(below.findings.isEmpty)
        #expect(try below.media.mediaSequenceNumber(at: 0) == 2)
        let twice = media(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n#EXT-X-SKIP:SKIPPED-SEGMENTS=3\n#EXTINF:1,\nb.ts", version: 9, end: "")
        #expect(twice.findings == ["L20 5:1"])
        #expect(try twice.media.skip?.skippedSegments == 2)
        let none = media("#EXT-X-SKIP:RECENTLY-REMOVED-DATERANGES=\"a\"\n#EXTINF:1,\nb.ts", end: "")
        #expect(none.findings == ["L20 4:1"])
        #expect(try none.media.skip == nil)
    }

    @Test(arguments: 1...12)
    func `case 165: what applies to skipped segments is carried into the listed ones`(skipped: Int) throws {
        let before = try #require(version(first: 0, count: 13))
        let after = try #require(version(first: 1, count: 14))
        let update = try #require(version(first: 1, count: 14, skipped: skipped))
        #expect(try before.merging(update: update) == after)
        let written = Playlist.parse(update.serialized()).playlist
        #expect(written == .media(update), "METHOD=NONE is written where it ends the keys of skipped segments")
    }

    @Test func `case 165: a discontinuity that was counted is not counted again`() throws {
        let before = try #require(version(first: 3, count: 10))
        var update = try #require(version(first: 4, count: 10, skipped: 3))
        #expect(try before.merging(update: update).segments[0].discontinuities == 1)
        update.discontinuitySequence = 1
        let merged = try before.merging(update: update)
        #expect(merged.segments[0].discontinuities == 0 && merged.discontinuitySequenceNumbers[0] == 1)
    }

    /// §6.3.7: what stood above the segments that are gone still applies to those that are kept.
    @Test func `case 165: what applied to segments that were removed is carried into the kept ones`() throws {
        let head = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24"
        let range = "#EXT-X-DATERANGE:ID=\"r\",START-DATE=\"2026-01-01T00:00:08.000Z\""
        func segments(_ numbers: ClosedRange<Int>) -> String {
            numbers.map { "#EXTINF:\($0 == 10 ? "3.25" : "4.003"),\n\($0).mp4\n" }.joined()
        }
        let before = """
            \(head)
            #EXT-X-MEDIA-SEQUENCE:10
            #EXT-X-DISCONTINUITY-SEQUENCE:3
            #EXT-X-DISCONTINUITY
            #EXT-X-KEY:METHOD=SAMPLE-AES,URI="k",IV=0x00000000000000000000000000000001
            #EXT-X-MAP:URI="m"
            #EXT-X-BITRATE:700
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.00Z
            \(segments(10...17))\(range)
            """
        let update = """
            \(head)
            #EXT-X-MEDIA-SEQUENCE:12
            #EXT-X-DISCONTINUITY-SEQUENCE:4
            #EXT-X-SKIP:SKIPPED-SEGMENTS=4
            \(segments(16...19))\(range)
            """
        let (old, new) = (Playlist.parse(before).playlist.media, Playlist.parse(update).playlist.media)
        let merged = try #require(old).merging(update: try #require(new))
        #expect(merged.segments[0].programDateTime?.description == "2026-01-01T00:00:07.253Z")
        #expect(merged.segments.dropFirst().allSatisfy { $0.programDateTime == nil })
        #expect(merged.segments.allSatisfy { $0.keys.map(\.uri) == ["k"] && $0.bitrate == 700 })
        #expect(merged.segments.allSatisfy { $0.initializationSection?.uri == "m" })
        #expect(merged.discontinuitySequenceNumbers == Array(repeating: 4, count: 8))
        let written = Playlist.parse(merged.serialized())
        #expect(written.playlist == .media(merged))
        #expect(written.findings.filter { $0.rule.level == .must } == [])
    }

    @Test func `case 165: a first segment that has a date keeps it, and one without any before it gets none`() throws {
        var before = try #require(version(first: 0, count: 13))
        before.segments[5].programDateTime = DateTime("2026-01-01T00:00:10.500Z")
        let update = try #require(version(first: 5, count: 10, skipped: 3))
        #expect(
            try before.merging(update: update).segments[0].programDateTime == DateTime("2026-01-01T00:00:10.500Z"))
        before.segments[4].programDateTime = nil
        before.segments[5].programDateTime = nil
        before.segments[7].programDateTime = DateTime("2026-01-01T00:00:30.000Z")
        let merged = try before.merging(update: update)
        #expect(merged.segments.map { $0.programDateTime != nil }.prefix(3) == [false, false, true])
    }

    @Test func `case 166: removed date ranges are a list with tabs between`() throws {
        let both = media(
            "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"x\"\n#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"a\tb-{$v}\"\n#EXTINF:1,\na.ts",
            version: 10, end: "")
        #expect(both.findings.isEmpty)
        #expect(try both.media.skip?.recentlyRemovedDateRanges == ["a", "b-x"])
        #expect(try Playlist.parse(both.media.serialized()).playlist == .media(both.media))
        #expect(media("#EXTINF:1,a\tb\na.ts").rules == ["G04"], "a tab elsewhere is a control character")
    }

    @Test func `case 166: date ranges that were skipped stay unless they were removed`() throws {
        func tag(_ id: String) -> String { "#EXT-X-DATERANGE:ID=\"\(id)\",START-DATE=\"2026-01-01T00:00:00.000Z\"" }
        var before = try #require(version(first: 0, count: 8, tail: "\(tag("old"))\n\(tag("gone"))\n\(tag("new"))"))
        before.dateRanges[0].precedingSegments = 3
        before.dateRanges[1].precedingSegments = 5
        var update = try #require(version(first: 1, count: 9, skipped: 4, tail: "\(tag("new"))\n\(tag("newest"))"))
        #expect(
            try before.merging(update: update).dateRanges.map(\.id) == ["new", "newest"], "only segments were skipped")
        update.skip?.recentlyRemovedDateRanges = ["gone"]
        let merged = try before.merging(update: update)
        #expect(merged.dateRanges.map(\.id) == ["old", "new", "newest"])
        #expect(merged.dateRanges.map(\.precedingSegments) == [2, 9, 9])
    }

    @Test func `case 167: a range that goes on from a skipped segment begins at its end`() throws {
        let head = "#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:10\n#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=60\n"
        func segment(_ range: String, _ uri: String = "a.ts") -> String {
            "#EXTINF:1,\n#EXT-X-BYTERANGE:\(range)\n\(uri)\n"
        }
        let before = try #require(Playlist.parse(head + segment("10@5") + segment("20")).playlist.media)
        let reading = Playlist.parse(head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n" + segment("30") + segment("40"))
        #expect(reading.findings.isEmpty && reading.refusal == nil)
        let update = try #require(reading.playlist.media)
        #expect(try before.merging(update: update).segments.map(\.byteRange?.offset) == [5, 15, 35, 65])
        let foreign = Playlist.parse(head + "#EXT-X-SKIP:SKIPPED-SEGMENTS=2\n" + segment("30", "b.ts")).playlist.media
        #expect(throws: DeltaUpdateError.byteRangeIsUndefined(2)) { try before.merging(update: #require(foreign)) }
    }

    @Test func `case 168: parts without a segment are of the next one`() throws {
        let only = media("\(control)\n#EXT-X-MEDIA-SEQUENCE:5\n#EXT-X-PART:DURATION=1,URI=\"p\"\n\(hint)", end: "")
        #expect(only.findings.isEmpty)
        let playlist = try only.media
        #expect(playlist.segments.isEmpty && playlist.upcomingSegment?.parts.map(\.uri) == ["p"])
        #expect(playlist.mediaSequenceNumber(at: playlist.segments.count) == 5)
        let above = media("\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXTINF:1,\na.ts")
        #expect(above.findings.isEmpty)
        #expect(try above.media.segments[0].parts.map(\.uri) == ["p"])
    }

    @Test func `case 169: a part's range goes on from the part before it in the same segment and resource`() throws {
        func part(_ range: String, _ uri: String = "a") -> String {
            "#EXT-X-PART:DURATION=1,URI=\"\(uri)\",BYTERANGE=\"\(range)\""
        }
        let sound = media("\(control)\n\(part("10@5"))\n\(part("20"))\n#EXTINF:2,\na")
        #expect(sound.findings.isEmpty)
        #expect(try sound.media.segments[0].parts.map(\.byteRange?.offset) == [5, 15])
        #expect(
            media("\(control)\n\(part("10@5"))\n#EXTINF:1,\na\n\(part("20"))\n#EXTINF:1,\nb").findings == ["L08 9:1"])
        #expect(media("\(control)\n\(part("10@5"))\n\(part("20", "b"))\n#EXTINF:2,\na").findings == ["L08 7:1"])
    }

    @Test(
        arguments: [
            ("0", "", "L04"), ("1.000001", "", "L03"), ("1", "", nil), ("0.849", "", "L04"), ("0.85", "", nil),
            ("0.5", ",INDEPENDENT=YES", nil), ("0.5", ",GAP=YES", nil),
        ] as [(String, String, String?)])
    func `case 170: a part lasts from 85 % of the part target to all of it`(
        duration: String, more: String, rule: String?
    ) {
        let first = "#EXT-X-PART:DURATION=\(duration),URI=\"p\"\(more)"
        let both = media("\(control)\n\(first)\n#EXT-X-PART:DURATION=1,URI=\"q\"\n#EXTINF:2,\na.ts")
        #expect(both.rules == (rule.map { [$0] } ?? []))
        let last = media("\(control)\n\(first)\n#EXTINF:2,\na.ts")
        #expect(last.rules == (rule == "L03" ? ["L03"] : []), "the last of a segment may be short")
    }

    @Test func `case 171: parts need EXT-X-PART-INF, wherever it stands`() {
        let part = "#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXTINF:1,\na.ts"
        #expect(media(part).findings == ["L01 1:1"])
        #expect(media("\(control)\n#EXTINF:1,\na.ts").findings.isEmpty)
        #expect(media("\(part)\n\(control)").findings.isEmpty)
    }

    @Test func `case 172: of two hints of one type the first counts`() throws {
        let both = media("\(control)\n#EXTINF:1,\na.ts\n\(hint)\n#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"r\"", end: "")
        #expect(both.findings == ["L17 9:1"])
        #expect(both.strict.findings[0].rule.level == .should)
        #expect(try both.media.preloadHints.first { $0.kind == .part }?.uri == "q")
    }

    @Test func `case 173: a hint begins at 0 and ends with the resource unless it says otherwise`() throws {
        let start = media("#EXTINF:1,\na.ts\n\(hint),BYTERANGE-START=50", end: "")
        #expect(start.findings.isEmpty)
        #expect(
            try start.media.preloadHints[0].byteRangeStart == 50 && start.media.preloadHints[0].byteRangeLength == nil)
        let length = media("#EXTINF:1,\na.ts\n\(hint),BYTERANGE-LENGTH=50", end: "")
        #expect(length.findings.isEmpty)
        #expect(
            try length.media.preloadHints[0].byteRangeStart == nil && length.media.preloadHints[0].byteRangeLength == 50
        )
    }

    @Test func `case 174: a complete playlist hints at nothing, and a type that is not known is ignored`() throws {
        let ended = media("#EXTINF:1,\na.ts\n\(hint)")
        #expect(ended.findings == ["L16 6:1"])
        let unknown = media("#EXTINF:1,\na.ts\n#EXT-X-PRELOAD-HINT:TYPE=KEY,URI=\"k\"", end: "")
        #expect(unknown.findings == ["L15 6:21"])
        #expect(try unknown.media.preloadHints.isEmpty && unknown.media.segments.count == 1)
    }

    @Test func `case 175: a report leaves out what is as here, and is relative`() throws {
        func report(_ attributes: String) -> BothReadings {
            media(
                "\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXTINF:1,\na.ts\n#EXT-X-RENDITION-REPORT:\(attributes)\n\(hint)",
                end: "")
        }
        let zero = report("URI=\"b.m3u8\",LAST-MSN=0,LAST-PART=0")
        #expect(zero.findings.isEmpty)
        #expect(try zero.media.renditionReports[0].lastPart == 0)
        let silent = report("URI=\"b.m3u8\"")
        #expect(silent.findings.isEmpty)
        #expect(try silent.media.renditionReports[0].lastPart == nil)
        #expect(report("URI=\"https://h/b.m3u8\",LAST-MSN=0,LAST-PART=0").findings == ["L19 9:1"])
        #expect(report("LAST-MSN=0").findings == ["L19 9:1"])
    }

    @Test(arguments: [
        ("HOLD-BACK=29.9", ["L12"]), ("HOLD-BACK=30", []), ("CAN-SKIP-UNTIL=59", ["L10"]),
        ("CAN-SKIP-DATERANGES=YES", ["L11"]), ("CAN-SKIP-UNTIL=60,CAN-SKIP-DATERANGES=YES", []),
    ])
    func `case 176: what the server offers is measured in target durations, wherever it stands`(
        attributes: String, rules: [String]
    ) {
        let text = "#EXTM3U\n#EXT-X-SERVER-CONTROL:\(attributes)\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\na.ts"
        #expect(BothReadings(text).findings == rules.map { "\($0) 2:1" })
    }

    @Test func `case 176: parts need a hold-back, and a value that is not known takes the tag with it`() throws {
        #expect(media("#EXT-X-PART-INF:PART-TARGET=1\n#EXTINF:1,\na.ts").findings == ["L13 4:1"])
        let unknown = media("#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=NO,HOLD-BACK=30\n#EXTINF:1,\na.ts")
        #expect(unknown.findings == ["G29 4:23"])
        #expect(try unknown.media.serverControl == nil)
    }

    @Test func `case 177: EXT-X-SERVER-CONTROL without attributes offers nothing`() throws {
        let both = media("#EXT-X-SERVER-CONTROL:\n#EXTINF:1,\na.ts")
        #expect(both.findings == ["G30 4:1"])
        #expect(try both.media.serverControl == ServerControl())
    }

    @Test func `case 178: directives join the other parameters in the order of their names`() {
        let directives = DeliveryDirectives(mediaSequenceNumber: 7, part: 2, skip: .segmentsAndDateRanges)
        func applied(_ uri: String) -> String { directives.applied(to: URIReference(uri)).description }
        #expect(applied("https://h/p.m3u8") == "https://h/p.m3u8?_HLS_msn=7&_HLS_part=2&_HLS_skip=v2")
        #expect(
            applied("https://h/p.m3u8?token=a%2Fb==&Z=1&~x#frag")
                == "https://h/p.m3u8?Z=1&_HLS_msn=7&_HLS_part=2&_HLS_skip=v2&token=a%2Fb==&~x")
        #expect(applied("p?_HLS_msn=6&_HLS_part=9&a=1") == "p?_HLS_msn=7&_HLS_part=2&_HLS_skip=v2&a=1")
        #expect(DeliveryDirectives(part: 3).applied(to: URIReference("p?b=2&b=1&a")).description == "p?a&b=2&b=1")
    }

    @Test func `case 179: hints of an older low-latency format are kept as they are`() throws {
        let both = media("#EXTINF:1,\na.ts\n#EXT-X-PREFETCH-DISCONTINUITY\n#EXT-X-PREFETCH:b.ts", end: "")
        #expect(both.findings == ["G23 6:1", "G23 7:1"])
        #expect(try both.media.segments.count == 1 && both.media.trailingLines.count == 2)
    }

    @Test(arguments: ["#EXT-X-GAP\n#EXTINF:1,", "#EXTINF:1,\n#EXT-X-GAP"])
    func `case 180: a gap is of the next segment only`(lines: String) throws {
        let both = media("\(lines)\na.ts\n#EXTINF:1,\nb.ts")
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.isGap) == [true, false])
    }

    @Test func `case 181: the parts of a gap are gaps`() {
        let part = "#EXT-X-PART:DURATION=1,URI=\"p\""
        #expect(media("\(control)\n\(part)\n#EXT-X-GAP\n#EXTINF:1,\na.ts").findings == ["L06 8:1"])
        #expect(media("\(control)\n\(part),GAP=YES\n#EXT-X-GAP\n#EXTINF:1,\na.ts").findings.isEmpty)
    }

    @Test func `case 182: a playlist of gaps is a playlist`() throws {
        let both = media(String(repeating: "#EXT-X-GAP\n#EXTINF:10,\na.ts\n", count: 3))
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.allSatisfy(\.isGap) && both.media.duration == .seconds(30))
    }

    @Test func `case 183: a bit rate holds until the next, but not for byte ranges`() throws {
        let both = media(
            "#EXT-X-BITRATE:1000\n#EXTINF:1,\na.ts\n#EXTINF:1,\n#EXT-X-BYTERANGE:5@0\nb.ts\n#EXTINF:1,\nc.ts\n#EXT-X-BITRATE:500\n#EXTINF:1,\nd.ts",
            version: 4)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments.map(\.appliedBitrate) == [1000, nil, 1000, 500])
        for bad in ["abc", "1000.5"] {
            let broken = media("#EXT-X-BITRATE:\(bad)\n#EXTINF:1,\na.ts")
            #expect(broken.findings == ["S19 4:16"])
            #expect(try broken.media.segments[0].bitrate == nil)
        }
    }
}
