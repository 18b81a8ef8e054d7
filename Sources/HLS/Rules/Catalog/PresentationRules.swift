/// Rules that bind the playlists of one presentation.
extension Rule {
    static let x01 = Rule("X01", .must, "6.2.4", "Media playlists have one target duration", needs: [.playlists])
    static let x03 = Rule(
        "X03", .must, "6.2.4", "Matching content has one discontinuity sequence number", needs: [.playlists])
    static let x04 = Rule(
        "X04", .must, "6.2.4", "What one playlist lacks is at its start or end and no longer than a target duration",
        needs: [.playlists])
    static let x05 = Rule(
        "X05", .must, "6.2.4", "EXT-X-PLAYLIST-TYPE is on all media playlists with one value, or on none",
        needs: [.playlists])
    static let x07 = Rule(
        "X07", .must, "6.2.4", "Dates are in all media playlists or in none", needs: [.playlists, .segments])
    static let x08 = Rule("X08", .must, "6.2.4", "Playlists with date ranges have the same", needs: [.playlists])
    static let x09 = Rule(
        "X09", .must, "6.2.4", "EXT-X-SERVER-CONTROL is on all media playlists with one value, or on none",
        needs: [.playlists])
    static let x12 = Rule(
        "X12", .must, "D.2", "Interstitials of one time are in one order in all playlists", needs: [.playlists])
    static let x10 = Rule(
        "X10", .must, "4.4.6.2.1", "No playable combination needs more than the BANDWIDTH of its variant",
        needs: [.playlists, .answers])
    static let b04 = Rule(
        "B04", .must, "4.4.6.2", "BANDWIDTH is the largest sum of peak bit rates that can be played together",
        needs: [.playlists, .answers])
    static let b05 = Rule(
        "B05", .must, "4.4.6.2",
        "AVERAGE-BANDWIDTH is the largest sum of average bit rates that can be played together",
        needs: [.playlists, .answers])
    static let b07 = Rule("B07", .info, "4.4.6.2", "AVERAGE-BANDWIDTH is not above BANDWIDTH")

    static let presentationRules: [Rule] = [
        .x01, .x03, .x04, .x05, .x07, .x08, .x09, .x10, .x12, .b04, .b05, .b07,
    ]
}
