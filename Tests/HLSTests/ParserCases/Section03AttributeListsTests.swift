import HLS
import Testing

/// §4.2: attribute lists and the types of their values.
struct Section03AttributeListsTests {
    /// The unknown attributes that a player gets of EXT-X-STREAM-INF with these ones.
    private func others(_ attributes: String) throws -> [Attribute] {
        try multivariant(variant(attributes)).multivariant.variants[0].otherAttributes
    }

    /// A playlist with an EXT-X-DATERANGE of these attributes on line 5.
    private func range(_ attributes: String) -> BothReadings {
        media(
            """
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
            #EXT-X-DATERANGE:ID="a",START-DATE="2026-01-01T00:00:00.000Z",\(attributes)
            #EXTINF:10,
            a.ts
            """)
    }

    @Test func `case 36: commas inside quotes part nothing`() throws {
        let both = multivariant("#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"hi,DEFAULT=YES,URI=4x2\"\n\(variant())")
        #expect(both.findings.isEmpty)
        let rendition = try both.multivariant.renditions[0]
        #expect(rendition.name == "hi,DEFAULT=YES,URI=4x2" && rendition.isDefault == nil && rendition.uri == nil)
    }

    @Test func `case 37: only the first equals sign parts name and value`() throws {
        let uri = "https://h/a?b=c&d=="
        let both = multivariant("#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",URI=\"\(uri)\",NAME=\"n\"\n\(variant())")
        #expect(both.findings.isEmpty)
        #expect(try both.multivariant.renditions[0].uri == uri)
        #expect(try others("X==") == [Attribute(name: "X", value: "=", isQuoted: false)])
    }

    @Test func `case 38: equals signs may be in a value without quotes`() throws {
        #expect(multivariant(variant("ENUM=A=B=C")).findings == ["G23 3:53"])
        #expect(try others("ENUM=A=B=C") == [Attribute(name: "ENUM", value: "A=B=C", isQuoted: false)])
    }

    @Test func `case 39: blanks around a comma are findings, and no part of a value`() throws {
        let both = multivariant(
            "#EXT-X-STREAM-INF: PROGRAM-ID=1, BANDWIDTH=2 ,CODECS=\"mp4a.40.2\" ,RESOLUTION=1x2 \na.m3u8")
        #expect(both.findings == ["G07 3:19", "G24 3:20", "G07 3:33", "G07 3:45", "G07 3:65", "G07 3:81"])
        let variant = try both.multivariant.variants[0]
        #expect(variant.bandwidth == 2 && variant.codecs == ["mp4a.40.2"])
        #expect(variant.resolution == Resolution(width: 1, height: 2))
    }

    @Test func `case 40: blanks around an equals sign are findings, and no part of name or value`() throws {
        let both = multivariant("#EXT-X-STREAM-INF:BANDWIDTH = 2,CODECS = \"mp4a.40.2\"\na.m3u8")
        #expect(both.findings == ["G07 3:28", "G07 3:30", "G07 3:39", "G07 3:41"])
        #expect(try both.multivariant.variants[0].bandwidth == 2)
        #expect(try both.multivariant.variants[0].codecs == ["mp4a.40.2"])
    }

    @Test func `case 41: what follows a closing quote is dropped up to the comma`() throws {
        let both = multivariant(variant("PATHWAY-ID=\"foo\"B=123,STABLE-VARIANT-ID=\"s\""))
        #expect(both.findings == ["G17 3:69"])
        let stream = try both.multivariant.variants[0]
        #expect(stream.pathwayID == "foo" && stream.stableVariantID == "s" && stream.otherAttributes.isEmpty)
    }

    @Test(
        arguments: [
            ("PATHWAY-ID=\"foo\",VIDEO-RANGE=", nil, "foo"), ("VIDEO-RANGE=,PATHWAY-ID=\"foo\"", nil, "foo"),
            ("SCORE=,VIDEO-RANGE=SDR", VideoRange.standard, nil),
        ] as [(String, VideoRange?, String?)])
    func `case 42: an attribute without a value takes no other with it`(
        text: String, range: VideoRange?, pathway: String?
    ) throws {
        let both = multivariant(variant(text))
        #expect(both.rules.first == "G19")
        #expect(try both.multivariant.variants[0].videoRange == range)
        #expect(try both.multivariant.variants[0].pathwayID == pathway)
    }

