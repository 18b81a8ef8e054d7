import HLS
import Testing

/// Random numbers that a seed gives again: SplitMix64.
struct SeededRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// What holds for every playlist, held against playlists that are made from random numbers.
struct GeneratedPlaylistTests {
    /// What is found but for what is made on purpose: attributes and lines that are not known, a version above what is
    /// needed, and what no norm is behind.
    private func faults(_ reading: Reading) -> [String] {
        reading.findings.filter { $0.rule.level != .info && $0.rule.id != "V18" }.map(\.description)
            + (reading.refusal.map { ["refused: \($0)"] } ?? [])
    }

    @Test(arguments: 0..<150)
    func `a valid media playlist is written without a fault, and read as it was`(seed: UInt64) {
        var generator = PlaylistGenerator(SeededRandom(state: seed))
        check(.media(generator.mediaPlaylist()))
    }

    @Test(arguments: 0..<150)
    func `a valid multivariant playlist is written without a fault, and read as it was`(seed: UInt64) {
        var generator = PlaylistGenerator(SeededRandom(state: seed))
        check(.multivariant(generator.multivariantPlaylist()))
    }

    private func check(_ playlist: Playlist) {
        let text = playlist.serialized()
        let reading = Playlist.parse(text)
        #expect(faults(reading) == [], "\(text)")
        #expect(reading.playlist == playlist, "\(text)---\n\(reading.playlist.serialized())")
        #expect(reading.playlist.serialized() == text, "written again it is the same")
    }

    /// Text made of pieces of references and of values that are such pieces, where no reference is to nothing.
    @Test(arguments: 0..<300)
    func `what variables put together is written so that it is read again`(seed: UInt64) {
        var random = SeededRandom(state: seed)
        func pick(_ pieces: [String]) -> String { pieces.randomElement(using: &random) ?? "" }
        let values = ["{", "{$", "$", "}", "v1}", "", "a", "#", " ", "{$v"]
        let definitions = (0..<4).map { "#EXT-X-DEFINE:NAME=\"v\($0)\",VALUE=\"\(pick(values))\"" }
        let pieces = ["{", "$", "}", "{$v0}", "{$v1}", "{$v2}", "{$v3}", "v0}", "v3", "a", "{$"]
        func text() -> String { (0...5).map { _ in pick(pieces) }.joined() }
        let body = [
            "#EXT-X-MAP:URI=\"\(text())\"", "#EXT-X-DATERANGE:ID=\"\(text())\",X-A=\"\(text())\"", "#EXTINF:1,",
            "a\(text())",
        ]
        let lines = ["#EXTM3U", "#EXT-X-TARGETDURATION:1"] + definitions + body
        let reading = Playlist.parse(lines.joined(separator: "\n"), mode: .lenient)
        guard reading.refusal == nil else { return }
        let written = reading.playlist.serialized()
        let again = Playlist.parse(written, mode: .lenient)
        #expect(
            again.refusal == nil && again.playlist == reading.playlist,
            "\(lines.joined(separator: "\n"))---\n\(written)")
    }

    @Test func `the playlists have every tag and attribute`() {
        var (names, lists): (Set<String>, Set<String>) = ([], [])
        for seed in 0..<150 as Range<UInt64> {
            var generator = PlaylistGenerator(SeededRandom(state: seed))
            let text = generator.mediaPlaylist().serialized() + generator.multivariantPlaylist().serialized()
            for line in text.split(separator: "\n") where line.hasPrefix("#EXT") {
                names.insert(String(line.dropFirst().prefix { $0 != ":" }))
                lists.formUnion(
                    line.drop { $0 != ":" }.dropFirst().split(separator: ",").map { String($0.prefix { $0 != "=" }) })
            }
        }
        #expect(Set(Tag.allCases.map(\.rawValue)).subtracting(names) == [])
        let attributes = """
            TIME-OFFSET PRECISE NAME VALUE PART-TARGET CAN-SKIP-UNTIL CAN-SKIP-DATERANGES HOLD-BACK PART-HOLD-BACK
            CAN-BLOCK-RELOAD METHOD URI IV KEYFORMAT KEYFORMATVERSIONS BYTERANGE DURATION INDEPENDENT GAP ID CLASS
            START-DATE CUE END-DATE PLANNED-DURATION SCTE35-CMD SCTE35-OUT SCTE35-IN END-ON-NEXT X-A SKIPPED-SEGMENTS
            RECENTLY-REMOVED-DATERANGES TYPE BYTERANGE-START BYTERANGE-LENGTH LAST-MSN LAST-PART GROUP-ID LANGUAGE
            ASSOC-LANGUAGE STABLE-RENDITION-ID DEFAULT AUTOSELECT FORCED INSTREAM-ID BIT-DEPTH SAMPLE-RATE
            CHARACTERISTICS CHANNELS BANDWIDTH AVERAGE-BANDWIDTH SCORE CODECS SUPPLEMENTAL-CODECS RESOLUTION HDCP-LEVEL
            ALLOWED-CPC VIDEO-RANGE REQ-VIDEO-LAYOUT STABLE-VARIANT-ID VIDEO PATHWAY-ID FRAME-RATE AUDIO SUBTITLES
            CLOSED-CAPTIONS DATA-ID FORMAT SERVER-URI
            """.split { $0 == " " || $0 == "\n" }.map(String.init)
        #expect(Set(attributes).subtracting(lists) == [])
    }
}
