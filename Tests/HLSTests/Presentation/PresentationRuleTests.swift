import HLS
import Testing

/// Playlists that break one rule between them, or the rules named with blanks between.
struct PresentationCase: Sendable, CustomTestStringConvertible {
    var rule: String
    var fixture: PresentationFixture

    init(_ rule: String, _ fixture: PresentationFixture) {
        self.rule = rule
        self.fixture = fixture
    }

    var testDescription: String { rule }
}

private let onDemand = PresentationFixture.onDemand
private let live = PresentationFixture.live
private let lowLatency = PresentationFixture.lowLatency
private let event = PresentationFixture.event
private let videos = ["video/360.m3u8", "video/720.m3u8", "video/360i.m3u8"]
private let type = "#EXT-X-PLAYLIST-TYPE:VOD"

private let tagCases: [PresentationCase] = [
    .init("X01", onDemand.replacing("DURATION:4\n", with: "DURATION:5\n", in: "video/720.m3u8")),
    .init("X01", live.replacing("DURATION:4\n", with: "DURATION:5\n", in: "audio.m3u8")),
    .init("X01", lowLatency.replacing("DURATION:4\n", with: "DURATION:5\n", in: "text.m3u8")),
    .init("X05", onDemand.replacing(type, with: "#EXT-X-PLAYLIST-TYPE:EVENT", in: "audio/de.m3u8")),
    .init("X05", event.replacing("#EXT-X-PLAYLIST-TYPE:EVENT\n", with: "", in: "sound.m3u8")),
    .init("X09", lowLatency.replacing("HOLD-BACK=3\n", with: "HOLD-BACK=4\n", in: "text.m3u8")),
    .init(
        "X09", live.replacing("DURATION:4\n", with: "DURATION:4\n#EXT-X-SERVER-CONTROL:HOLD-BACK=12\n", in: "low.m3u8")),
    .init("M14", onDemand.replacing(type, with: "\(type)\n#EXT-X-INDEPENDENT-SEGMENTS", in: "audio/de.m3u8")),
    .init("M14", onDemand.replacing(type, with: "\(type)\n#EXT-X-START:TIME-OFFSET=4,PRECISE=NO", in: "audio/de.m3u8")),
    .init("M15", onDemand.replacing(type, with: "\(type)\n#EXT-X-START:TIME-OFFSET=5", in: "audio/de.m3u8")),
    .init("P03", onDemand.replacing("#EXT-X-I-FRAMES-ONLY\n", with: "", in: "video/360i.m3u8")),
    .init(
        "P49",
        PresentationFixture(texts: [
            "": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\na.m3u8",
            "a.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\nb.m3u8",
        ])),
    .init(
        "P49", PresentationFixture(texts: ["": "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\"\nm.m3u8"])),
]

private let secondDiscontinuity = "#EXTINF:2.5,\n"

private let contentCases: [PresentationCase] = [
    // A discontinuity more, one less, and a sequence that begins elsewhere.
    .init("X03", event.replacing("#EXTINF:10,\n2.ts", with: "#EXT-X-DISCONTINUITY\n#EXTINF:10,\n2.ts", in: "low.m3u8")),
    .init("X03", event.replacing("#EXT-X-DISCONTINUITY\n", with: "", in: "sound.m3u8")),
    .init(
        "X03", event.replacing("TYPE:EVENT\n", with: "TYPE:EVENT\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n", in: "low.m3u8")),
    .init(
        "X03", live.replacing("DISCONTINUITY-SEQUENCE:1", with: "DISCONTINUITY-SEQUENCE:2", in: "high.m3u8")),
    .init(
        "X03",
        live.replacing("#EXT-X-DISCONTINUITY\n", with: "", in: ["low.m3u8"])
            .replacing("DISCONTINUITY-SEQUENCE:1", with: "DISCONTINUITY-SEQUENCE:7", in: "low.m3u8")),
    // Twelve seconds less than a minute, of which whole seconds can hide six.
    .init(
        "X04",
        event.replacing("#EXTINF:9,\n10.ts", with: "", in: "sound.m3u8").replacing(
            "#EXTINF:9,\n9.ts", with: "", in: "sound.m3u8"
        ).replacing("#EXTINF:9,\n8.ts", with: "", in: "sound.m3u8")),
    .init(
        "X04",
        onDemand.replacing("#EXTINF:4.0,\n#EXT-X-BYTERANGE:400000@801000\n720.mp4\n", with: "", in: "video/720.m3u8")
            .replacing("#EXTINF:4.0,\n#EXT-X-BYTERANGE:400000@401000\n720.mp4\n", with: "", in: "video/720.m3u8")
            .replacing(
                "#EXTINF:4.0,\n#EXT-X-BYTERANGE:400000@1201000\n",
                with: "#EXTINF:2.0,\n#EXT-X-BYTERANGE:200000@1201000\n", in: "video/720.m3u8")),
]

