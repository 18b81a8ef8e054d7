import HLS
import Testing

/// §4.4.4.6, §4.4.5.1 and appendix D: dates, date ranges and interstitials.
struct Section07DatesTests {
    private let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z"
    private let start = "START-DATE=\"2026-01-01T00:00:00.000Z\""

    /// A playlist with these EXT-X-DATERANGE tags from line 5 on.
    private func ranges(_ lists: String..., end: String = "#EXT-X-ENDLIST") -> BothReadings {
        media("\(date)\n\(lists.map { "#EXT-X-DATERANGE:\($0)" }.joined(separator: "\n"))\n#EXTINF:10,\na.ts", end: end)
    }

    private func dated(_ text: String) -> BothReadings {
        media("#EXT-X-PROGRAM-DATE-TIME:\(text)\n#EXTINF:10,\na.ts")
    }

    @Test(arguments: [
        ("2010-02-19T15:04:05.123456789Z", 0), ("2010-02-19T15:04:05.000+01:00", 60),
        ("2010-02-19T15:04:05.000+0100", 60), ("2010-02-19T15:04:05.000+01", 60),
        ("2010-02-19T15:04:05.000-0100", -60), ("2010-02-19T15:04:05.000-06", -360),
    ])
    func `case 128: a date has any form of zone that ISO 8601 has`(text: String, minutes: Int16) throws {
        let both = dated(text)
        #expect(both.findings.isEmpty)
        let read = try #require(try both.media.segments[0].programDateTime)
        #expect(read.offsetMinutes == minutes)
        #expect(read.secondsSince1970 == 1_266_591_845 - Int64(minutes) * 60)
        #expect(read.nanoseconds == (text.contains("123456789") ? 123_456_789 : 0))
    }

    @Test func `case 128: a date without a fraction is a date`() {
        #expect(dated("2010-02-19T15:04:05Z").findings == ["S15 4:26"])
    }

    @Test func `case 129: a date without a zone is of UTC`() throws {
        let both = dated("2010-02-19T15:04:05.000")
        #expect(both.findings == ["S15 4:26"])
        #expect(both.strict.findings[0].rule.level == .should)
        let read = try #require(try both.media.segments[0].programDateTime)
        #expect(read.offsetMinutes == nil && read.secondsSince1970 == 1_266_591_845)
    }

    @Test(arguments: ["2000-01-01", "2000-99-99T00:00:00.000Z", "foo", "2020-01-01 00:00:00.000Z"])
    func `case 130: a segment whose date is none is kept without`(text: String) throws {
        let both = dated(text)
        #expect(both.findings == ["S14 4:26"])
        #expect(try both.media.segments.map(\.programDateTime) == [nil])
    }

    /// Moments of Python's `datetime`. 2020-01-04 is in the first week of that year, and 2020 has 53 weeks.
    @Test(arguments: [
        ("20200102T205554.123Z", 1_577_998_554_123), ("20200102T205554.123+0130", 1_577_993_154_123),
        ("2020-W01-4T21:56:24.123+01", 1_577_998_584_123), ("2020W014T215624.123+01", 1_577_998_584_123),
        ("2020-002T20:55:54.123Z", 1_577_998_554_123), ("2020002T205554.123Z", 1_577_998_554_123),
        ("2020-366T00:00:00.000Z", 1_609_372_800_000), ("2020-W53-7T00:00:00.000Z", 1_609_632_000_000),
        ("2021-W01-1T00:00:00.000Z", 1_609_718_400_000), ("2020-01-02T20:55.500Z", 1_577_998_530_000),
        ("20200102T2055.500Z", 1_577_998_530_000), ("2020-01-02T20.500Z", 1_577_997_000_000),
    ])
    func `case 130: a date may be of any form that ISO 8601 has`(text: String, milliseconds: Int64) throws {
        let both = dated(text)
        #expect(both.findings.isEmpty)
        let read = try #require(try both.media.segments[0].programDateTime)
        #expect(read.millisecondsSince1970 == milliseconds)
        #expect(DateTime(read.description) == read, "what is written is the extended form")
    }

    @Test func `case 130: minutes are enough for a time of day`() {
        #expect(dated("2020-01-02T20:55Z").findings == ["S15 4:26"])
        #expect(dated("20200102T20Z").findings == ["S15 4:26"])
    }

    @Test(arguments: [
        "2021-W53-1T00:00:00.000Z", "2020-W00-1T00:00:00.000Z", "2020-W01-8T00:00:00.000Z", "2021-366T00:00:00.000Z",
        "2020-000T00:00:00.000Z", "20200230T000000.000Z", "2020-0102T00:00:00.000Z", "20200102T20:55:54.000Z",
        "2020-01-02T205554.000Z", "2020-01-02T20:5554.000Z", "2020-01-02T20:55:Z", "2020-01-02T", "2020-W01T00:00:00Z",
        "9999-W52-7T00:00:00.000Z", "9999-12-31T24:00:00.000Z", "2020-01-02T24:30:00Z", "2020-01-02T20:55.Z",
    ])
    func `case 130: what ISO 8601 does not have is no date`(text: String) {
        #expect(dated(text).findings == ["S14 4:26"])
    }

    @Test(arguments: [("2000-02-28T24:00:00.000Z", 951_782_400), ("2016-12-31T23:59:60.000Z", 1_483_228_800)])
    func `case 130: midnight as 24 and a leap second are the moment after`(text: String, seconds: Int64) throws {
        #expect(dated(text).findings.isEmpty)
        #expect(try dated(text).media.segments[0].programDateTime?.secondsSince1970 == seconds)
    }

    @Test func `case 131: a date reaches forth and, from the first, back`() throws {
        let both = media(
            "#EXTINF:10,\na.ts\n#EXTINF:4,\nb.ts\n\(date)\n#EXTINF:3,\nc.ts\n#EXTINF:1,\nd.ts\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:01:00.000Z\n#EXTINF:1,\ne.ts"
        )
        #expect(both.findings.isEmpty)
        #expect(
            try both.media.programDateTimes.map(\.?.description) == [
                "2025-12-31T23:59:46.000Z", "2025-12-31T23:59:56.000Z", "2026-01-01T00:00:00.000Z",
                "2026-01-01T00:00:03.000Z", "2026-01-01T00:01:00.000Z",
            ])
    }

