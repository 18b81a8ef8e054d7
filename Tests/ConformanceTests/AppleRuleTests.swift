import Conformance
import HLS
import Testing

/// Clean playlists with something changed, and what that breaks.
private struct Case: Sendable, CustomTestStringConvertible {
    var ids: Set<String>
    var base = Clean.onDemand
    var platform: DevicePlatform?
    var edits: [(file: String, old: String, new: String)]

    /// Every occurrence of `old` in the multivariant playlist, or in `file`.
    init(
        _ ids: String, _ old: String, _ new: String, in file: String = "main.m3u8", of base: [String: String]? = nil,
        on platform: DevicePlatform? = nil
    ) {
        self.ids = Set(ids.split(separator: " ").map(String.init))
        self.base = base ?? Clean.onDemand
        self.platform = platform
        edits = [(file, old, new)]
    }

    func and(_ old: String, _ new: String, in file: String = "main.m3u8") -> Case {
        var result = self
        result.edits.append((file, old, new))
        return result
    }

    var files: [String: String] {
        var files = base
        for (file, old, new) in edits { files[file] = files[file]?.replacing(old, with: new) }
        return files
    }

    var testDescription: String { ids.sorted().joined(separator: " ") }
}

private let h264 = "avc1.640028"
private let aac = "mp4a.40.2"
private let videoRange = "FRAME-RATE=30.000"
private let iFrameSize = "RESOLUTION=1280x720,URI"
private let audioName = "NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES,CHANNELS"
private let subtitlesName = "NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES,URI=\"s"
private let describing = "CHARACTERISTICS=\"public.accessibility.describes-video\""
private let sounds = "public.accessibility.describes-music-and-sound"

private let video: [Case] = [
    Case("A1.1 A1.12 A6.14", h264, "vp09.00.40.08"), Case("A1.3a", h264, "avc1.640033"),
    Case("A1.3a A1.3b", h264, "avc1.64003C"), Case("A1.3a A1.3b", h264, "avc1.6E0028"),
    Case("A1.3b@mac A1.3a", h264, "avc1.640033", on: .macos), Case("A1.3b@tv A1.3a", h264, "avc1.640034", on: .tvos),
    Case("A1.4", h264, "avc1.4D4028"), Case("A1.6a A1.12 A6.14", h264, "hvc1.2.4.L153.B0"),
    Case("A1.6a A1.6b A1.12 A6.14", h264, "hvc1.2.4.L156.B0"),
    Case("A1.6a A1.6b@ios A1.12 A6.14", h264, "hvc1.2.4.L183.B0", on: .ios),
    Case("A1.9 A1.12 A6.14", h264, "dvh1.08.06"), Case("A1.9@ios A1.12 A6.14", h264, "dvh1.05.10", on: .ios),
    Case("A1.9@vis A1.12 A6.14", h264, "dav1.10.06", on: .visionos), Case("A1.10", h264, "avc3.640028"),
    Case("A1.12 A6.14", h264, "hvc1.2.4.L120.B0"), Case("A1.19", "FRAME-RATE=30.000", "FRAME-RATE=120.000"),
    Case(
        "A1.23", "BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1900000,CODECS=\"avc1.640028",
        "BANDWIDTH=3000000,AVERAGE-BANDWIDTH=1900000,CODECS=\"hvc1.2.4.L120.B0"),
    Case("A1.24", videoRange, "FRAME-RATE=30.000,VIDEO-RANGE=PQ").and(iFrameSize, "VIDEO-RANGE=SDR,\(iFrameSize)"),
    Case("A1.20 A1.24", videoRange, "FRAME-RATE=60.000,VIDEO-RANGE=PQ").and(
        iFrameSize, "VIDEO-RANGE=SDR,\(iFrameSize)"),
    Case("A1.20@tv A1.24", videoRange, "FRAME-RATE=60.000,VIDEO-RANGE=PQ", on: .tvos)
        .and(iFrameSize, "VIDEO-RANGE=SDR,\(iFrameSize)"),
    Case("A1.32", "BANDWIDTH=1000000,AVERAGE-BANDWIDTH=900000", "BANDWIDTH=2100000,AVERAGE-BANDWIDTH=2000000"),
    Case(
        "A1.33", "AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=1280x720",
        "AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=640x480"
    ).with("A9.10"),
    Case("A1.34", "RESOLUTION=1280x720", "RESOLUTION=3840x2160").and(
        "BANDWIDTH=1000000,AVERAGE-BANDWIDTH=900000", "BANDWIDTH=21000000,AVERAGE-BANDWIDTH=19000000"
    ).and("BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1900000", "BANDWIDTH=20000000,AVERAGE-BANDWIDTH=18000000"),
    Case("A1.37 A1.12 A6.14", h264, "av01.0.19M.08"),
    Case("A1.38", videoRange, "FRAME-RATE=30.000,REQ-VIDEO-LAYOUT=\"CH-MONO/PROJ-EQUI\"").and(
        "#EXTM3U", "#EXTM3U\n#EXT-X-VERSION:12"),
    Case("A1.40@vis A1.9@vis A1.12 A6.14", h264, "dvh1.08.05", on: .visionos).and(
        videoRange, "FRAME-RATE=30.000,REQ-VIDEO-LAYOUT=\"CH-STEREO\""
    ).and("#EXTM3U", "#EXTM3U\n#EXT-X-VERSION:12"),
]

