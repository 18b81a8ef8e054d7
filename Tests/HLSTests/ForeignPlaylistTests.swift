import HLS
import Testing

/// Playlists as others write them: what is unusual and breaks nothing, and what breaks one rule and not a second.
struct ForeignPlaylistTests {
    private func rules(_ text: String) -> [String] {
        Playlist.parse(text).findings.filter { $0.rule.level == .must }.map(\.rule.id)
    }

    private func media(_ lines: String..., version: Int = 6) -> String {
        "#EXTM3U\n#EXT-X-VERSION:\(version)\n#EXT-X-TARGETDURATION:4\n\(lines.joined(separator: "\n"))\n#EXT-X-ENDLIST"
    }

    @Test func `a blank line above EXTM3U is read past leniently and refused strictly`() {
        let text = "\r\n\n#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\na.ts\n"
        let lenient = Playlist.parse(text, mode: .lenient)
        #expect(lenient.refusal == nil)
        #expect(lenient.playlist.media?.segments.map(\.uri) == ["a.ts"])
        #expect(Playlist.parse(text).refusal?.rule.id == "G08")
    }

    /// §4.2: a quoted-string holds anything but line ends and quotes.
    @Test func `a blank in a quoted list breaks no MUST and is no part of an entry`() {
        let reading = Playlist.parse("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2, avc1.4d4015\"\na.m3u8")
        #expect(reading.findings.allSatisfy { $0.rule.level != .must })
        #expect(reading.playlist.multivariant?.variants.first?.codecs == ["mp4a.40.2", "avc1.4d4015"])
    }

    /// §4.4.3.1 rounds in every version; that §8 notes another meaning up to version 5 makes it no MUST.
    @Test func `an EXTINF that rounds to the target duration breaks no MUST in version 3`() {
        #expect(rules(media("#EXTINF:4.4,", "a.ts", version: 3)) == [])
    }

    @Test func `a target duration with a point is one finding, and durations are not held against it`() {
        #expect(
            rules("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:4.9\n#EXTINF:4.9,\na.ts\n#EXT-X-ENDLIST") == ["M02"]
        )
    }

    /// §4.4.4.2: the first range is undefined, the second is a sub-range after it of the same resource.
    @Test func `of byte ranges without offsets the first is wrong and those after it are not`() {
        let segment = "#EXTINF:4,\n#EXT-X-BYTERANGE:10\na.ts"
        #expect(rules(media(segment, segment, segment)) == ["S06"])
        #expect(Playlist.parse(media(segment, segment), mode: .lenient).refusal?.rule.id == "S06")
    }

    /// §4.4.4.4: a key applies to the init sections below it too, up to the next key of its KEYFORMAT.
    @Test func `a key for the init section and another for the segments are two keys of one KEYFORMAT`() {
        let key = "#EXT-X-KEY:METHOD=AES-128,IV=0x00000000000000000000000000000001,URI="
        #expect(rules(media(key + "\"a\"", "#EXT-X-MAP:URI=\"i\"", key + "\"b\"", "#EXTINF:4,", "a.m4s")) == [])
        #expect(rules(media(key + "\"a\"", key + "\"b\"", "#EXTINF:4,", "a.ts")) == ["K08"])
    }

    /// §4.4.6.6: PATHWAY-ID is optional, and binds only where it is there.
    @Test func `content steering without PATHWAY-ID goes with variants that all have one`() {
        let steering = "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\""
        #expect(
            rules("#EXTM3U\n\(steering)\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"mp4a.40.2\",PATHWAY-ID=\"x\"\na") == [])
    }

    /// §6.2.1: the mapping of dates to segments is not to be ambiguous, which it is not when dates go back to a time
    /// that no segment above has.
    @Test func `dates that go back to another day are no overlap, and back into the segment above are`() {
        func dated(_ date: String, _ uri: String) -> String {
            "#EXT-X-PROGRAM-DATE-TIME:\(date)\n#EXTINF:4,\n\(uri)"
        }
        let first = dated("2026-03-02T00:00:00.000Z", "a.ts")
        #expect(rules(media(first, dated("2026-03-01T00:00:00.000Z", "b.ts"))) == [])
        #expect(rules(media(first, dated("2026-03-02T00:00:02.999Z", "b.ts"))) == ["S17"])
        #expect(rules(media(first, dated("2026-03-02T00:00:03.001Z", "b.ts"))) == [])
        // From the day before, and 8 seconds long, it reaches into the first.
        let long = dated("2026-03-01T23:59:56.500Z", "b.ts") + "\n#EXTINF:4,\nc.ts"
        #expect(rules(media(first, long)) == ["S17"])
    }

    /// §4.4.5.1: later tags of an ID may leave out what the first has.
    @Test func `a tag that adds to an interstitial need not repeat its asset`() {
        let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z"
        let first =
            "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\","
            + "START-DATE=\"2026-01-01T00:00:00.000Z\",X-ASSET-URI=\"http://h/a.m3u8\""
        let second = "#EXT-X-DATERANGE:ID=\"i\",CLASS=\"com.apple.hls.interstitial\",DURATION=15"
        #expect(rules(media(first, second, date, "#EXTINF:4,", "a.ts")) == [])
    }

    @Test func `an END-DATE in whole seconds and a DURATION in milliseconds agree when rounding makes them`() {
        func range(_ duration: String, _ end: String) -> String {
            media(
                "#EXT-X-DATERANGE:ID=\"i\",START-DATE=\"2026-01-01T00:00:00Z\",DURATION=\(duration),END-DATE=\"\(end)\"",
                "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z", "#EXTINF:4,", "a.ts")
        }
        #expect(rules(range("59.993", "2026-01-01T00:01:00Z")) == [])
        #expect(rules(range("58.9", "2026-01-01T00:01:00Z")) == ["R05"])
    }

    /// §4.4.5.2: EXT-X-SKIP stands for the tags of the segments it replaces too.
    @Test func `a delta update is not asked for what may be among the skipped`() {
        let range = "#EXT-X-DATERANGE:ID=\"a\",END-DATE=\"2026-01-01T00:00:00.000Z\""
        let control = "#EXT-X-SERVER-CONTROL:CAN-SKIP-UNTIL=24"
        let lines = [control, "#EXT-X-SKIP:SKIPPED-SEGMENTS=3", range, "#EXTINF:4,", "b.m4s"]
        #expect(rules("#EXTM3U\n#EXT-X-VERSION:9\n#EXT-X-TARGETDURATION:4\n" + lines.joined(separator: "\n")) == [])
    }

    @Test func `a part with INDEPENDENT=NO is a part`() throws {
        let part = "#EXT-X-PART:DURATION=1,URI=\"p\",INDEPENDENT=NO,GAP=NO"
        let reading = Playlist.parse(media("#EXT-X-PART-INF:PART-TARGET=1", part, "#EXTINF:1,", "a.ts"), mode: .lenient)
        let parts = try #require(reading.playlist.media?.segments.first?.parts)
        #expect(parts.map(\.isIndependent) == [false])
        #expect(parts.map(\.isGap) == [false])
    }

    @Test func `a START-DATE that is no date is one finding, not a missing one too`() {
        let date = "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z"
        #expect(rules(media("#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"soon\"", date, "#EXTINF:4,", "a.ts")) == ["R25"])
    }
}
