/// Rules of partial segments, delta updates and server control.
extension Rule {
    static let l01 = Rule("L01", .must, "4.4.3.7", "A playlist with parts has EXT-X-PART-INF with PART-TARGET")
    static let l02 = Rule("L02", .must, "4.4.4.9", "EXT-X-PART has URI and DURATION")
    static let l03 = Rule("L03", .must, "4.4.4.9", "No part lasts longer than the part target")
    static let l04 = Rule(
        "L04", .must, "4.4.4.9", "A part lasts at least 85 % of the part target unless it has a reason not to")
    static let l06 = Rule("L06", .must, "4.4.4.9", "The parts of a gap segment are gaps", needs: [.text, .answers])
    static let l07 = Rule("L07", .must, "4.4.4.9", "Tags that apply to a segment stand before its first part")
    static let l08 = Rule(
        "L08", .must, "4.4.4.9", "A part's byte range without an offset follows a part of the same segment and resource"
    )
    static let l10 = Rule("L10", .must, "4.4.3.8", "CAN-SKIP-UNTIL is at least six target durations")
    static let l11 = Rule("L11", .must, "4.4.3.8", "CAN-SKIP-DATERANGES is YES and comes with CAN-SKIP-UNTIL")
    static let l12 = Rule("L12", .must, "4.4.3.8", "HOLD-BACK is at least three target durations")
    static let l13 = Rule(
        "L13", .must, "4.4.3.8", "With EXT-X-PART-INF there is PART-HOLD-BACK of at least two part targets")
    static let l14 = Rule(
        "L14", .should, "4.4.3.8", "PART-HOLD-BACK is at least three part targets", needs: [.playlists])
    static let l15 = Rule("L15", .must, "4.4.5.3", "EXT-X-PRELOAD-HINT has TYPE, PART or MAP, and URI")
    static let l16 = Rule("L16", .must, "4.4.5.3", "A playlist that is complete has no EXT-X-PRELOAD-HINT")
    static let l17 = Rule("L17", .should, "6.2.6", "There is at most one EXT-X-PRELOAD-HINT of a TYPE")
    static let l19 = Rule(
        "L19", .must, "4.4.5.4", "EXT-X-RENDITION-REPORT has a URI, relative to the playlist",
        needs: [.text, .playlists])
    static let l20 = Rule("L20", .must, "4.4.5.2", "EXT-X-SKIP stands at most once and has SKIPPED-SEGMENTS")
    static let l22 = Rule(
        "L22", .should, "6.2.2", "Parts further than three target durations from the end are gone",
        needs: [.text, .reloads, .answers])
    static let l25 = Rule(
        "L25", .should, "B.1", "Every playlist of a low-latency presentation has dates", needs: [.playlists])
    static let l27 = Rule("L27", .should, "B.1", "A low-latency playlist that grows hints at its next part")
    static let l28 = Rule(
        "L28", .must, "B.1", "A low-latency playlist reports on every other one", needs: [.playlists]
    )

    static let lowLatencyRules: [Rule] = [
        .l01, .l02, .l03, .l04, .l06, .l07, .l08, .l10, .l11, .l12, .l13, .l14, .l15, .l16, .l17, .l19, .l20, .l22,
        .l25, .l27, .l28,
    ]
}