private let dateCases: [PresentationCase] = [
    .init(
        "X07",
        onDemand.replacing("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n", with: "", in: "text/en.m3u8")
            .replacing("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:12.000Z\n", with: "", in: "text/en.m3u8")),
    .init("X07", onDemand.replacing("T00:00:12.000Z", with: "T00:00:20.000Z", in: "audio/de.m3u8")),
    .init("X07", onDemand.replacing("2026-01-01T", with: "2026-01-02T", in: "audio/de.m3u8")),
    .init("X07", live.replacing("2026-01-01T", with: "2026-01-02T", in: "high.m3u8")),
    .init("X08", onDemand.replacing("DURATION=4.000", with: "DURATION=5", in: "video/720.m3u8")),
    .init("X08", onDemand.replacing(",X-TITLE=\"One\"", with: "", in: "video/720.m3u8")),
    .init("X08", onDemand.replacing("ID=\"chapter\"", with: "ID=\"other\"", in: "video/360i.m3u8")),
    .init("X08", onDemand.replacing("#EXT-X-DATERANGE:", with: "#", in: "video/720.m3u8")),
    .init(
        "X12",
        onDemand.replacing("ad1", with: "ad3", in: "video/720.m3u8").replacing("ad2", with: "ad1", in: "video/720.m3u8")
            .replacing("ad3", with: "ad2", in: "video/720.m3u8").replacing("ads/1", with: "ads/0", in: "video/720.m3u8")
            .replacing("ads/2", with: "ads/1", in: "video/720.m3u8")
            .replacing("ads/0", with: "ads/2", in: "video/720.m3u8")),
]

private let keyCases: [PresentationCase] = [
    .init("K16", onDemand.replacing("METHOD=AES-128", with: "METHOD=SAMPLE-AES", in: "audio/de.m3u8")),
    .init(
        "K16", onDemand.replacing("keys/audio\",", with: "keys/audio\",KEYFORMATVERSIONS=\"2\",", in: "audio/en.m3u8")),
    .init(
        "K17",
        onDemand.replacing(
            "SESSION-KEY:METHOD=AES-128,URI=\"keys/360\"", with: "SESSION-KEY:METHOD=AES-128,URI=\"keys/720\"")),
    .init("K18", onDemand.replacing("keys/720", with: "keys/360", in: "video/720.m3u8")),
]

private let lowLatencyCases: [PresentationCase] = [
    .init(
        "L14",
        lowLatency.replacing("TARGET=1\n", with: "TARGET=1.2\n", in: "low.m3u8?t=1")
            .replacing("TARGET=1\n", with: "TARGET=0.9\n", in: "high.m3u8?t=1")
            .replacing("PART:DURATION=1,", with: "PART:DURATION=0.9,", in: "high.m3u8?t=1")),
    .init(
        "L19", lowLatency.replacing("low.m3u8\",LAST-MSN=1,LAST-PART=0", with: "low.m3u8\",LAST-MSN=1", in: "text.m3u8")
    ),
    .init(
        "L25",
        ["low.m3u8?t=1", "high.m3u8?t=1", "text.m3u8"].reduce(lowLatency) {
            $0.replacing("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n", with: "", in: $1)
        }),
    .init(
        "L28",
        lowLatency.replacing("#EXT-X-RENDITION-REPORT:URI=\"text.m3u8\",LAST-MSN=1", with: "", in: "low.m3u8?t=1")),
    .init("L28", lowLatency.replacing("URI=\"text.m3u8\"", with: "URI=\"low.m3u8\"", in: "low.m3u8?t=1")),
]

private let bandwidthCases: [PresentationCase] = [
    .init("X10", onDemand.replacing("BANDWIDTH=270000", with: "BANDWIDTH=200000")),
    .init(
        "B04",
        onDemand.replacing("AUDIO=\"a\",SUBTITLES=\"s\",HDCP-LEVEL=TYPE-0", with: "HDCP-LEVEL=TYPE-0").replacing(
            "BANDWIDTH=864000,AVERAGE-BANDWIDTH=864000", with: "BANDWIDTH=710000,AVERAGE-BANDWIDTH=750000")),
    .init(
        "B04",
        onDemand.replacing("SUBTITLES=\"s\",HDCP-LEVEL=TYPE-0", with: "HDCP-LEVEL=TYPE-0").replacing(
            "BANDWIDTH=864000,AVERAGE", with: "BANDWIDTH=1000000,AVERAGE")),
    .init(
        "B05",
        onDemand.replacing("SUBTITLES=\"s\",HDCP-LEVEL=TYPE-0", with: "HDCP-LEVEL=TYPE-0").replacing(
            "AVERAGE-BANDWIDTH=864000", with: "AVERAGE-BANDWIDTH=700000")),
]

extension PresentationCase {
    static let all = tagCases + contentCases + dateCases + keyCases + lowLatencyCases + bandwidthCases
}

struct PresentationRuleTests {
    @Test(arguments: PresentationCase.all)
    func `is broken between its playlists and no other rule is`(example: PresentationCase) {
        let report = example.fixture.presentation.report()
        let expected = Set(example.rule.split(separator: " ").map(String.init))
        #expect(Set(report.findings.map(\.finding.rule.id)) == expected, "\(report.findings)")
        #expect(report.absent.isEmpty || expected == ["P49"])
        #expect(report.findings.allSatisfy { $0.finding.position.line > 0 })
    }

    @Test(arguments: [onDemand, .angles, live, lowLatency, event])
    func `nothing is wrong with right playlists, alone or together`(fixture: PresentationFixture) {
        let presentation = fixture.presentation
        #expect(presentation.findings().isEmpty)
        #expect(presentation.reading.findings.filter { !Self.quiet.contains($0.rule.id) }.isEmpty)
        for member in presentation.members {
            let findings = member.reading?.findings.filter { !Self.quiet.contains($0.rule.id) }
            #expect(findings == [], "\(member.uri)")
        }
    }

    /// What a right playlist may be told of.
    private static let quiet: Set<String> = ["G25", "S04"]
}