    @Test func `case 43: a quote that is not closed takes the rest of the line with it`() throws {
        let both = multivariant(variant("STABLE-VARIANT-ID=\"s\",PATHWAY-ID=\"abc,SCORE=2"))
        #expect(both.findings == ["G17 3:86"])
        let stream = try both.multivariant.variants[0]
        #expect(stream.stableVariantID == "s" && stream.pathwayID == nil && stream.score == nil)
    }

    @Test func `case 44: a quote after a closed one is an error`() throws {
        let both = multivariant(variant("PATHWAY-ID=\"foo\"bar\""))
        #expect(both.findings == ["G17 3:69"])
        #expect(try both.multivariant.variants[0].pathwayID == "foo")
    }

    @Test func `case 45: a bad name is passed over with its value, and what follows is read`() throws {
        for bad in ["key=VALUE", "?=VALUE", "CODECÅÄÖ=123", "123\"hello\""] {
            let both = multivariant(variant("\(bad),VIDEO-RANGE=HLG"))
            #expect(both.findings == ["G11 3:53"], "\(bad)")
            #expect(try both.multivariant.variants[0].videoRange == .hybridLogGamma)
            #expect(try both.multivariant.variants[0].otherAttributes.isEmpty)
        }
    }

    @Test func `case 46: an empty item is a finding, and nothing`() throws {
        let both = multivariant("#EXT-X-STREAM-INF:BANDWIDTH=1,,CODECS=\"mp4a.40.2\",\na.m3u8")
        #expect(both.findings == ["G07 3:31", "G07 3:50"])
        #expect(try both.multivariant.variants[0].codecs == ["mp4a.40.2"])
    }

    @Test func `case 47: of an attribute that is given twice the first counts`() throws {
        let (first, second) = (
            "0x" + String(repeating: "0", count: 31) + "1", "0x" + String(repeating: "0", count: 31) + "2"
        )
        let both = media("#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(first),IV=\(second)\n#EXTINF:10,\na.ts", version: 2)
        #expect(both.findings == ["G12 4:73"])
        #expect(try both.media.segments[0].keys[0].initializationVector?.uint128 == 1)
    }

    /// What an `X-` attribute may hold is said by whoever defines it (§4.4.5.1), so an empty one is no finding.
    @Test func `case 48: two quotes with nothing between are a value only where that is allowed`() throws {
        let both = multivariant(variant("PATHWAY-ID=\"\""))
        #expect(both.findings == ["G17 3:53"])
        #expect(try both.multivariant.variants[0].pathwayID == nil)
        let definition = multivariant("#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\"\n\(variant(uri: "a{$a}.m3u8"))", version: 8)
        #expect(definition.findings.isEmpty)
        #expect(try definition.multivariant.variants[0].uri == "a.m3u8")
        let skip = media(
            "#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"\"\n#EXTINF:10,\na.ts", version: 10)
        #expect(skip.findings.isEmpty)
        #expect(try skip.media.skip?.recentlyRemovedDateRanges == [])
        #expect(range("X-COM-FOO=\"\"").findings.isEmpty)
    }

    @Test func `case 49: a backslash is a character like others`() throws {
        let both = multivariant("#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"a\\\"b\"\n\(variant())")
        #expect(both.findings == ["G17 3:47"])
        #expect(try both.multivariant.renditions[0].name == "a\\")
    }

    @Test func `case 50: quotes where none belong are a finding, and are taken off`() throws {
        let key = media("#EXT-X-KEY:METHOD=\"AES-128\",URI=\"k\"\n#EXTINF:10,\na.ts")
        #expect(key.rules == ["G18", "K19"])
        #expect(try key.media.segments[0].keys[0].method == .aes128)
        let stream = multivariant(
            "#EXT-X-STREAM-INF:BANDWIDTH=\"1\",CODECS=\"mp4a.40.2\",RESOLUTION=\"1920x1080\"\na.m3u8")
        #expect(stream.findings == ["G18 3:19", "G18 3:52"])
        #expect(try stream.multivariant.variants[0].bandwidth == 1)
        #expect(try stream.multivariant.variants[0].resolution == Resolution(width: 1920, height: 1080))
        let rendition = multivariant("#EXT-X-MEDIA:TYPE=\"VIDEO\",GROUP-ID=\"g\",NAME=\"n\"\n\(variant())")
        #expect(rendition.findings == ["G18 3:14"])
        #expect(try rendition.multivariant.renditions.map(\.kind) == [.video])
    }

