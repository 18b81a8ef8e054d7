import HLS
import Testing

/// A text that breaks one rule and no other.
struct RuleCase: Sendable, CustomTestStringConvertible {
    var rule: String
    var bytes: [UInt8]
    var context = ReadingContext()

    var testDescription: String { rule }

    /// A media playlist of one segment, with lines before its EXTINF and after its URI.
    static func media(
        _ rule: String, _ before: String = "", inf: String = "#EXTINF:4,", uri: String = "a.ts", after: String = "",
        end: String = "#EXT-X-ENDLIST", version: Int = 1, target: String = "#EXT-X-TARGETDURATION:4"
    ) -> RuleCase {
        let lines = [
            "#EXTM3U", version > 1 ? "#EXT-X-VERSION:\(version)" : "", target, before, inf, uri, after, end,
        ]
        return RuleCase(rule: rule, bytes: Array(lines.filter { !$0.isEmpty }.joined(separator: "\n").utf8))
    }

    /// A multivariant playlist of one audio variant, with lines before it.
    static func multivariant(
        _ rule: String, _ before: String = "", attributes: String = "", after: String = "", version: Int = 1
    ) -> RuleCase {
        let stream = "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\"\(attributes)"
        let lines = ["#EXTM3U", version > 1 ? "#EXT-X-VERSION:\(version)" : "", before, stream, "a.m3u8", after]
        return RuleCase(rule: rule, bytes: Array(lines.filter { !$0.isEmpty }.joined(separator: "\n").utf8))
    }

    static func text(_ rule: String, _ text: String) -> RuleCase { RuleCase(rule: rule, bytes: Array(text.utf8)) }
}

private let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z"
private let iv = "0x00000000000000000000000000000001"

private func ownPlaylist(_ uri: String) -> String {
    "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(uri)\n#EXT-X-ENDLIST"
}

private let textCases: [RuleCase] = [
    RuleCase(
        rule: "G02",
        bytes: Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,".utf8) + [0xC0, 0x80]
            + Array("\na.ts\n#EXT-X-ENDLIST".utf8)),
    RuleCase(
        rule: "G03",
        bytes: [0xEF, 0xBB, 0xBF] + Array("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST".utf8)),
    .media("G04", inf: "#EXTINF:4,a\u{1B}b"), .media("G05", inf: "#EXTINF:4,e\u{301}"),
    .media("G07", inf: "#EXTINF: 4,"), .media("G07", uri: " a.ts"),
    .text("G08", ""), .text("G08", "#EXTM3U8\n"), .text("G08", "#EXT-X-VERSION:3\n#EXTM3U"),
    .text("G10", "#EXTM3U\n#EXT-X-INDEPENDENT-SEGMENTS\n"),
    .multivariant("G11", attributes: ",key=1"), .multivariant("G12", attributes: ",BANDWIDTH=2"),
    .multivariant("G13", attributes: ",AVERAGE-BANDWIDTH=18446744073709551616"),
    .media("G14", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0000000000000000000000000000000a", version: 2),
    .multivariant("G15", attributes: ",FRAME-RATE=1e3"),
    .media("G06", inf: "#EXTINF:4,a\rb").with(rule: "G04 G06"), .multivariant("G16", "#EXT-X-START:TIME-OFFSET=.5"),
    .media("G24", "#EXT-X-ALLOW-CACHE:YES"), .multivariant("G24", attributes: ",PROGRAM-ID=1"),
    .text("G09", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na\n#EXT-X-ENDLIST").with(
        rule: "G09 M06"),
    .text("S20", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na\n#EXT-X-GAP").with(
        rule: "G09 S20 S21"),
    .media("P39", "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"b\"").with(rule: "G09 P39"),
    .multivariant("G17", attributes: ",PATHWAY-ID=\"\""), .multivariant("G17", attributes: ",PATHWAY-ID=\"x"),
    .multivariant("G18", attributes: ",PATHWAY-ID=x"), .multivariant("G19", attributes: ",AVERAGE-BANDWIDTH="),
    range("G20", "ID=\"a\",\(start),CUE=\"ONCE,ONCE\""),
    .multivariant("G21", attributes: ",RESOLUTION=1X2"), .media("G22", uri: "a b.ts"),
    .media("G23", "#EXT-X-FOO:1"), .media("G23", "#ext-x-key:"), .multivariant("G23", attributes: ",NAME=\"x\""),
    .text("M24", "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST"),
    RuleCase(
        rule: "G25", bytes: Array(ownPlaylist("https://h/v/a.ts").utf8),
        context: ReadingContext(uri: "https://h/v/p.m3u8")),
    RuleCase(
        rule: "G32", bytes: Array(ownPlaylist("../v/p.m3u8").utf8), context: ReadingContext(uri: "https://h/v/p.m3u8")),
    .media("G29", "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=NO"), .media("G30", "#EXT-X-GAP:1"),
    .multivariant("G31", "#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"v\",NAME=\"v\",CHARACTERISTICS=\"a, b\""),
    RuleCase(
        rule: "P18", bytes: Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2, ac-3\"\na".utf8)),
    .text("G08", "\n#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-ENDLIST"), .text("G08", "\n\n"),
]

