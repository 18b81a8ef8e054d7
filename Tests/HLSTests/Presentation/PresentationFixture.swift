import HLS
import Testing

/// The texts of a presentation by the URIs that its multivariant playlist has for them; that playlist is "".
struct PresentationFixture: Sendable, CustomTestStringConvertible {
    var testDescription: String { texts.keys.sorted().joined(separator: " ") }

    var texts: [String: String]
    var uri: String? = "https://h/p/m.m3u8"

    /// The same with a piece of one text replaced, which has to be there.
    func replacing(_ old: String, with new: String, in name: String = "") -> PresentationFixture {
        var copy = self
        let text = texts[name] ?? ""
        let parts = text.split(separator: old, omittingEmptySubsequences: false)
        precondition(parts.count > 1, "'\(old)' is not in '\(name)'")
        copy.texts[name] = parts.joined(separator: new)
        return copy
    }

    /// The same with the piece replaced in several texts.
    func replacing(_ old: String, with new: String, in names: [String]) -> PresentationFixture {
        names.reduce(self) { $0.replacing(old, with: new, in: $1) }
    }

    /// The presentation with all its texts read.
    var presentation: PresentationPlaylists {
        var presentation = PresentationPlaylists(multivariant: Array((texts[""] ?? "").utf8), uri: uri)!
        for member in presentation.members {
            if let text = texts[member.uri] { presentation.read(Array(text.utf8), for: member.uri) }
        }
        return presentation
    }
}

extension PresentationFixture {
    private static let iv = "IV=0x00000000000000000000000000000001"
    private static let start = "START-DATE=\"2026-01-01T00:00:08.000Z\""
    private static let ranges = """
        #EXT-X-DATERANGE:ID="ad1",CLASS="com.apple.hls.interstitial",\(start),X-ASSET-URI="https://ads/1?_HLS_interstitial_id=ad1"
        #EXT-X-DATERANGE:ID="ad2",CLASS="com.apple.hls.interstitial",\(start),X-ASSET-URI="https://ads/2?_HLS_interstitial_id=ad2"
        #EXT-X-DATERANGE:ID="chapter",\(start),DURATION=4.000,X-TITLE="One"
        """

    /// A finished stream: two variants, two languages, subtitles, I-frames, keys, dates, date ranges and a
    /// discontinuity. Each playlist is ranges of one file. Audio is cut elsewhere than video, and starts later.
    static let onDemand = PresentationFixture(texts: [
        "": """
        #EXTM3U
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-START:TIME-OFFSET=4.0
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="keys/360",\(iv)
        #EXT-X-SESSION-KEY:METHOD=AES-128,URI="https://H/p/keys/audio",\(iv)
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",DEFAULT=YES,CHANNELS="2",URI="audio/en.m3u8"
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Deutsch",LANGUAGE="de",CHANNELS="2",URI="audio/de.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="text/en.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=270000,AVERAGE-BANDWIDTH=264000,CODECS="avc1.64001e,mp4a.40.2",\
        RESOLUTION=640x360,FRAME-RATE=30.000,AUDIO="a",SUBTITLES="s",HDCP-LEVEL=NONE
        video/360.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=864000,AVERAGE-BANDWIDTH=864000,CODECS="avc1.64001f,mp4a.40.2",\
        RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO="a",SUBTITLES="s",HDCP-LEVEL=TYPE-0
        video/720.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,CODECS="avc1.64001e",RESOLUTION=640x360,URI="video/360i.m3u8"
        """,
        "video/360.m3u8": finished("360", bytes: 100_000, [4, 4, 4, 4, 2.5], dates: [0, 12], ranges),
        "video/720.m3u8": finished("720", bytes: 400_000, [4, 4, 4, 4, 2.5], dates: [0, 12], ranges),
        "video/360i.m3u8": finished(
            "360", bytes: 20_000, [4, 4, 4, 4, 2.5], dates: [0, 12], "#EXT-X-I-FRAMES-ONLY\n\(ranges)"),
        "audio/en.m3u8": finished("audio", bytes: 32_000, [3.989, 4.011, 3.989, 4.011, 2.4], dates: [0.02, 12]),
        "audio/de.m3u8": finished("audio", bytes: 32_000, [3.9, 4.011, 4.05, 3.989, 2.5], dates: [0.04, 12]),
        "text/en.m3u8": """
        #EXTM3U
        #EXT-X-TARGETDURATION:12
        #EXT-X-PLAYLIST-TYPE:VOD
        #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
        #EXTINF:12,
        0.vtt
        #EXT-X-DISCONTINUITY
        #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:12.000Z
        #EXTINF:2,
        1.vtt
        #EXT-X-ENDLIST
        """,
    ])