private let audio: [Case] = [
    Case("A2.2 A2.3", aac, "Opus"), Case("A2.3", aac, "alac"), Case("A2.3 A2.31", aac, "apac.31.00"),
    Case("A2.3 A2.5", aac, "mp4a.40.29").and("CHANNELS=\"2\"", "CHANNELS=\"6\""),
    Case("A2.3", aac, "mp4a.40.2").and("CHANNELS=\"2\"", "CHANNELS=\"6\""),
    Case("A2.6", aac, "ec-3,mp4a.40.2"), Case("A2.3 A2.26", aac, "fLaC").and("CHANNELS=\"2\"", "CHANNELS=\"6\""),
    Case(
        "A2.4", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000",
        "#EXT-X-STREAM-INF:BANDWIDTH=99000,AVERAGE-BANDWIDTH=90000,CODECS=\"mp4a.40.5\"\na.m3u8\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000"
    ),
    Case("A2.12", audioName, audioName.replacing("English", with: "English (audio description)")),
    Case("A2.13", audioName, "NAME=\"Audio description\",LANGUAGE=\"en\",\(describing),CHANNELS"),
    Case("A2.14", audioName, "NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES,\(describing),CHANNELS"),
    Case("A2.27", audioName, "NAME=\"Audio description\",AUTOSELECT=YES,\(describing),CHANNELS"),
    Case("A2.15 A8.3 A8.22", "#EXTINF:6,\n2.aac\n#EXTINF:6,\n1.aac\n", "", in: "a.m3u8").and(
        "#EXTINF:6,\n1.aac\n#EXTINF:6,\n2.aac\n", "", in: "a.m3u8"),
]

private let text: [Case] = [
    Case(
        "A4.1",
        "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"s\",NAME=\"English\",LANGUAGE=\"en\",AUTOSELECT=YES,URI=\"s.m3u8\"\n",
        ""
    ).and(",SUBTITLES=\"s\"", ""),
    Case(
        "A4.4", "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA:TYPE=CLOSED-CAPTIONS,GROUP-ID=\"c\",NAME=\"c\",INSTREAM-ID=\"CC1\""
    )
    .and(",SUBTITLES=\"s\"", ",SUBTITLES=\"s\",CLOSED-CAPTIONS=\"c\""),
    Case("A4.5", subtitlesName, subtitlesName.replacing("English", with: "English SDH")),
    Case(
        "A4.6", subtitlesName,
        "NAME=\"English\",LANGUAGE=\"en\",CHARACTERISTICS=\"\(sounds),public.accessibility.transcribes-spoken-dialog\",URI=\"s"
    ),
    Case("A4.7", subtitlesName, "NAME=\"English\",AUTOSELECT=YES,URI=\"s"),
    Case("A5.2@ap2", "mp4a.40.2\"", "mp4a.40.2,stpp.ttml.im1t\"", on: .airplay2),
    Case("A5.5", "#EXTINF:6,\n1.vtt\n#EXTINF:6,\n2.vtt\n", "", in: "s.m3u8"),
    Case(
        "A5.10", "#EXT-X-PLAYLIST-TYPE:VOD", "#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-MAP:URI=\"i.mp4\"\n#EXT-X-VERSION:6",
        in: "s.m3u8"),
    Case("A5.11", subtitlesName, "NAME=\"English\",LANGUAGE=\"en\",FORCED=YES,URI=\"s"),
]