private let versionCases: [RuleCase] = [
    .text(
        "V01",
        "#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4\n#EXTINF:4.0,\na.ts\n#EXT-X-ENDLIST"),
    .text("V02", "#EXTM3U\n#EXT-X-VERSION:NaN\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST"),
    .media("V03", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv)"), .media("V04", inf: "#EXTINF:3.5,"),
    .media("V05", "#EXT-X-BYTERANGE:1@0"), .media("V06", "#EXT-X-I-FRAMES-ONLY"),
    .media("V07", "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",IV=\(iv)", version: 2),
    .media("V08", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv),KEYFORMAT=\"identity\"", version: 2),
    .media("V09", "#EXT-X-I-FRAMES-ONLY\n#EXT-X-MAP:URI=\"i\"", version: 4),
    .media("V10", "#EXT-X-MAP:URI=\"i\""),
    .multivariant("V11", "#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"c\",INSTREAM-ID=\"SERVICE1\""),
    .multivariant("V12", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"\""),
    .media("V13", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1"),
    .media("V14", "#EXT-X-SKIP:SKIPPED-SEGMENTS=1,RECENTLY-REMOVED-DATERANGES=\"\"", version: 9),
    RuleCase(
        rule: "V15",
        bytes: Array(
            "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST"
                .utf8),
        context: ReadingContext(uri: "http://h/a?a=1")),
    .multivariant("V16", attributes: ",REQ-VIDEO-LAYOUT=\"CH-STEREO\""),
    .multivariant("V17", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"c\",NAME=\"c\",CHANNELS=\"2\",INSTREAM-ID=\"1\""),
    .media("V18", version: 3), .media("V19", version: 14),
    .media("V20", inf: "#EXTINF:4.4,", version: 3),
]

private let variableCases: [RuleCase] = [
    .multivariant("D01", "#EXT-X-DEFINE:NAME=\"a\",IMPORT=\"b\",VALUE=\"\""),
    .multivariant("D02", "#EXT-X-DEFINE:NAME=\"a\""),
    .multivariant("D03", "#EXT-X-DEFINE:NAME=\"a.b\",VALUE=\"\""),
    .multivariant("D04", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"1\"\n#EXT-X-DEFINE:NAME=\"a\",VALUE=\"2\"", version: 8),
    RuleCase(
        rule: "D05",
        bytes: Array(
            "#EXTM3U\n#EXT-X-VERSION:8\n#EXT-X-DEFINE:IMPORT=\"a\"\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na"
                .utf8), context: ReadingContext(multivariantVariables: ["a": ""])),
    .media("D06", "#EXT-X-DEFINE:IMPORT=\"a\"", version: 8),
    .media("D07", "#EXT-X-DEFINE:QUERYPARAM=\"a\"", version: 11),
    RuleCase(
        rule: "D08",
        bytes: Array(
            "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST"
                .utf8),
        context: ReadingContext(uri: "http://h/a?a=%22")),
    .media("D09", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv),KEYFORMAT=\"{$a}\"", version: 5),
    RuleCase(
        rule: "D10",
        bytes: Array(
            "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n{$a}\n#EXT-X-ENDLIST"
                .utf8), context: ReadingContext(uri: "http://h/a?a=%7B$b%7D")
    ).with(rule: "D10 G22"),
    .media("D11", "#EXT-X-DEFINE:NAME=\"a\",VALUE=\"b\"", inf: "#EXTINF:4,{$a}", version: 8),
    RuleCase(
        rule: "D13",
        bytes: Array(
            "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST"
                .utf8),
        context: ReadingContext(uri: "http://h/a?a=1&a=2")),
]

