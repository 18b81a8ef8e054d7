/// Rules of tags about a media playlist as a whole.
extension Rule {
    static let m01 = Rule("M01", .must, "4.4.3.1", "A media playlist has EXT-X-TARGETDURATION")
    static let m02 = Rule("M02", .must, "4.4.3.1", "The target duration is a whole number of seconds, at least 1")
    static let m03 = Rule("M03", .must, "4.4.3.1", "No EXTINF, rounded, exceeds the target duration")
    static let m04 = Rule(
        "M04", .info, "Apple -12642", "No EXTINF exceeds twice the target duration, which Apple's tool calls critical")
    static let m05 = Rule("M05", .must, "4.4.3", "A tag about the playlist as a whole stands at most once")
    static let m06 = Rule("M06", .must, "4.4.3", "Tags about a media playlist stand in media playlists only")
    static let m07 = Rule(
        "M07", .must, "4.4.3.2", "EXT-X-MEDIA-SEQUENCE is a whole number and stands before the first segment")
    static let m08 = Rule(
        "M08", .must, "4.4.3.3", "EXT-X-DISCONTINUITY-SEQUENCE is a whole number and stands before the first segment")
    static let m09 = Rule(
        "M09", .must, "4.4.3.3", "EXT-X-DISCONTINUITY-SEQUENCE stands before every EXT-X-DISCONTINUITY")
    static let m10 = Rule("M10", .must, "4.4.3.5", "EXT-X-PLAYLIST-TYPE is EVENT or VOD")
    static let m11 = Rule("M11", .must, "6.2.1", "A playlist that holds the last segment has EXT-X-ENDLIST")
    static let m13 = Rule("M13", .must, "4.4.2", "EXT-X-INDEPENDENT-SEGMENTS and EXT-X-START stand at most once each")
    static let m14 = Rule(
        "M14", .should, "4.4.2", "What the multivariant playlist says of all media playlists is not said again in them",
        needs: [.playlists])
    static let m15 = Rule(
        "M15", .must, "4.4.2", "EXT-X-START in a media playlist says what the multivariant playlist says",
        needs: [.playlists])
    static let m16 = Rule(
        "M16", .must, "4.4.2.2", "EXT-X-START has TIME-OFFSET, a signed number, and PRECISE is YES or NO")
    static let m17 = Rule("M17", .should, "4.4.2.2", "TIME-OFFSET does not reach past the playlist")
    static let m18 = Rule(
        "M18", .should, "4.4.2.2", "In a playlist that grows, TIME-OFFSET stays three target durations from the end")
    static let m21 = Rule(
        "M21", .must, "4.4.3.6", "An I-frame range leaves out the init section", needs: [.text, .segments])
    static let m22 = Rule(
        "M22", .should, "4.4.4.5", "An I-frame playlist has EXT-X-MAP unless its first frame follows the init section",
        needs: [.text, .segments])
    static let m24 = Rule("M24", .info, "4.4.4", "A media playlist has a segment, or a part of one")
    static let m23 = Rule("M23", .should, "4.4.4.9", "An I-frame playlist has no partial segments")

    static let mediaPlaylistRules: [Rule] = [
        .m01, .m02, .m03, .m04, .m05, .m06, .m07, .m08, .m09, .m10, .m11, .m13, .m14, .m15, .m16, .m17, .m18, .m21,
        .m22,
        .m23, .m24,
    ]
}