    /// Two views in two resolutions, and their I-frames.
    static let angles = PresentationFixture(texts: [
        "": """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="low",NAME="Main",DEFAULT=YES
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="low",NAME="Side",URI="low-side.m3u8"
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="high",NAME="Main",DEFAULT=YES
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="high",NAME="Side",URI="high-side.m3u8"
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="i",NAME="Main",DEFAULT=YES
        #EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID="i",NAME="Side",URI="i-side.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.64001e",RESOLUTION=640x360,FRAME-RATE=30,VIDEO="low"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=800000,CODECS="avc1.64001f",RESOLUTION=1280x720,FRAME-RATE=30,VIDEO="high"
        high.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=90000,CODECS="avc1.64001e",RESOLUTION=640x360,VIDEO="i",URI="i.m3u8"
        """,
        "low.m3u8": finished("low", bytes: 100_000, [4, 4, 4, 4, 2.5], dates: [0, 12]),
        "low-side.m3u8": finished("low-side", bytes: 90_000, [4, 4, 4, 4, 2.5], dates: [0, 12]),
        "high.m3u8": finished("high", bytes: 400_000, [4, 4, 4, 4, 2.5], dates: [0, 12]),
        "high-side.m3u8": finished("high-side", bytes: 300_000, [4, 4, 4, 4, 2.5], dates: [0, 12]),
        "i.m3u8": finished("i", bytes: 20_000, [4, 4, 4, 4, 2.5], dates: [0, 12], "#EXT-X-I-FRAMES-ONLY"),
        "i-side.m3u8": finished("i-side", bytes: 20_000, [4, 4, 4, 4, 2.5], dates: [0, 12], "#EXT-X-I-FRAMES-ONLY"),
    ])

    /// Segments of that many bytes and seconds, the last two after a discontinuity.
    private static func finished(
        _ key: String, bytes: Int, _ durations: [Double], dates: [Double], _ more: String? = nil
    ) -> String {
        let version = more?.hasPrefix("#EXT-X-I-FRAMES-ONLY") == true ? 5 : 6
        var lines = ["#EXTM3U", "#EXT-X-VERSION:\(version)", "#EXT-X-TARGETDURATION:4", "#EXT-X-PLAYLIST-TYPE:VOD"]
        if let more { lines.append(more) }
        lines.append("#EXT-X-KEY:METHOD=AES-128,URI=\"/p/keys/\(key)\",\(iv)")
        lines.append("#EXT-X-MAP:URI=\"\(key).mp4\",BYTERANGE=\"800@0\"")
        for (index, duration) in durations.enumerated() {
            if index == 3 { lines.append("#EXT-X-DISCONTINUITY") }
            if index == 0 { lines.append(date(dates[0])) }
            if index == 3 { lines.append(date(dates[1])) }
            let size = Int(Double(bytes) * duration / 4)
            lines += ["#EXTINF:\(duration),", "#EXT-X-BYTERANGE:\(size)@\(1000 + index * bytes)", "\(key).mp4"]
        }
        return (lines + ["#EXT-X-ENDLIST"]).joined(separator: "\n")
    }

    private static func date(_ seconds: Double) -> String {
        "#EXT-X-PROGRAM-DATE-TIME:"
            + DateTime(millisecondsSince1970: 1_767_225_600_000 + Int64(seconds * 1000)).description
    }
}