private let mediaCases: [RuleCase] = [
    .media("M01", target: ""), .media("M02", inf: "#EXTINF:0.5,", version: 3, target: "#EXT-X-TARGETDURATION:1.5"),
    .media("M03", inf: "#EXTINF:5,"), .media("M04", inf: "#EXTINF:9,").with(rule: "M03 M04"),
    .media("M05", "#EXT-X-ENDLIST"), .media("M07", after: "#EXT-X-MEDIA-SEQUENCE:1"),
    .media("M08", after: "#EXT-X-DISCONTINUITY-SEQUENCE:1"),
    .media("M09", "#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY-SEQUENCE:1"), .media("M10", "#EXT-X-PLAYLIST-TYPE:vod"),
    .media("M11", "#EXT-X-PLAYLIST-TYPE:VOD", end: ""),
    .media("M13", "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-INDEPENDENT-SEGMENTS"),
    .media("M16", "#EXT-X-START:PRECISE=YES"),
    .media("M17", "#EXT-X-START:TIME-OFFSET=-5"), .media("M18", "#EXT-X-START:TIME-OFFSET=1", end: ""),
    .media("M21", "#EXT-X-I-FRAMES-ONLY\n#EXT-X-BYTERANGE:1@0", version: 4),
    .media("M22", "#EXT-X-I-FRAMES-ONLY\n#EXT-X-BYTERANGE:1@9999", version: 4),
    .media(
        "M23",
        "#EXT-X-I-FRAMES-ONLY\n#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=9\n#EXT-X-PART-INF:PART-TARGET=1\n#EXT-X-PART:DURATION=1,URI=\"p\"",
        version: 4),
]

private let segmentCases: [RuleCase] = [
    .media("S01", inf: ""), .media("S02", inf: "#EXTINF:4"), .media("S02", inf: "#EXTINF:abc,"),
    .media("S03", inf: "#EXTINF:-1,"),
    .media("S03", inf: "#EXTINF:1e1,"),
    .media("S04", "#EXT-X-MAP:URI=\"i\"", after: "#EXTINF:3,\nb.mp4\n#EXTINF:1,\nc.mp4", version: 6),
    .media("S05", "#EXT-X-BYTERANGE:1@0@0"),
    .media("S06", "#EXT-X-BYTERANGE:1", version: 4),
    .media("S10", "#EXT-X-MAP:URI=\"i\",BYTERANGE=\"720\"", version: 6), .media("S28", uri: "a.m4s"),
    .media("S13", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-MAP:URI=\"i\"\n#EXT-X-KEY:METHOD=NONE", version: 6),
    .media("S14", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01"),
    .media("S15", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00Z"),
    .media("S16", date, after: "#EXT-X-DISCONTINUITY\n#EXTINF:4,\nb.ts"),
    .media("S17", date, after: "\(date)\n#EXTINF:4,\nb.ts"), .media("S19", "#EXT-X-BITRATE:1000.5"),
    .media("S21", after: "#EXTINF:4,"), .media("S22", "#EXT-X-MEDIA-SEQUENCE:18446744073709551615"),
    .media("S24", "#EXT-X-DISCONTINUITY\n#EXT-X-DISCONTINUITY"), .media("S25", "#EXT-X-BYTERANGE:0@0", version: 4),
    .media("S26", "#EXT-X-BYTERANGE:1@0\n#EXT-X-MAP:URI=\"i\"", version: 6), .media("S27", inf: "#EXTINF:0,"),
]

private let keyCases: [RuleCase] = [
    .media("K01", "#EXT-X-KEY:METHOD=AES-192,URI=\"k\""), .media("K01", "#EXT-X-KEY:URI=\"k\"").with(rule: "K01"),
    .media("K02", "#EXT-X-KEY:METHOD=NONE,URI=\"k\""), .media("K03", "#EXT-X-KEY:METHOD=AES-128,IV=\(iv)", version: 2),
    .media("K04", "#EXT-X-KEY:METHOD=AES-256-GCM,URI=\"k\",IV=\(iv)", version: 2),
    .media("K05", "#EXT-X-KEY:METHOD=SAMPLE-AES-CTR,URI=\"k\",IV=\(iv)", version: 2),
    .media("K06", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv)0", version: 2),
    .media("K07", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv),KEYFORMATVERSIONS=\"1/x\"", version: 5),
    .media(
        "K08",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv)\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"f\"",
        version: 5),
    // One IV for a segment, where two keys have one.
    .media(
        "K08",
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",IV=\(iv)\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"f\",IV=0x00000000000000000000000000000002",
        version: 5),
    .multivariant("K14", "#EXT-X-SESSION-KEY:METHOD=NONE"),
    .multivariant("K15", "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\""),
    // An absent KEYFORMAT is "identity", an absent KEYFORMATVERSIONS "1", and an IV is a number.
    .multivariant(
        "K15",
        "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\"\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"identity\""
    ),
    .multivariant(
        "K15",
        "#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\",IV=\(iv)\n#EXT-X-SESSION-KEY:METHOD=AES-128,URI=\"k\",IV=0x1,KEYFORMATVERSIONS=\"1\""
    ),
    .media("K19", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\""),
    .media("K21", "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x01", version: 2),
]