private let trickPlay: [Case] = [
    Case("A6.1", "#EXT-X-I-FRAME-STREAM-INF", "#EXT-X-OTHER"),
    Case("A6.5", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=900000"),
    Case("A6.6", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000", "#EXT-X-OTHER:BANDWIDTH=200000"),
    Case("A6.6@vis", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000", "#EXT-X-OTHER:BANDWIDTH=200000", on: .visionos),
    Case("A6.8", "#EXT-X-I-FRAMES-ONLY\n", "", in: "i1.m3u8").and("#EXT-X-VERSION:4\n", "", in: "i1.m3u8"),
    Case("A6.13@ap2", "CODECS=\"avc1.640028\",RESOLUTION", "CODECS=\"hvc1.2.4.L120.B0\",RESOLUTION", on: .airplay2)
        .with("A6.14"),
    Case("A6.14", "CODECS=\"avc1.640028\",RESOLUTION", "CODECS=\"hvc1.2.4.L120.B0\",RESOLUTION"),
    Case("A6.16 A9.16", iFrameSize, "VIDEO-RANGE=PQ,\(iFrameSize)"),
    Case("A6.15 A1.24", videoRange, "FRAME-RATE=30.000,VIDEO-RANGE=PQ").and(
        "100000,CODECS=\"avc1.640028\",RESOLUTION=1280x720,URI",
        "100000,CODECS=\"avc1.640028\",RESOLUTION=1280x720,VIDEO-RANGE=SDR,URI"
    ).and(
        "200000,CODECS=\"avc1.640028\",RESOLUTION=1280x720,URI",
        "200000,CODECS=\"avc1.640028\",RESOLUTION=640x360,VIDEO-RANGE=PQ,URI"),
]

private let media: [Case] = [
    Case("A7.5", "DURATION:6", "DURATION:7", in: "main.m3u8", of: ["main.m3u8": Clean.onDemand["v1.m3u8"]!]),
    Case("A7.6", "#EXTINF:6", "#EXTINF:4", in: "main.m3u8", of: ["main.m3u8": Clean.onDemand["v1.m3u8"]!]),
    Case("A7.7", "#EXTINF:6,\n2", "#EXTINF:7,\n2", in: "main.m3u8", of: ["main.m3u8": Clean.onDemand["v1.m3u8"]!]),
    Case("A8.2 A7.5", "DURATION:6", "DURATION:7", in: "a.m3u8"),
    Case("A8.4", "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n", "", of: Clean.live),
    Case("A8.6", "#EXT-X-PLAYLIST-TYPE:VOD\n", "", in: "v1.m3u8"),
    Case("A8.7 A8.22", "#EXTINF:6,\n2.ts\n", "", in: "v1.m3u8").and("#EXTINF:6,\n1.ts\n", "", in: "v1.m3u8"),
    Case(
        "A8.9 A1.32", "#EXT-X-STREAM-INF:BANDWIDTH=1000000",
        "#EXT-X-STREAM-INF:BANDWIDTH=64000,AVERAGE-BANDWIDTH=60000,CODECS=\"mp4a.40.2\"\na.m3u8\n#EXT-X-STREAM-INF:BANDWIDTH=1000000"
    ).and(",mp4a.40.2", "").and(",AUDIO=\"a\"", "").with(only: "A8.9"),
    Case("A8.10", audioName, "NAME=\"English\",AUTOSELECT=YES,CHANNELS"),
    Case("A8.20", ".ts", ".m4s", in: "v1.m3u8"),
    Case("A8.22", "#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts", "#EXTINF:5,\n0.ts\n#EXTINF:7,\n1.ts", in: "v1.m3u8").with(
        "A7.7"
    ),
    Case(
        "A8.22@ap2 A7.7", "#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts", "#EXTINF:5,\n0.ts\n#EXTINF:7,\n1.ts", in: "v1.m3u8",
        on: .airplay2),
    Case("A8.15", "#EXTINF:6,\n1.ts", "#EXT-X-DISCONTINUITY\n#EXTINF:6,\n1.ts", in: "v1.m3u8"),
    Case("A8.17", "#EXT-X-DISCONTINUITY-SEQUENCE:1\n", "", of: Clean.live).and(
        "#EXTINF:6,\n9.ts", "#EXT-X-DISCONTINUITY\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:54.000Z\n#EXTINF:6,\n9.ts"),
    Case("A8.23", aac, "mp4a.40.42,mp4a.40.2").and("#EXT-X-INDEPENDENT-SEGMENTS\n", "").with("A9.12"),
    Case("A8.25", aac, "apac.31.00,mp4a.40.2").and("#EXT-X-INDEPENDENT-SEGMENTS\n", "").with("A9.12"),
]

private let multivariant: [Case] = [
    Case("A9.1", "CODECS=\"avc1.640028,mp4a.40.2\",", ""),
    Case("A9.2 A1.33", ",RESOLUTION=1280x720,FRAME", ",FRAME").with(only: "A9.2"),
    Case("A9.3", "CODECS=\"avc1.640028\",RESOLUTION", "RESOLUTION"),
    Case("A9.4", iFrameSize, "URI").with(only: "A9.4"),
    Case("A9.6 A2.3", ",CHANNELS=\"2\",URI=\"a.m3u8\"", ",CHANNELS=\"6\""),
    Case(
        "A9.7", "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"F\",LANGUAGE=\"fr\",CHANNELS=\"2\""),
    Case("A9.8", ",AUDIO=\"a\"", ",VIDEO=\"v\"").and(
        "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"v\",NAME=\"1\",DEFAULT=YES\n#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"v\",NAME=\"2\",URI=\"v1.m3u8\""
    ),
    Case("A9.9 A9.10", "BANDWIDTH=1000000", "BANDWIDTH=2000000"),
    Case(
        "A9.10", "AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=1280x720",
        "AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=640x360"),
    Case("A9.12", "#EXT-X-INDEPENDENT-SEGMENTS\n", ""), Case("A9.14", "AVERAGE-BANDWIDTH=900000,", ""),
    Case("A9.15", ",FRAME-RATE=30.000", ""),
    Case(
        "A9.17", "#EXT-X-INDEPENDENT-SEGMENTS",
        "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"a\",NAME=\"U\",LANGUAGE=\"en-US\",CHANNELS=\"2\",URI=\"a.m3u8?\""
    ),
    Case("A9.16", "AVERAGE-BANDWIDTH=900000", "AVERAGE-BANDWIDTH=900000,VIDEO-RANGE=PQ"),
    Case(
        "A9.18", "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-CONTENT-STEERING:SERVER-URI=\"s\""),
    Case("A9.19", "AVERAGE-BANDWIDTH=900000", "AVERAGE-BANDWIDTH=900000,SCORE=1.0"),
    Case("A9.20", aac, "apac,mp4a.40.2"),
    Case(
        "A9.20@tv", "#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000",
        "#EXT-X-STREAM-INF:BANDWIDTH=64000,AVERAGE-BANDWIDTH=60000,CODECS=\"mp4a.40.2\"\na.m3u8\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000",
        on: .tvos),
    Case("A9.24@ap2 A1.24", videoRange, "FRAME-RATE=30.000,VIDEO-RANGE=PQ", on: .airplay2).and(
        iFrameSize, "VIDEO-RANGE=SDR,\(iFrameSize)"),
    Case(
        "A9.23@ap2", "AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=1280x720,FRAME-RATE=30.000",
        "AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=1280x720,FRAME-RATE=60.000", on: .airplay2
    ),
    Case(
        "A10.2",
        "#EXT-X-STREAM-INF:BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO=\"a\",SUBTITLES=\"s\"\nother/v2.m3u8\n",
        ""),
]

private let fairPlay = "KEYFORMAT=\"com.apple.streamingkeydelivery\",KEYFORMATVERSIONS=\"1\""

private func key(_ ids: String, _ attributes: String) -> Case {
    Case(ids, "#EXT-X-INDEPENDENT-SEGMENTS", "#EXT-X-INDEPENDENT-SEGMENTS\n#EXT-X-SESSION-KEY:\(attributes)")
        .and("RESOLUTION=1280x720", "RESOLUTION=640x360")
}

private let protection: [Case] = [
    key("A13.2", "METHOD=AES-128,URI=\"skd://k\",\(fairPlay)"), key("A13.3", "METHOD=SAMPLE-AES,URI=\"skd://k\""),
    key("A13.4", "METHOD=SAMPLE-AES,URI=\"skd://k\",IV=0x00000000000000000000000000000001,\(fairPlay)"),
    key("A13.5", "METHOD=SAMPLE-AES,URI=\"skd://k\",\(fairPlay)").and("640x360", "1280x720"),
    key("A13.6", "METHOD=SAMPLE-AES,URI=\"skd://k\",\(fairPlay)").and("640x360", "2560x1440"),
    key("A13.11", "METHOD=SAMPLE-AES-CTR,URI=\"k\""),
]

private let growing: [Case] = [
    Case("A14.1", "#EXT-X-PRELOAD-HINT:TYPE=PART,URI=\"2.1.ts\"\n", "", of: Clean.lowLatency),
    Case("A14.2c", "PART-TARGET=1\n", "PART-TARGET=2\n", of: Clean.lowLatency).and(
        "PART-HOLD-BACK=3", "PART-HOLD-BACK=6"),
    Case("A14.3", "PART-HOLD-BACK=3", "PART-HOLD-BACK=2", of: Clean.lowLatency),
    Case(
        "A14.4", "#EXTINF:6,\n1.ts", (0..<30).map { "#EXTINF:6,\n1\($0).ts" }.joined(separator: "\n"),
        of: Clean.lowLatency),
    Case("A14.5", "PART-HOLD-BACK=3", "PART-HOLD-BACK=3,CAN-SKIP-UNTIL=36", of: Clean.lowLatency)
        .and("#EXT-X-PART-INF", "#EXT-X-DATERANGE:ID=\"a\",START-DATE=\"2026-01-01T00:00:00.000Z\"\n#EXT-X-PART-INF"),
    Case(
        "A8.11 A8.12", "SEQUENCE:0", "SEQUENCE:10",
        of: [
            "main.m3u8":
                "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:0\n#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n#EXTINF:6,\n0.ts\n#EXTINF:6,\n1.ts\n"
        ]),
]

private let type = "#EXT-X-PLAYLIST-TYPE:VOD\n"
private let marker = "#EXT-X-INDEPENDENT-SEGMENTS\n"

private let others: [Case] = [
    Case(
        "A1.23@ap2 A6.13@ap2 A9.23@ap2", "BANDWIDTH=2000000,AVERAGE-BANDWIDTH=1900000,CODECS=\"avc1.640028",
        "BANDWIDTH=3000000,AVERAGE-BANDWIDTH=1900000,CODECS=\"hvc1.2.4.L120.B0", on: .airplay2),
    Case("A5.6 A8.4", "\(type)", "", in: "s.m3u8").and("#EXT-X-ENDLIST", "", in: "s.m3u8")
        .and("DURATION:6", "DURATION:7", in: "s.m3u8"),
    Case("A6.2", "#EXTINF:1,", "#EXTINF:2,", in: "i1.m3u8"),
    Case("A6.11 A8.4", "\(type)", "", in: "i1.m3u8").and("#EXT-X-ENDLIST", "", in: "i1.m3u8")
        .and("DURATION:6", "DURATION:7", in: "i1.m3u8"),
    Case("A7.6 A8.12@tv", "#EXTINF:6", "#EXTINF:4", of: Clean.live, on: .tvos),
    Case("A9.11", marker, "").and(type, type + marker, in: "v1.m3u8").and(type, type + marker, in: "v2.m3u8")
        .and(type, type + marker, in: "other/v2.m3u8"),
    Case(
        "A9.22@ios", "BANDWIDTH=1000000,AVERAGE-BANDWIDTH=900000", "BANDWIDTH=190000,AVERAGE-BANDWIDTH=180000", on: .ios
    )
    .and(type, "\(type)#EXT-X-MAP:URI=\"i.mp4\"\n", in: "v1.m3u8"),
]

private let spatial: [Case] = [
    Case("A16.1 A1.9 A1.12 A6.14", h264, "dvh1.20.06"),
    Case("A16.6@vis", videoRange, "FRAME-RATE=30.000,REQ-VIDEO-LAYOUT=\"CH-STEREO\"", on: .visionos).and(
        "#EXTM3U", "#EXTM3U\n#EXT-X-VERSION:12"),
    Case("A16.7@vis", videoRange, "FRAME-RATE=30.000,REQ-VIDEO-LAYOUT=\"PROJ-AIV\"", on: .visionos).and(
        "#EXTM3U", "#EXTM3U\n#EXT-X-VERSION:12"),
]

extension Case {
    fileprivate func with(_ id: String) -> Case {
        var result = self
        result.ids.insert(id)
        return result
    }

    fileprivate func with(only ids: String) -> Case {
        var result = self
        result.ids = Set(ids.split(separator: " ").map(String.init))
        return result
    }
}

@Suite struct `Apple's rules` {
    @Test func `are kept by clean playlists`() throws {
        for files in [Clean.onDemand, Clean.live, Clean.lowLatency] { #expect(try appleIDs(of: files) == []) }
    }

    @Test(arguments: video + audio + text + trickPlay + media + multivariant + protection + growing + others + spatial)
    private func `are broken by what breaks them`(example: Case) throws {
        let platforms = example.platform.map { [$0] } ?? []
        let before = try appleIDs(of: example.base, platforms)
        let broken = try appleIDs(of: example.files, platforms).subtracting(before)
        // Rules of the draft that ask for the same are tested where they are.
        #expect(broken.filter { $0.hasPrefix("A") } == example.ids, "\(broken.sorted())")
    }

    @Test func `each has an example`() {
        let shown = Set(
            (video + audio + text + trickPlay + media + multivariant + protection + growing + others + spatial).flatMap(
                \.ids))
        let below: Set = ["A1.26", "A1.27", "A1.30", "A1.32@ios", "A9.21@ios"]
        #expect(Set(AppleRule.all.map(\.rule.id)).subtracting(shown) == below)
    }

    @Test func `have ids of their own`() {
        #expect(Set(AppleRule.all.map(\.rule.id)).count == AppleRule.all.count)
    }

    @Test func `ask for variants for cellular networks on iOS`() throws {
        #expect(try appleIDs(of: Clean.onDemand, [.ios]) == ["A1.32@ios", "A9.21@ios"])
    }

    /// Three segments of six seconds. With a target of six no two of them are a run that counts towards the peak, which
    /// is that of one segment; all bytes times eight over 18 s is the average.
    @Test(arguments: [
        (sizes: [750, 1500, 750], declared: 2000, average: 1333, ids: [String]()),
        (sizes: [750, 1500, 750], declared: 2190, average: 1460, ids: []),
        (sizes: [750, 1500, 750], declared: 2300, average: 1333, ids: ["A1.27"]),
        (sizes: [750, 1500, 750], declared: 1800, average: 1333, ids: ["A1.27"]),
        (sizes: [750, 1500, 750], declared: 2000, average: 1000, ids: ["A1.26"]),
        (sizes: [600, 3000, 600], declared: 4000, average: 1867, ids: ["A1.30"]),
    ])
    func `compare bit rates with sizes`(sizes: [Int], declared: Int, average: Int, ids: [String]) throws {
        let stream = "BANDWIDTH=\(declared),AVERAGE-BANDWIDTH=\(average),CODECS=\"mp4a.40.2\""
        let segments = sizes.map { "#EXTINF:6,\n#EXT-X-BYTERANGE:\($0)@0\na.aac\n" }.joined()
        let files = [
            "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:\(stream)\na.m3u8\n#EXT-X-STREAM-INF:\(stream)\na.m3u8?\n",
            "a.m3u8": "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n\(type)\(segments)#EXT-X-ENDLIST\n",
        ]
        #expect(try appleIDs(of: files).filter { $0.hasPrefix("A") } == Set(ids))
    }

    @Test(arguments: ["6", "0.000000000000000001"])
    func `say of a rate that no number holds that it is too high`(seconds: String) throws {
        let stream = "BANDWIDTH=1000,AVERAGE-BANDWIDTH=1000,CODECS=\"mp4a.40.2\""
        let segment = "#EXTINF:\(seconds),\n#EXT-X-BYTERANGE:18446744073709551615@0\na.aac\n"
        let gap = "#EXTINF:6,\n#EXT-X-BYTERANGE:1@0\nb.aac\n"
        let files = [
            "main.m3u8": "#EXTM3U\n#EXT-X-STREAM-INF:\(stream)\na.m3u8\n",
            "a.m3u8":
                "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n\(type)\(segment)\(gap)\(gap)#EXT-X-ENDLIST\n",
        ]
        #expect(try appleIDs(of: files).isSuperset(of: ["A1.26", "A1.27"]))
    }
}
