/// Rules of media segment tags.
extension Rule {
    static let s01 = Rule("S01", .must, "4.4.4.1", "Every segment has its own EXTINF")
    static let s02 = Rule("S02", .must, "4.4.4.1", "EXTINF is a duration, a comma and a title")
    static let s03 = Rule("S03", .must, "4.2", "The duration of EXTINF has no sign, exponent or unit")
    static let s04 = Rule(
        "S04", .should, "4.4.4.1", "Durations are exact enough not to drift", needs: [.text, .segments])
    static let s05 = Rule("S05", .must, "4.4.4.2", "A byte range is LENGTH or LENGTH@OFFSET")
    static let s06 = Rule(
        "S06", .must, "4.4.4.2", "A byte range without an offset follows a range of the same resource")
    static let s10 = Rule("S10", .must, "4.4.4.5", "EXT-X-MAP has a URI, and its byte range an offset")
    static let s13 = Rule("S13", .must, "4.4.4.5", "An AES-128 key that applies to EXT-X-MAP has an IV")
    static let s14 = Rule("S14", .must, "4.4.4.6", "EXT-X-PROGRAM-DATE-TIME is an ISO 8601 date and time")
    static let s15 = Rule("S15", .should, "4.4.4.6", "A date has a zone and milliseconds")
    static let s16 = Rule("S16", .should, "6.2.1", "Where dates are used, every discontinuity has one")
    static let s17 = Rule(
        "S17", .must, "6.2.1", "No date is that of two segments, but for less than a second")
    static let s19 = Rule(
        "S19", .must, "4.4.4.8", "EXT-X-BITRATE is a whole number of kbit/s", needs: [.text, .segments, .answers])
    static let s20 = Rule("S20", .must, "4.4.4", "Segment tags stand in media playlists only")
    static let s21 = Rule("S21", .info, "4.4.4", "Every segment tag has a segment to apply to")
    static let s22 = Rule("S22", .must, "6.2.2", "Every segment has a media sequence number of its own, under 2^64")
    static let s24 = Rule(
        "S24", .info, "4.4.4.3", "A segment has one EXT-X-DISCONTINUITY at most; players differ on more")
    static let s25 = Rule("S25", .info, "4.4.4.2", "A byte range is not empty")
    static let s26 = Rule(
        "S26", .info, "4.4.4.2", "EXT-X-BYTERANGE does not stand above an EXT-X-MAP; players differ on whose it is")
    static let s27 = Rule("S27", .info, "4.4.4.1", "A segment lasts longer than nothing")
    static let s28 = Rule("S28", .info, "3.1.2", "Segments that are named as fragmented MP4 have an EXT-X-MAP")

    static let segmentRules: [Rule] = [
        .s01, .s02, .s03, .s04, .s05, .s06, .s10, .s13, .s14, .s15, .s16, .s17, .s19, .s20, .s21, .s22, .s24,
        .s25, .s26, .s27, .s28,
    ]
}