    @Test func `case 51: missing quotes are a finding, and the value ends at the comma`() throws {
        let key = media("#EXT-X-KEY:METHOD=AES-128,URI=a.key\n#EXTINF:10,\na.ts")
        #expect(key.rules == ["G18", "K19"])
        #expect(try key.media.segments[0].keys[0].uri == "a.key")
        let both = multivariant(
            "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=aac,NAME=\"n\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=mp4a.40.2\na")
        #expect(both.findings == ["G18 3:25", "G18 4:31"])
        #expect(try both.multivariant.renditions[0].groupID == "aac")
        #expect(try both.multivariant.variants[0].codecs == ["mp4a.40.2"])
    }

    @Test func `case 52: CLOSED-CAPTIONS in quotes is a group, whatever its name`() throws {
        let quoted = multivariant(variant("CLOSED-CAPTIONS=\"NONE\""))
        #expect(quoted.findings == ["P22 3:1"])
        #expect(try quoted.multivariant.variants[0].closedCaptions == .group("NONE"))
        let bare = multivariant(variant("CLOSED-CAPTIONS=NONE"))
        #expect(bare.findings.isEmpty)
        #expect(try bare.multivariant.variants[0].closedCaptions == VariantStream.ClosedCaptions.none)
    }

    @Test(
        arguments: [
            ("12345678901234567890", 12_345_678_901_234_567_890), ("18446744073709551615", .max),
            ("18446744073709551616", nil), ("123456789012345678901", nil),
        ] as [(String, UInt64?)])
    func `case 53: a decimal-integer has 64 bits and not one more`(text: String, value: UInt64?) throws {
        let both = media("#EXT-X-RENDITION-REPORT:URI=\"b.m3u8\",LAST-MSN=\(text)\n#EXTINF:10,\na.ts")
        #expect(both.findings == (value == nil ? ["G13 4:47"] : []))
        #expect(try both.media.renditionReports[0].lastMediaSequenceNumber == value)
    }

    @Test(
        arguments: [("+5", nil), ("-5", nil), ("5.0", 5), ("5.9", 5), ("0x5", nil), ("５", nil)] as [(String, UInt64?)])
    func `case 54: a decimal-integer has no sign, point or other digits`(text: String, value: UInt64?) throws {
        let both = multivariant(variant("AVERAGE-BANDWIDTH=\(text)"))
        #expect(both.findings == ["G13 3:71"])
        #expect(try both.multivariant.variants[0].averageBandwidth == value)
        let peak = multivariant("#EXT-X-STREAM-INF:BANDWIDTH=\(text),CODECS=\"mp4a.40.2\"\na")
        #expect(peak.findings == ["P02 3:29"])
        #expect(try peak.multivariant.variants[0].bandwidth == value ?? 0)
    }

    @Test(
        arguments: [
            ("0X12", [], [0x12]), ("0xdeadbeef", ["G14"], [0xDE, 0xAD, 0xBE, 0xEF]),
            ("0xDEADBEE", [], [0x0D, 0xEA, 0xDB, 0xEE]), ("deadbeef", ["R13"], nil), ("0xnothex", ["R13"], nil),
            ("0x", ["R13"], nil),
        ] as [(String, [String], [UInt8]?)])
    func `case 55: a hexadecimal-sequence is 0x and digits in upper case`(
        text: String, rules: [String], bytes: [UInt8]?
    ) throws {
        let both = range("SCTE35-CMD=\(text)")
        #expect(both.rules == rules)
        #expect(try both.media.dateRanges[0].scte35Command?.bytes == bytes)
    }