    /// §6.2.1 bars that a moment is of two segments, but for less than a second; a date that goes back to a time that no
    /// segment has is none.
    @Test(arguments: [
        ("2026-01-01T00:00:09.001Z", false), ("2026-01-01T00:00:09.000Z", true), ("2026-01-01T00:00:00.000Z", true),
        ("2025-12-31T00:00:00.000Z", false), ("2026-01-01T00:05:00.000Z", false),
    ])
    func `case 132: segments overlap by less than a second`(second: String, isBroken: Bool) {
        let both = media(
            "\(date)\n#EXTINF:10,\na.ts\n#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:\(second)\n#EXTINF:10,\nb.ts")
        #expect(both.findings == (isBroken ? ["S17 9:1"] : []))
    }

    @Test func `case 133: the first moment of 1970 is a date`() throws {
        let both = dated("1970-01-01T00:00:00.000Z")
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].programDateTime?.millisecondsSince1970 == 0)
    }

    @Test func `case 134: the first tag of an ID has the start, a later one need not`() throws {
        let out = "ID=\"a\",\(start),SCTE35-OUT=0xFC01"
        let pair = ranges(out, "ID=\"a\",SCTE35-IN=0xFC02,DURATION=5")
        #expect(pair.findings.isEmpty)
        let merged = try pair.media.mergedDateRanges
        #expect(merged.count == 1 && merged[0].duration == 5 && merged[0].scte35In?.bytes == [0xFC, 2])
        let alone = ranges("ID=\"a\",DURATION=5")
        #expect(alone.findings == ["R02 5:1"])
        #expect(try alone.media.mergedDateRanges.allSatisfy { $0.startDate == nil }, "it is nowhere in time")
    }

    @Test func `case 135: a range without ID is ignored, one with a bad number has none`() throws {
        let nameless = ranges("\(start),DURATION=1")
        #expect(nameless.findings == ["R01 5:1"])
        #expect(try nameless.media.dateRanges.isEmpty)
        for (text, rule) in [("-1", "R04"), ("\"1\"", "G18"), ("x", "G15")] {
            let both = ranges("ID=\"a\",\(start),DURATION=\(text)")
            #expect(both.rules == [rule], "\(text)")
            #expect(try both.media.dateRanges.map(\.duration) == [rule == "G18" ? 1 : nil])
        }
    }

    @Test(arguments: ["CLASS=\"c\",DURATION=1", "CLASS=\"c\",END-DATE=\"2026-01-01T00:00:01.000Z\"", "X-A=1"])
    func `case 136: END-ON-NEXT has a class, and no end`(attributes: String) throws {
        let both = ranges("ID=\"a\",\(start),END-ON-NEXT=YES,\(attributes)")
        #expect(both.findings == ["R06 5:1"])
        #expect(try both.media.dateRanges.map(\.endsOnNext) == [true])
    }

    @Test func `case 136: END-ON-NEXT=NO takes the tag with it`() throws {
        let both = ranges("ID=\"a\",CLASS=\"c\",\(start),END-ON-NEXT=NO")
        #expect(both.rules == ["R06"])
        #expect(try both.media.dateRanges.isEmpty)
    }

    @Test func `case 137: the end is the start and the duration, to the millisecond`() {
        func ending(_ end: String, _ more: String = "") -> [String] {
            ranges("ID=\"a\",\(start),END-DATE=\"2026-01-01T00:00:0\(end)Z\"\(more)").findings
        }
        #expect(ending("1.500", ",DURATION=1.5").isEmpty && ending("1.500", ",DURATION=1.5004").isEmpty)
        #expect(ending("1.500", ",DURATION=1.6") == ["R05 5:1"])
        #expect(ranges("ID=\"a\",\(start),END-DATE=\"2025-12-31T00:00:00.000Z\"").findings == ["R03 5:1"])
        #expect(ending("0.000").isEmpty)
    }

    @Test func `case 138: tags of one ID are one range, and the first value counts`() throws {
        let first = "ID=\"a\",\(start),PLANNED-DURATION=9"
        let disjoint = ranges(first, "ID=\"a\",DURATION=8")
        #expect(disjoint.findings.isEmpty)
        #expect(try disjoint.media.mergedDateRanges[0].plannedDuration == 9)
        #expect(try disjoint.media.mergedDateRanges[0].duration == 8)
        #expect(ranges(first, "ID=\"a\",PLANNED-DURATION=9.0").findings.isEmpty)
        let differing = ranges(first, "ID=\"a\",PLANNED-DURATION=8")
        #expect(differing.findings == ["R08 6:1"])
        #expect(try differing.media.mergedDateRanges.map(\.plannedDuration) == [9])
    }

    @Test func `case 139: date ranges need a date in the playlist`() {
        #expect(media("#EXT-X-DATERANGE:ID=\"a\",\(start)\n#EXTINF:10,\na.ts").findings == ["R09 4:1"])
    }

    @Test func `case 140: a range keeps its place, and applies by its dates`() throws {
        func tag(_ id: String) -> String { "#EXT-X-DATERANGE:ID=\"\(id)\",\(start)" }
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:10\n\(tag("a"))\n\(date)\n#EXTINF:10,\na.ts\n\(tag("b"))\n#EXTINF:10,\nb.ts\n\(tag("c"))\n#EXT-X-ENDLIST\n\(tag("d"))"
        let both = BothReadings(text)
        #expect(both.findings.isEmpty)
        let playlist = try both.media
        #expect(playlist.dateRanges.map(\.precedingSegments) == [0, 1, 2, 2])
        let lines = playlist.serialized().split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("#EXT-X-DATERANGE") || !$0.hasPrefix("#") }
                == [tag("a"), "a.ts", tag("b"), "b.ts", tag("c"), tag("d")])
    }

    @Test func `case 141: a splice is a hexadecimal-sequence of any length`() throws {
        let digits = "0xFC" + String(repeating: "0123456789ABCDEF", count: 40)
        let long = ranges("ID=\"a\",\(start),SCTE35-OUT=\(digits)")
        #expect(long.findings.isEmpty)
        #expect(try long.media.dateRanges[0].scte35Out?.description == digits)
        #expect(ranges("ID=\"a\",\(start),SCTE35-OUT=0xfc01").rules == ["G14"])
        let quoted = ranges("ID=\"a\",\(start),SCTE35-OUT=\"0xFC01\"")
        #expect(quoted.rules == ["G18"])
        #expect(try quoted.media.dateRanges[0].scte35Out?.bytes == [0xFC, 1])
    }

    @Test func `case 142: a client's attribute is a number, a string or a hexadecimal-sequence`() throws {
        let both = ranges("ID=\"a\",\(start),X-COM-FOO=1.5,X-COM-BAR=\"s\",X-COM-BAZ=0xAB,X-CUE=\"PRE\",X-NEG=-2")
        #expect(both.findings.isEmpty)
        let range = try both.media.dateRanges[0]
        #expect(range[clientAttribute: "X-COM-FOO"] == .number(ExactDecimal("1.5")!))
        #expect(range[clientAttribute: "X-COM-BAR"] == .string("s"))
        #expect(range[clientAttribute: "X-COM-BAZ"] == .hex(HexSequence([0xAB])))
        #expect(range[clientAttribute: "X-CUE"] == .string("PRE") && range.cue.isEmpty)
        #expect(range[clientAttribute: "X-NEG"] == .number(-2))
        #expect(ranges("ID=\"a\",\(start),X-COM-FOO=YES").rules == ["R11"])
    }

    private func interstitial(_ attributes: String) -> BothReadings {
        ranges("ID=\"i\",CLASS=\"com.apple.hls.interstitial\",\(start)\(attributes)")
    }
    private let list = ",X-ASSET-LIST=\"https://h/l?_HLS_interstitial_id=i\""

    @Test func `case 143: an interstitial has an asset or a list of them`() {
        #expect(interstitial(list).findings.isEmpty)
        #expect(interstitial("").findings == ["R15 5:1"])
        #expect(interstitial(list + ",X-ASSET-URI=\"https://h/a?_HLS_interstitial_id=i\"").findings == ["R15 5:1"])
        #expect(interstitial(",X-ASSET-LIST=\"https://h/l\"").findings == ["R20 5:1"])
    }

    /// An empty list is an empty quoted-string, which §4.2 bars before the list is looked at.
    @Test(arguments: [("PRE,POST", "R10"), ("PRE,ONCE", nil), ("pre", "R10"), ("", "G17")] as [(String, String?)])
    func `case 144: CUE is PRE or POST, and ONCE`(text: String, rule: String?) throws {
        let both = ranges("ID=\"a\",\(start),CUE=\"\(text)\"")
        #expect(both.rules == (rule.map { [$0] } ?? []))
        if rule == nil { #expect(try both.media.dateRanges[0].cue == [.pre, .once]) }
    }

    @Test(arguments: [
        ("X-SKIP-CONTROL-OFFSET=\"x\"", "R17"), ("X-SKIP-CONTROL-DURATION=1.5", "R17"),
        ("X-SKIP-CONTROL-LABEL-ID=\"a b\"", "R17"), ("X-SNAP=\"UP\"", "R16"), ("X-RESTRICT=\"STOP\"", "R16"),
        ("X-SNAP=\"OUT,OUT\"", "G20"),
    ])
    func `case 145: a bad control of an interstitial does not keep it from playing`(attribute: String, rule: String)
        throws
    {
        let both = interstitial("\(list),\(attribute)")
        #expect(both.findings == ["\(rule) 5:1"])
        #expect(try both.media.dateRanges.map(\.id) == ["i"])
    }

    /// Members that the draft does not have are passed over: appendix D.2 bars none.
    @Test func `case 146: an asset list is an object with assets, each with an address and a duration`() {
        func read(_ json: String) -> (list: AssetList?, findings: [Finding]) { AssetList.parse(Array(json.utf8)) }
        func rules(_ json: String) -> [String] { read(json).findings.map(\.rule.id) }
        let asset = #"{"URI": "https://h/a.m3u8", "DURATION": 15.5, "X": [null, {"y": "\u00e9\ud83d\ude00"}]}"#
        let sound = read(
            "{\"ASSETS\": [\(asset)], \"SKIP-CONTROL\": {\"OFFSET\": 5, \"LABEL-ID\": \"Exit\"}, \"MORE\": true}")
        #expect(sound.findings.isEmpty)
        #expect(sound.list?.assets == [AssetList.Asset(uri: "https://h/a.m3u8", duration: ExactDecimal("15.5")!)])
        #expect(sound.list?.skipControl?.offset == 5 && sound.list?.skipControl?.labelID == "Exit")
        #expect(read("{\"ASSETS\":[]}").list == AssetList(assets: []) && rules("{\"ASSETS\":[]}").isEmpty)
        let partly = read("{\"ASSETS\": [{\"URI\": \"https://h/b\"}, {\"URI\": \"c\", \"DURATION\": 1}, \(asset)]}")
        #expect(partly.findings.map(\.rule.id) == ["R18", "R18"] && partly.list?.assets.count == 1)
        let deep = String(repeating: "[", count: 100_000)
        for bad in ["[]", "{}", "{\"ASSETS\": {}}", "", "{\"ASSETS\":[]", "nul", deep] {
            #expect(rules(bad) == ["R18"] && read(bad).list == nil, "\(bad.prefix(20))")
        }
        #expect(rules("{\"ASSETS\":[],\"SKIP-CONTROL\":{\"OFFSET\":1.5}}") == ["R18"])
    }

    @Test(arguments: [
        ":30", ":DURATION=30", "", "-CONT:8.8/20", "-CONT:ElapsedTime=8.8,Duration=20",
        "-CONT:CAID=0x1,SCTE35=/DA0AA==",
    ])
    func `case 147: cue tags of other formats are kept as they are`(rest: String) throws {
        let both = media("#EXTINF:10,\na.ts\n#EXT-X-CUE-OUT\(rest)\n#EXT-OATCLS-SCTE35:/DAlAAA=\n#EXTINF:10,\nb.ts")
        #expect(both.findings == ["G23 6:1", "G23 7:1"])
        #expect(both.strict.findings.allSatisfy { $0.rule.level == .info })
        #expect(
            try both.media.segments[1].otherLines.map(\.text) == [
                "#EXT-X-CUE-OUT\(rest)", "#EXT-OATCLS-SCTE35:/DAlAAA=",
            ])
    }
}
