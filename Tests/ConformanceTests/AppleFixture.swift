import Conformance
import HLS

/// Playlists that break no rule of either profile, by their names, to be spoiled by tests.
enum Clean {
    private static let stream =
        "AVERAGE-BANDWIDTH=900000,CODECS=\"avc1.640028,mp4a.40.2\",RESOLUTION=1280x720,FRAME-RATE=30.000,AUDIO=\"a\",SUBTITLES=\"s\""

    /// Video on demand: two variants in two places, audio, subtitles, I-frames at two rates.
    static let onDemand: [String: String] = [
        "main.m3u8": """
        #EXTM3U
        #EXT-X-INDEPENDENT-SEGMENTS
        #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",LANGUAGE="en",AUTOSELECT=YES,CHANNELS="2",URI="a.m3u8"
        #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="s",NAME="English",LANGUAGE="en",AUTOSELECT=YES,URI="s.m3u8"
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,\(stream.replacing("900000", with: "1900000"))
        v2.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=2000000,\(stream.replacing("900000", with: "1900000"))
        other/v2.m3u8
        #EXT-X-STREAM-INF:BANDWIDTH=1000000,\(stream)
        v1.m3u8
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.640028",RESOLUTION=1280x720,URI="i2.m3u8"
        #EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=100000,CODECS="avc1.640028",RESOLUTION=1280x720,URI="i1.m3u8"

        """,
        "v1.m3u8": segments(".ts"), "v2.m3u8": segments(".ts"), "other/v2.m3u8": segments(".ts"),
        "a.m3u8": segments(".aac"), "s.m3u8": segments(".vtt"), "i1.m3u8": frames, "i2.m3u8": frames,
    ]

    private static func segments(_ suffix: String) -> String {
        "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n"
            + (0..<3).map { "#EXTINF:6,\n\($0)\(suffix)\n" }.joined() + "#EXT-X-ENDLIST\n"
    }

    private static let frames =
        "#EXTM3U\n#EXT-X-VERSION:4\n#EXT-X-TARGETDURATION:6\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXT-X-I-FRAMES-ONLY\n"
        + (0..<18).map { "#EXTINF:1,\n\($0).ts\n" }.joined() + "#EXT-X-ENDLIST\n"

    /// A live playlist of 1,500 six-second segments.
    static let live: [String: String] = [
        "main.m3u8": "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:10\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n"
            + "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z\n"
            + (0..<1500).map { "#EXTINF:6,\n\($0).ts\n" }.joined()
    ]

    /// A low-latency playlist that has just begun.
    static let lowLatency: [String: String] = [
        "main.m3u8": """
        #EXTM3U
        #EXT-X-TARGETDURATION:6
        #EXT-X-SERVER-CONTROL:CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=3
        #EXT-X-PART-INF:PART-TARGET=1
        #EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00.000Z
        #EXTINF:6,
        0.ts
        #EXTINF:6,
        1.ts
        #EXT-X-PART:DURATION=1,URI="2.0.ts"
        #EXT-X-PRELOAD-HINT:TYPE=PART,URI="2.1.ts"

        """
    ]
}

/// The ids of the broken rules of these files, of which `main.m3u8` is checked.
func appleIDs(of files: [String: String], _ platforms: [DevicePlatform] = []) throws -> Set<String> {
    try withFiles(files) { folder in
        Set(try Checker.check(file: "\(folder)/main.m3u8", profile: .apple, platforms: platforms).ids)
    }
}