private let control = "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3\n#EXT-X-PART-INF:PART-TARGET=1"

private let lowLatencyCases: [RuleCase] = [
    .media("L01", "#EXT-X-PART:DURATION=1,URI=\"p\""), .media("L02", "\(control)\n#EXT-X-PART:DURATION=1"),
    .media("L03", "\(control)\n#EXT-X-PART:DURATION=1.1,URI=\"p\""),
    .media("L04", "\(control)\n#EXT-X-PART:DURATION=0.8,URI=\"p\"\n#EXT-X-PART:DURATION=1,URI=\"q\""),
    .media("L06", "\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\"\n#EXT-X-GAP"),
    .media("L07", "\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\"\n\(date)"),
    .media("L08", "\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\",BYTERANGE=\"1\""),
    .media("L10", "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=23"),
    .media("L11", "#EXT-X-SERVER-CONTROL:CAN-SKIP-DATERANGES=YES"),
    .media("L12", "#EXT-X-SERVER-CONTROL:HOLD-BACK=11.9"), .media("L13", "#EXT-X-PART-INF:PART-TARGET=1"),
    .media("L14", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=2\n#EXT-X-PART-INF:PART-TARGET=1"),
    .media("L15", "#EXT-X-PRELOAD-HINT:TYPE=PART", end: ""), .media("L16", "#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"a\""),
    .media("L17", "#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"a\"\n#EXT-X-PRELOAD-HINT:TYPE=MAP,URI=\"b\"", end: ""),
    .media("L19", "#EXT-X-RENDITION-REPORT:URI=\"http://h/a.m3u8\""),
    .media("L20", "#EXT-X-SKIP:RECENTLY-REMOVED-DATERANGES=\"\""),
    .media(
        "L22", "\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\"", after: String(repeating: "#EXTINF:4,\nb.ts\n", count: 4)),
    .media("L27", "\(control)\n#EXT-X-PART:DURATION=1,URI=\"p\"", end: ""),
]

private func range(_ rule: String, _ attributes: String) -> RuleCase {
    .media(rule, "\(date)\n#EXT-X-DATERANGE:\(attributes)")
}

private let start = "START-DATE=\"2026-01-01T00:00:00.000Z\""
private let interstitial = "ID=\"i\",CLASS=\"com.apple.hls.interstitial\",\(start)"

private let dateRangeCases: [RuleCase] = [
    range("R01", start), range("R02", "ID=\"a\""),
    range("R03", "ID=\"a\",\(start),END-DATE=\"2025-12-31T00:00:00.000Z\""),
    range("R04", "ID=\"a\",\(start),DURATION=-1"),
    range("R05", "ID=\"a\",\(start),DURATION=1,END-DATE=\"2026-01-01T00:00:02.000Z\""),
    range("R06", "ID=\"a\",\(start),END-ON-NEXT=YES"),
    range(
        "R07",
        "ID=\"a\",CLASS=\"c\",\(start),DURATION=9\n#EXT-X-DATERANGE:ID=\"b\",CLASS=\"c\",START-DATE=\"2026-01-01T00:00:05.000Z\",END-ON-NEXT=YES"
    ),
    range("R08", "ID=\"a\",\(start),DURATION=1\n#EXT-X-DATERANGE:ID=\"a\",DURATION=2"),
    .media("R09", "#EXT-X-DATERANGE:ID=\"a\",\(start)"), range("R10", "ID=\"a\",\(start),CUE=\"PRE,POST\""),
    range("R11", "ID=\"a\",\(start),X-A=YES"), range("R12", "ID=\"a\",START-DATE=\"2026-01-01T00:00:00Z\""),
    range("R13", "ID=\"a\",\(start),SCTE35-OUT=FC"),
    range("R14", "ID=\"a\",\(start),PLANNED-DURATION=9,SCTE35-OUT=0xFC\n#EXT-X-DATERANGE:ID=\"a\",SCTE35-IN=0xFD"),
    range("R15", interstitial),
    range("R15", interstitial + ",X-ASSET-URI=\"a.m3u8?_HLS_interstitial_id=i\""),
    range("R16", interstitial + ",X-ASSET-LIST=\"l?_HLS_interstitial_id=i\",X-SNAP=\"UP\""),
    range("R17", interstitial + ",X-ASSET-LIST=\"l?_HLS_interstitial_id=i\",X-SKIP-CONTROL-OFFSET=1.5"),
    range("R20", interstitial + ",X-ASSET-LIST=\"l\""),
    range("R21", "ID=\"a\",CLASS=\"com.apple.hls.preload\",\(start),DURATION=1,X-URI=\"u\",X-TARGET-ID=\"i\""),
    range("R25", "ID=\"a\",\(start),END-DATE=\"tomorrow\""),
]

private func rendition(_ rule: String, _ attributes: String, version: Int = 1) -> RuleCase {
    .multivariant(rule, "#EXT-X-MEDIA:\(attributes)", version: version)
}

private let audio = "TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",CHANNELS=\"2\""
private let video = "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64000d\""

private let picture = "BANDWIDTH=1,CODECS=\"avc1.64000d\",FRAME-RATE=30"

/// A variant with a group of two views, the second in a playlist of its own.
private func angles(_ group: String, _ resolution: String = "1x2", _ first: String = "#EXTM3U\n#EXT-X-STREAM-INF")
    -> String
{
    """
    \(first):\(picture),RESOLUTION=\(resolution),VIDEO="\(group)"
    \(group)
    #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="\(group)",NAME="one"
    #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="\(group)",NAME="two",URI="two"

    """
}

private let multivariantCases: [RuleCase] = [
    .multivariant("P01", after: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\""),
    .multivariant("P01", after: "b.m3u8"), .multivariant("P01", "b.m3u8"),
    .text("P02", "#EXTM3U\n#EXT-X-STREAM-INF:CODECS=\"mp4a.40.2\"\na.m3u8"),
    .multivariant("P03", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64000d\""),
    .multivariant("P04", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64000d\",URI=\"i\",FRAME-RATE=30"),
    rendition("P05", "TYPE=DATA,GROUP-ID=\"g\",NAME=\"n\""),
    rendition("P06", "TYPE=SUBTITLES,GROUP-ID=\"g\",NAME=\"n\""),
    rendition("P07", "TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\",INSTREAM-ID=\"CC5\""),
    rendition("P08", audio + ",INSTREAM-ID=\"a-b\"", version: 13),
    rendition("P09", audio + ",FORCED=NO"), rendition("P10", audio + ",DEFAULT=YES,AUTOSELECT=NO"),
    rendition("P11", "TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",CHANNELS=\"2//DOF-3\""),
    rendition("P12", "TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\""),
    rendition("P13", "\(audio)\n#EXT-X-MEDIA:\(audio)"),
    rendition(
        "P14", "\(audio),DEFAULT=YES\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"m\",CHANNELS=\"2\",DEFAULT=YES"),
    rendition(
        "P15",
        "\(audio),AUTOSELECT=YES\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"m\",CHANNELS=\"2\",AUTOSELECT=YES"),
    rendition("P16", "\(audio)\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"h\",NAME=\"m\",CHANNELS=\"2\""),
    rendition("P17", audio + ",LANGUAGE=\"en_us\""),
    .text("P18", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na"),
    .multivariant(
        "P19", "#EXT-X-MEDIA:\(audio),URI=\"a\"",
        after: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64000d,wvtt\",RESOLUTION=1x2,FRAME-RATE=30,AUDIO=\"g\"\nb"),
    .multivariant("P21", attributes: ",SUPPLEMENTAL-CODECS=\"/db4h\""),
    .multivariant("P22", attributes: ",AUDIO=\"none\""),
    .multivariant(
        "P23", attributes: ",CLOSED-CAPTIONS=NONE", after: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\nb"),
    .text("P24", video + ",FRAME-RATE=30\na"), .text("P25", video + ",RESOLUTION=1x2\na"),
    .multivariant("P26", attributes: ",VIDEO-RANGE=XYZ"),
    .multivariant("P27", attributes: ",HDCP-LEVEL=TYPE-9"), .multivariant("P28", attributes: ",ALLOWED-CPC=\"none\""),
    .multivariant("P29", attributes: ",SCORE=0"),
    .multivariant("P30", attributes: ",SCORE=1", after: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\nb"),
    .multivariant("P31", attributes: ",REQ-VIDEO-LAYOUT=\"CH-STEREO/CH-STEREO\"", version: 12),
    .multivariant("P31", attributes: ",REQ-VIDEO-LAYOUT=\"CH-STEREO/CH-MONO\"", version: 12),
    .multivariant("P46", attributes: ",REQ-VIDEO-LAYOUT=\"CH-OTHER\"").with(rule: "P46 V16"),
    .multivariant("P47", attributes: ",ALLOWED-CPC=\"f:Label\""), rendition("P48", audio + ",LANGUAGE=\"eng\""),
    .multivariant("P32", attributes: ",REQ-VIDEO-LAYOUT=\"CH-MONO\"", version: 12),
    .multivariant("P33", attributes: ",STABLE-VARIANT-ID=\"a b\""),
    .multivariant(
        "P34", attributes: ",STABLE-VARIANT-ID=\"a\"",
        after: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\",STABLE-VARIANT-ID=\"b\"\na.m3u8"),
    .multivariant("P35", "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"x\""),
    .multivariant(
        "P36", "#EXT-X-MEDIA:\(audio)", attributes: ",AUDIO=\"g\",PATHWAY-ID=\"x\"",
        after: "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\nb"),
    .multivariant("P37", "#EXT-X-SESSION-DATA:DATA-ID=\"a\""),
    .multivariant(
        "P37",
        "#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"1\",LANGUAGE=\"en\"\n#EXT-X-SESSION-DATA:DATA-ID=\"a\",VALUE=\"2\",LANGUAGE=\"EN\""
    ),
    .text("P40", angles("v") + "#EXT-X-STREAM-INF:\(picture),RESOLUTION=2x4,VIDEO=\"v\"\nb"),
    .text("P40", angles("v") + angles("w", "2x4", "#EXT-X-STREAM-INF")),
    .text("P41", angles("v") + "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.64000d\",URI=\"i\""),
    .text("P45", "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=0,CODECS=\"mp4a.40.2\"\na"),
    .multivariant("B07", attributes: ",AVERAGE-BANDWIDTH=1001"),
]

extension RuleCase {
    /// A text whose fault cannot be had alone: the rules it breaks, with blanks between.
    func with(rule: String) -> RuleCase {
        var copy = self
        copy.rule = rule
        return copy
    }
}

extension RuleCase {
    static let all =
        textCases + versionCases + variableCases + mediaCases + segmentCases + keyCases + lowLatencyCases
        + dateRangeCases + multivariantCases
}

struct RuleTests {
    @Test func `every rule that is checked is broken by a playlist of these tests`() {
        let broken = Set(
            (RuleCase.all.map(\.rule) + PresentationCase.all.map(\.rule)).flatMap { $0.split(separator: " ") }
                .map(String.init))
        // These have tests of their own.
        let elsewhere: Set<String> = ["G25", "G99", "R20", "S04"]
        #expect(Rule.all.map(\.id).filter { !broken.contains($0) && !elsewhere.contains($0) } == [])
    }

    @Test(arguments: RuleCase.all)
    func `is broken by its playlist and no other rule is`(example: RuleCase) {
        let reading = Playlist.parse(example.bytes, context: example.context)
        let expected = Set(example.rule.split(separator: " ").map(String.init))
        #expect(Set(reading.findings.map(\.rule.id)) == expected, "\(reading.findings)")
    }

    @Test func `mixed kinds of playlist are refused`() {
        let reading = Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-STREAM-INF:BANDWIDTH=1\na")
        #expect(reading.refusal?.rule.id == "G09")
    }

    @Test func `every rule has one id, a clause and a sentence`() {
        let known = Rule.all + Rule.unchecked
        #expect(Set(known.map(\.id)).count == known.count)
        #expect(known.allSatisfy { !$0.clause.isEmpty && !$0.summary.isEmpty && !$0.needs.isEmpty })
        #expect(Rule.unchecked.allSatisfy { !$0.needs.contains(.text) })
        #expect(Rule.named("U03")?.needs == [.reloads])
        #expect(Rule.named("G13")?.level == .must)
    }

    @Test func `a finding says line and column`() throws {
        let reading = Playlist.parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXT-X-MEDIA-SEQUENCE:x\n#EXTINF:4,\na.ts\n#EXT-X-ENDLIST")
        let finding = try #require(reading.findings.first)
        #expect(finding.position == SourcePosition(line: 3, column: 23))
        #expect(finding.rule.clause == "4.4.3.2")
    }
}
