import HLS
import Testing

/// Text that nobody would write, which has to be read in bounded time and memory.
struct HostileTextTests {
    @Test func `a text over the limit of bytes is refused unread`() {
        var context = ReadingContext()
        context.limits.bytes = 1000
        let reading = Playlist.parse([UInt8](repeating: 0x41, count: 1001), context: context)
        #expect(reading.refusal?.rule.id == "G99")
    }

    @Test func `a text of too many lines is refused`() {
        var context = ReadingContext()
        context.limits.items = 100
        let reading = Playlist.parse("#EXTM3U\n" + String(repeating: "a\n", count: 200), context: context)
        #expect(reading.refusal?.rule.id == "G99")
        #expect(reading.playlist.media?.segments.count == 100)
    }

    @Test func `a hundred thousand attributes are cut and counted`() {
        let list = (0..<100_000).map { "A\($0)=1" }.joined(separator: ",")
        let reading = Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:1\n#EXT-X-PART-INF:PART-TARGET=1,\(list)\n")
        #expect(reading.playlist.media?.partInformation?.otherAttributes.count == 499)
        #expect(reading.findings.count < 1000)
        #expect((reading.suppressed["G99"] ?? 0) > 99_000)
    }

    @Test func `variables cannot blow up a short text`() {
        var lines = ["#EXTM3U", "#EXT-X-VERSION:8", "#EXT-X-DEFINE:NAME=\"v0\",VALUE=\"0123456789\""]
        for index in 1...40 {
            let twice = "{$v\(index - 1)}{$v\(index - 1)}"
            lines.append("#EXT-X-DEFINE:NAME=\"v\(index)\",VALUE=\"\(twice)\"")
        }
        let reading = Playlist.parse(lines.joined(separator: "\n"))
        #expect(reading.refusal?.rule.id == "G99")
    }

    @Test func `numbers that overflow are findings`() {
        let reading = Playlist.parse(
            """
            #EXTM3U
            #EXT-X-TARGETDURATION:99999999999999999999
            #EXT-X-MEDIA-SEQUENCE:18446744073709551615
            #EXTINF:9223372036854775807,
            #EXT-X-BYTERANGE:18446744073709551615@1
            a.ts
            #EXTINF:9223372036854775807.9,
            b.ts
            #EXT-X-SKIP:SKIPPED-SEGMENTS=18446744073709551615
            """)
        #expect(reading.playlist.media?.segments.count == 2)
        #expect(reading.playlist.media?.duration ?? .zero > .seconds(1 << 60))
        #expect(Set(reading.findings.map(\.rule.id)).isSuperset(of: ["M02", "S05"]))
    }

