/// Rules between playlists.
extension Explanation {
    static let presentation: [String: Explanation] = [
        "X01": Explanation(
            why: "A client paces all loads by one of them.",
            mend: "Give all playlists the largest of their target durations."),
        "X03": Explanation(
            why: "A client that switches takes the wrong timestamps for the same.",
            mend: "Count discontinuities alike in all playlists."),
        "X04": Explanation(
            why: "A client that switches finds nothing there.",
            mend: "Give all playlists segments for the same time."),
        "X05": Explanation(
            why: "A client does not know whether the presentation will change.",
            mend: "Write the same EXT-X-PLAYLIST-TYPE into all media playlists."),
        "X07": Explanation(
            why: "A client cannot find the same moment in another playlist.",
            mend: "Add EXT-X-PROGRAM-DATE-TIME to all media playlists."),
        "X08": Explanation(
            why: "What happens depends on which playlist a client has loaded.",
            mend: "Write the same EXT-X-DATERANGE tags into all of them."),
        "X09": Explanation(
            why: "A client applies one playlist's delays to all.",
            mend: "Write the same EXT-X-SERVER-CONTROL into all media playlists."),
        "X10": Explanation(
            why: "A client chooses a combination that its network does not carry.",
            mend: "Raise BANDWIDTH to the sum of the peaks."),
        "X12": Explanation(
            why: "A client that switches plays them in another order.",
            mend: "Write them in one order in all playlists."),
        "B04": Explanation(
            why: "A client chooses by it, and stalls or wastes quality.",
            mend: "Set BANDWIDTH to the peak of the variant's segments and of its heaviest renditions."),
        "B05": Explanation(
            why: "A client chooses by it, and stalls or wastes quality.",
            mend: "Set AVERAGE-BANDWIDTH to the average of the variant's segments and of its heaviest renditions."),
        "B07": Explanation(
            why: "An average is not above the peak; the two may be mixed up.",
            mend: "Exchange the two."),
    ]
}
