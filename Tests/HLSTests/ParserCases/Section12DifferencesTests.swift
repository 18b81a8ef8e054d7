import HLS
import Testing

/// Where other readers of playlists ask for more or less than the draft does.
struct Section12DifferencesTests {
    private let control = "#EXT-X-PART-INF:PART-TARGET=1\n#EXTINF:1,\na.ts"

    @Test func `EXT-X-SERVER-CONTROL may be without CAN-BLOCK-RELOAD`() {
        #expect(media("#EXT-X-SERVER-CONTROL:HOLD-BACK=30\n#EXTINF:1,\na.ts").findings.isEmpty)
    }

    @Test func `PART-HOLD-BACK must be two part targets, and should be three`() {
        let findings = ["1.9", "2", "3"].map {
            media("#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=\($0)\n\(control)").findings
        }
        #expect(findings == [["L13 4:1"], ["L14 4:1"], []])
        #expect(Rule.named("L13")?.level == .must && Rule.named("L14")?.level == .should)
    }

    @Test func `old parts, a second hint and a score on some variants break no MUST`() {
        #expect(["L22", "L17", "P30"].compactMap { Rule.named($0)?.level } == [.should, .should, .should])
    }

    @Test func `a date may have any zone of ISO 8601`() {
        #expect(media("#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000+0100\n#EXTINF:1,\na.ts").findings.isEmpty)
    }

    @Test func `date ranges of every class are kept`() throws {
        let range =
            "#EXT-X-DATERANGE:ID=\"a\",CLASS=\"org.example\",START-DATE=\"2026-01-01T00:00:00.000Z\",X-ASSET-URI=\"a\""
        let both = media("\(range)\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXTINF:1,\na.ts")
        #expect(both.findings.isEmpty)
        #expect(try both.media.dateRanges.map(\.rangeClass) == ["org.example"])
    }

    @Test func `one bad attribute discards no other, and a sign that is not allowed is not passed over`() throws {
        let both = multivariant(variant("SCORE=-2,PATHWAY-ID=\"p\""))
        #expect(both.rules == ["P29"])
        #expect(try both.multivariant.variants[0].score == nil && both.multivariant.variants[0].pathwayID == "p")
    }
}