    @Test(
        arguments: [
            ("-0.42", ["G15"], nil), (".5", ["G15"], "0.5"), ("123.", ["G15"], "123"), ("1e3", ["G15"], nil),
            ("NaN", ["G15"], nil), ("inf", ["G15"], nil), ("1,5", ["G11"], "1"), ("0.42", [], "0.42"),
        ] as [(String, [String], String?)])
    func `case 56: a number has digits around a point, and a sign only where its type has one`(
        text: String, rules: [String], value: String?
    ) throws {
        let unsigned = media("#EXT-X-SERVER-CONTROL:X=1,HOLD-BACK=\(text)\n#EXTINF:10,\na.ts")
        #expect(unsigned.rules.filter { $0 != "G23" && $0 != "L12" } == rules)
        #expect(try unsigned.media.serverControl?.holdBack == value.flatMap { ExactDecimal($0) })
        let signed = media("#EXT-X-START:TIME-OFFSET=\(text)\n#EXTINF:10,\na.ts")
        let isNegative = text.hasPrefix("-")
        let expected = rules.map { $0 == "G15" ? (value == nil ? "M16" : "G16") : $0 }
        #expect(signed.rules.filter { $0 != "M17" } == (isNegative ? [] : expected))
        #expect(
            try signed.media.start?.timeOffset == (isNegative ? ExactDecimal(text) : value.flatMap { ExactDecimal($0) })
        )
    }

    @Test(arguments: ["400x-200", "400.5x200", "400x", "x200", "x", "400", "1920X1080"])
    func `case 57: a resolution is two whole numbers around a small x`(text: String) throws {
        let both = multivariant(variant("RESOLUTION=\(text)"))
        #expect(both.findings == ["G21 3:64"])
        #expect(try both.multivariant.variants[0].resolution == nil)
    }

    @Test func `case 58: an attribute that is not known is passed over, and kept`() throws {
        let key = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x00000000000000000000000000000001,KEYID=0x1"
        let segments = media("\(key)\n#EXTINF:10,\na.ts", version: 2)
        #expect(segments.findings == ["G23 4:73"])
        #expect(try segments.media.segments[0].keys[0].otherAttributes.map(\.name) == ["KEYID"])
        let both = multivariant(
            "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"n\",CODECS=\"x\"\n\(variant("NAME=\"n\""))")
        #expect(both.findings == ["G23 3:47", "G23 4:53"])
        #expect(both.strict.findings.allSatisfy { $0.rule.level == .info })
        #expect(try both.multivariant.renditions.count == 1 && both.multivariant.variants.count == 1)
    }

    @Test func `case 59: an attribute of REQ- that is not known takes the variant with it`() throws {
        let body = "\(variant("REQ-FOO=\"x\""))\n\(variant(uri: "b.m3u8"))"
        let old = multivariant(body)
        #expect(old.findings == ["G23 3:53", "V16 3:53"])
        #expect(try old.multivariant.variants.map(\.uri) == ["b.m3u8"])
        #expect(multivariant(body, version: 12).findings == ["G23 3:53"])
    }

    @Test(arguments: [("VIDEO-RANGE=XYZ", "P26"), ("HDCP-LEVEL=TYPE-9", "P27")])
    func `case 60: a value that is not known takes the tag with it`(attribute: String, rule: String) throws {
        let both = multivariant("\(variant(attribute))\n\(variant(uri: "b.m3u8"))")
        #expect(both.findings == ["\(rule) 3:53"])
        #expect(both.strict.findings[0].rule.level == .must)
        #expect(try both.multivariant.variants.map(\.uri) == ["b.m3u8"])
        let rendition = multivariant("#EXT-X-MEDIA:TYPE=DATA,GROUP-ID=\"g\",NAME=\"n\"\n\(variant())")
        #expect(rendition.findings == ["P05 3:14"])
        #expect(try rendition.multivariant.renditions.isEmpty)
    }

    @Test func `case 61: the order of attributes says nothing`() throws {
        let attributes = [
            "BANDWIDTH=1000", "CODECS=\"avc1.64000d\"", "RESOLUTION=1x2", "FRAME-RATE=30", "VIDEO-RANGE=SDR", "SCORE=1",
        ]
        let forth = multivariant("#EXT-X-STREAM-INF:\(attributes.joined(separator: ","))\na.m3u8")
        let back = multivariant("#EXT-X-STREAM-INF:\(attributes.reversed().joined(separator: ","))\na.m3u8")
        #expect(forth.findings.isEmpty && back.findings.isEmpty)
        #expect(try forth.multivariant == back.multivariant)
    }
}