// MARK: Playlists that grow

extension PresentationFixture {
    /// A window that slides. The second variant was loaded two segments later, the audio a minute later.
    static let live = PresentationFixture(texts: [
        "": """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",CHANNELS="2",URI="audio.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=30,AUDIO="a"
        low.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=30,AUDIO="a"
        high.m3u8
        """,
        "low.m3u8": sliding(10..<16, named: "low"), "high.m3u8": sliding(12..<18, named: "high"),
        "audio.m3u8": sliding(26..<32, named: "audio"),
    ])

    /// Segments of four seconds by their numbers, with dates; a discontinuity before every twelfth.
    private static func sliding(_ numbers: Range<Int>, named name: String) -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-TARGETDURATION:4", "#EXT-X-MEDIA-SEQUENCE:\(numbers.lowerBound)",
            "#EXT-X-DISCONTINUITY-SEQUENCE:\((numbers.lowerBound + 11) / 12)",
        ]
        for number in numbers {
            if number % 12 == 0 { lines.append("#EXT-X-DISCONTINUITY") }
            lines += [date(Double(4 * number)), "#EXTINF:4,", "\(name)\(number).ts"]
        }
        return lines.joined(separator: "\n")
    }

    /// A low-latency stream of two variants and subtitles that have no parts.
    static let lowLatency = PresentationFixture(texts: [
        "": """
        #EXTM3U
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",URI="text.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64001e",RESOLUTION=640x360,FRAME-RATE=30,SUBTITLES="s"
        low.m3u8?t=1
        #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.64001f",RESOLUTION=1280x720,FRAME-RATE=30,SUBTITLES="s"
        high.m3u8?t=1
        """,
        "low.m3u8?t=1": inParts("low", "high.m3u8", "text.m3u8"),
        "high.m3u8?t=1": inParts("high", "low.m3u8", "text.m3u8"),
        "text.m3u8": """
        #EXTM3U
        #EXT-X-TARGETDURATION:4
        \(control)
        #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
        #EXTINF:4,
        0.vtt
        #EXT-X-RENDITION-REPORT:URI="low.m3u8",LAST-MSN=1,LAST-PART=0
        #EXT-X-RENDITION-REPORT:URI="high.m3u8",LAST-MSN=1,LAST-PART=0
        """,
    ])

    private static let control = "#EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3"

    private static func inParts(_ name: String, _ others: String...) -> String {
        let reports = others.map { "#EXT-X-RENDITION-REPORT:URI=\"\($0)\",LAST-MSN=1" }
        return """
            #EXTM3U
            #EXT-X-TARGETDURATION:4
            \(control)
            #EXT-X-PART-INF:PART-TARGET=1
            #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
            #EXTINF:4,
            \(name)0.ts
            #EXT-X-PART:DURATION=1,URI="\(name)1.0.ts"
            #EXT-X-PRELOAD-HINT:TYPE=PART,URI="\(name)1.1.ts"
            \(reports.joined(separator: "\n"))
            """
    }

    /// An event that is over, of version 1: whole seconds, which drift, and no dates. The sound stops a little early.
    static let event = PresentationFixture(
        texts: [
            "": """
            #EXTM3U
            #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.64001e,mp4a.40.2",RESOLUTION=640x360,FRAME-RATE=30
            low.m3u8
            #EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS="mp4a.40.2"
            sound.m3u8
            """,
            "low.m3u8": over(Array(repeating: 10, count: 12)),
            "sound.m3u8": over(Array(repeating: 9, count: 11) + [4]),
        ], uri: nil)

    private static func over(_ durations: [Int]) -> String {
        let segments = durations.enumerated().map { index, duration in
            (index == 6 ? "#EXT-X-DISCONTINUITY\n" : "") + "#EXTINF:\(duration),\n\(index).ts"
        }
        return (["#EXTM3U", "#EXT-X-TARGETDURATION:10", "#EXT-X-PLAYLIST-TYPE:EVENT"] + segments + ["#EXT-X-ENDLIST"])
            .joined(separator: "\n")
    }
}