    @Test func `keys of more KEYFORMATs than anyone has are refused`() {
        // Each segment has a list of its keys.
        let lines = (0..<5000).map {
            "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\",KEYFORMAT=\"\($0)\"\n#EXTINF:1,\n\($0)\n"
        }
        let reading = Playlist.parse("#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + lines.joined())
        #expect(reading.refusal?.rule.id == "G99")
        #expect(reading.playlist.media?.segments.map(\.keys.count).max() == 16)
    }

    @Test func `date ranges are compared with those of their class and their ID only`() {
        var lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z"]
        let dates = "START-DATE=\"2026-01-01T00:00:00.000Z\",DURATION=1"
        lines += ["#EXTINF:1,", "a.ts"]
        lines += (0..<20_000).map { "#EXT-X-DATERANGE:ID=\"c\($0)\",CLASS=\"\($0)\",END-ON-NEXT=YES" }
        lines += (0..<20_000).map { "#EXT-X-DATERANGE:ID=\"o\($0)\",CLASS=\"0\",\(dates)" }
        lines += (0..<20_000).map { "#EXT-X-DATERANGE:ID=\"a\",X-\($0)=1" }
        let reading = Playlist.parse(lines.joined(separator: "\n"))
        #expect(reading.playlist.media?.mergedDateRanges.last?.clientAttributes.count == 20_000)
        // Ranges of one start are compared in the order of the text.
        let overlaps = reading.findings.filter { $0.rule.id == "R07" }
        #expect(overlaps.first?.message == "'o1' overlaps 'o0' of its class")
        #expect(overlaps.last?.message == "'o200' overlaps 'o199' of its class")
        #expect(overlaps.count + (reading.suppressed["R07"] ?? 0) == 19_999)
    }

    @Test(arguments: [0, 1, 7, 8, 1 << 20])
    func `bytes that are no playlist are refused`(count: Int) {
        let reading = Playlist.parse([UInt8](repeating: 0x41, count: count))
        #expect(reading.refusal?.rule.id == "G08")
    }

    @Test func `one line of a megabyte with a finding at every byte is read`() {
        var bytes = Array("#EXTM3U\n#EXT-X-MEDIA:".utf8)
        bytes += [UInt8](repeating: UInt8(ascii: ","), count: 1 << 20)
        bytes += [UInt8](repeating: 1, count: 1 << 18)
        let reading = Playlist.parse(bytes)
        #expect(reading.findings.count < 1000)
    }

    @Test func `twenty thousand date ranges of one ID are gone through once`() throws {
        let date = "2026-01-01T00:00:00.000Z"
        let ranges = (0..<20_000).map { "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"\(date)\",X-A\($0)=1" }
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-PROGRAM-DATE-TIME:\(date)"] + ranges
        let reading = Playlist.parse((lines + ["#EXTINF:4,", "a.ts", "#EXT-X-ENDLIST"]).joined(separator: "\n"))
        #expect(reading.findings.isEmpty)
        #expect(try #require(reading.playlist.media).mergedDateRanges.first?.clientAttributes.count == 20_000)
    }

    /// Reads 9 lines of a text that is longer.
    private func readInPart(_ lines: [String]) -> Reading {
        var context = ReadingContext()
        context.limits.items = 9
        return Playlist.parse("#EXTM3U\n" + lines.joined(separator: "\n") + "\n", context: context)
    }

    @Test func `what was read of a text of too many lines is held against the rules`() {
        let long = ["#EXT-X-TARGETDURATION:4"] + [[String]](repeating: ["#EXTINF:5,", "a"], count: 10).joined()
        let reading = readInPart(long)
        #expect(reading.findings.filter { $0.rule.id == "M03" }.map(\.position.line) == [3, 5, 7, 9])
        #expect(reading.limit?.position.line == 11)
        #expect(!reading.isReadToEnd)
    }

    @Test func `what may still come in a text that was not read to its end is not missing`() {
        // Neither a target duration, nor EXT-X-ENDLIST of VOD, the date of a range, or the version.
        let media = [
            "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-PART-INF:PART-TARGET=1", "#EXT-X-START:TIME-OFFSET=100",
            "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00.000Z\"", "#EXT-X-MAP:URI=\"i\"",
            "#EXTINF:4.5,", "a", "#EXTINF:4,",
        ]
        let end = [
            "b", "#EXT-X-TARGETDURATION:5", "#EXT-X-VERSION:6", "#EXT-X-SERVER-CONTROL:PART-HOLD-BACK=3",
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z", "#EXTINF:4,", "c",
        ]
        let pad = ["#EXT-X-INDEPENDENT-SEGMENTS"]
        #expect(readInPart(pad + media + end).findings.map(\.rule.id) == ["G99"])
        // In a text that ends there they are.
        let missing = Playlist.parse("#EXTM3U\n" + (pad + media).joined(separator: "\n"))
        #expect(Set(missing.findings.map(\.rule.id)).isSuperset(of: ["M01", "M11", "M17", "R09", "V10", "S21"]))
    }

    @Test func `groups, variants and their lines may still come in a text that was not read to its end`() {
        let video = "#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"avc1.4d401f,mp4a.40.2\",RESOLUTION=2x2,FRAME-RATE=25"
        let lines = [
            "#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\",PATHWAY-ID=\"p\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"n\",LANGUAGE=\"en\",CHANNELS=\"2\",URI=\"1\"",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"b\",NAME=\"m\",LANGUAGE=\"de\",CHANNELS=\"2\",URI=\"2\"",
            "#EXT-X-INDEPENDENT-SEGMENTS", "\(video),SUBTITLES=\"later\"", "v", "\(video),AUDIO=\"a\"", "w", video,
        ]
        #expect(readInPart(lines + ["x", "y"]).findings.map(\.rule.id) == ["G99"])
        let missing = Playlist.parse("#EXTM3U\n" + lines.joined(separator: "\n"))
        #expect(Set(missing.findings.map(\.rule.id)) == ["P01", "P16", "P22", "P35"])
    }

    @Test func `URIs above every tag lack nothing while it is not known what kind of playlist they are in`() {
        let uris = [String](repeating: "a", count: 9)
        #expect(readInPart(uris + ["#EXT-X-STREAM-INF:BANDWIDTH=1", "b"]).findings.map(\.rule.id) == ["G99"])
        let other = readInPart(["a", "#EXT-X-TARGETDURATION:1"] + [String](repeating: "#", count: 9))
        #expect(other.findings.map(\.rule.id) == ["S01", "G99"])
    }

    @Test func `nothing is read after variables that add too much`() {
        var context = ReadingContext()
        context.limits.bytes = 400
        let value = String(repeating: "v", count: 100)
        let lines = ["#EXT-X-VERSION:8", "#EXT-X-DEFINE:NAME=\"v\",VALUE=\"\(value)\"", "#EXT-X-TARGETDURATION:4"]
        let segments = [[String]](repeating: ["#EXTINF:4,", "{$v}"], count: 10).joined()
        let reading = Playlist.parse("#EXTM3U\n" + (lines + segments).joined(separator: "\n"), context: context)
        #expect(reading.findings.map(\.rule.id) == ["G99"])
        #expect(!reading.isReadToEnd)
        #expect(reading.playlist.media?.segments.count == 5)
    }

    @Test func `thirty thousand parameters are found in the query in one pass`() {
        let query = (0..<30_000).map { "v\($0)=x\($0)" }.joined(separator: "&")
        let lines = (0..<30_000).map { "#EXT-X-DEFINE:QUERYPARAM=\"v\($0)\"\n" }.joined()
        let reading = Playlist.parse(
            "#EXTM3U\n#EXT-X-TARGETDURATION:1\n" + lines, context: ReadingContext(uri: "http://h/a?" + query))
        #expect(reading.variables["v29999"] == "x29999")
    }
}
