import HLS

/// Rules of Apple's that text does not tell, by name only.
extension AppleRule {
    static let unchecked: [Rule] = [
        unchecked("1.2", .appleMust, "H.264 is in fMP4 or MPEG-2 TS", .segments),
        unchecked("1.5", .appleMust, "HEVC is in fMP4", .segments),
        unchecked("1.7", .appleMust, "HDR in HEVC is HDR10, HLG or Dolby Vision", .streams),
        unchecked("1.8", .appleShould, "Static metadata of HDR10 is in hvcC", .streams),
        unchecked("1.11", .appleShould, "A level is no higher than size and rate need", .streams),
        unchecked("1.13", .appleShould, "There is an IDR frame every two seconds", .streams),
        unchecked("1.14", .appleMust, "Video is not interlaced", .streams),
        unchecked(
            "1.15", .appleShould, "Interlaced content of 30 frames a second becomes 60 progressive ones", .knowledge),
        unchecked("1.16", .appleShould, "Live content of NTSC is in 59.94 or 60 frames a second", .knowledge),
        unchecked("1.17", .appleShould, "Live content of PAL is in 50 frames a second", .knowledge),
        unchecked("1.18", .appleShould, "Video on demand has one of the usual frame rates", .streams),
        unchecked("1.21", .appleShould, "All video has one colour space", .streams),
        unchecked("1.22", .appleShould, "Video on demand keeps the colour space it was made in", .knowledge),
        unchecked("1.25", .may, "Bit rates are those of the example ladders", .knowledge),
        unchecked(
            "1.28", .appleMust, "The average bit rate of live content is under 110 % of AVERAGE-BANDWIDTH", .reloads),
        unchecked("1.29", .appleMust, "The peak bit rate of live content is under 125 % of BANDWIDTH", .reloads),
        unchecked("1.35", .appleShould, "HDR10 has its mastering and light level messages", .streams),
        unchecked("1.36", .appleMust, "MV-HEVC is for stereo video only", .segments),
        unchecked("1.39", .appleMust, "AV1 is in fMP4", .segments),
        unchecked("1.41@ap2", .appleMust, "Encrypted fMP4 has senc, or saiz and saio", .segments),
        unchecked("2.1", .appleShould, "Audio is not multiplexed in MPEG-2 TS", .segments),
        unchecked("2.9", .appleShould, "Audio has one of the recommended bit rates", .answers),
        unchecked("2.11", .appleMust, "Channels change at a discontinuity only", .segments),
        unchecked("2.17", .appleMust, "A segment has one audio stream", .segments),
        unchecked("2.18", .appleShould, "Audio has loudness metadata", .streams),
        unchecked("2.19", .appleShould, "Audio has metadata for dynamic range control", .streams),
        unchecked("2.20", .appleShould, "Loudness of fMP4 is in ludt", .streams),
        unchecked("2.21", .appleShould, "Other audio has loudness in its own stream", .streams),
        unchecked("2.22", .appleMust, "xHE-AAC has loudness metadata with a peak", .streams),
        unchecked("2.24", .appleMust, "HE-AAC in fMP4 signals SBR explicitly", .streams),
        unchecked("2.25", .appleMust, "xHE-AAC, ALAC, FLAC and APAC are in fMP4", .segments),
        unchecked("2.30", .appleMust, "APAC has loudness and dynamic range metadata in its stream", .streams),
        unchecked("3.2", .appleShould, "Inserted media has the codecs of what is around it", .segments),
        unchecked("3.3", .appleShould, "Inserted media has the aspect ratio of what is around it", .segments),
        unchecked("3.4", .appleShould, "Inserted media keeps to the variant's bit rate", .segments),
        unchecked("4.2", .appleMust, "Captions are CEA-608, CEA-708, WebVTT or IMSC", .segments),
        unchecked("4.3", .appleMust, "CEA-608 and CEA-708 are in the video", .streams),
        unchecked("5.2", .appleMust, "Subtitles are WebVTT, or IMSC in fMP4", .segments),
        unchecked("5.3", .appleMust, "WebVTT is in text files with X-TIMESTAMP-MAP", .segments),
        unchecked("5.4", .appleMust, "IMSC is in fMP4", .segments),
        unchecked("5.8", .appleMust, "Regular subtitles have the forced ones of their language in them", .segments),
        unchecked("6.4", .appleShould, "I-frames are made from the lowest rate of their size", .knowledge),
        unchecked("6.7", .may, "I-frames have one of the recommended bit rates", .answers),
        unchecked("6.9", .appleMust, "The peak rate of I-frames is worked out as that of segments", .answers),
        unchecked("6.10", .appleMust, "The range of an I-frame in fMP4 has its moof in it", .segments),
        unchecked("6.17", .may, "Trick play has Motion JPEG images", .knowledge),
        unchecked("7.1", .appleMust, "Media is continuous from segment to segment", .segments),
        unchecked("7.2", .appleMust, "MPEG-2 TS counts and timestamps go on", .segments),
        unchecked("7.3", .appleMust, "tfdt is the one before plus what it lasted", .segments),
        unchecked("7.4", .appleMust, "Each video segment begins with an IDR frame", .streams),
        unchecked("7.8", .appleShould, "Segments of xHE-AAC begin with an immediate playout frame", .streams),
        unchecked("7.9", .appleMust, "Segments of APAC begin with an audio sync packet", .streams),
        unchecked("8.1", .appleMust, "EXTINF sums to what segments last, within a frame", .segments),
        unchecked("8.8", .appleMust, "An event has EXT-X-PLAYLIST-TYPE:EVENT", .reloads),
        unchecked("8.13", .appleMust, "Breaks of the encoding are discontinuities", .streams),
        unchecked("8.14", .appleMust, "Changes of the frame rate are discontinuities", .streams),
        unchecked("8.16", .appleShould, "The codec does not change at discontinuities", .segments),
        unchecked("8.18", .appleMust, "Media is not redirected", .answers),
        unchecked("8.19", .appleShould, "Boundaries of programmes are date ranges", .knowledge),
        unchecked("8.21", .appleShould, "Timed metadata is in date ranges", .knowledge),
        unchecked("8.24", .appleShould, "A live playlist is served fresh", .answers),
        unchecked("9.5", .appleShould, "Audio and video are not multiplexed", .segments),
        unchecked("9.13", .appleMust, "BANDWIDTH is the largest sum of peaks", .segments),
        unchecked("10.1", .appleMust, "Playlists are compressed with gzip", .answers),
        unchecked("10.4", .appleShould, "Media types are the recommended ones", .answers),
        unchecked("11.1", .appleShould, "Playlists come over TLS", .answers),
        unchecked("11.2", .appleShould, "Segments come over TLS", .answers),
        unchecked("11.3", .appleShould, "Keys come over TLS", .answers),
        unchecked("12.1", .appleMust, "TLS is 1.2 or later, with forward secrecy", .answers),
        unchecked("12.2", .appleMust, "TLS uses neither RC4 nor SHA-1", .answers),
        unchecked(
            "12.3", .appleMust, "Certificates have keys of 2048 bits of RSA, or 256 of elliptic curves", .answers),
        unchecked("13.7", .appleMust, "Encrypted video has the pattern 1:9", .segments),
        unchecked("16.2", .appleMust, "Spatial video has vexu", .segments),
        unchecked(
            "16.3", .appleMust, "Spatial and flat video meet at a discontinuity, or have both descriptions", .segments),
        unchecked("16.5", .appleMust, "Mono sections of stereo video are listed as CH-MONO", .streams),
    ]

    /// Those that are about every device, and those about one of the platforms.
    static func unchecked(for platforms: [DevicePlatform]) -> [Rule] {
        unchecked.filter { rule in
            guard let at = rule.id.firstIndex(of: "@") else { return true }
            return platforms.contains { $0.suffix == rule.id[rule.id.index(after: at)...] }
        }
    }

    private static func unchecked(
        _ number: String, _ level: Rule.Level, _ summary: String, _ need: Rule.Need
    ) -> Rule {
        Rule("A\(number)", level, "Apple \(number.prefix { $0 != "@" })", summary, needs: [need])
    }
}
