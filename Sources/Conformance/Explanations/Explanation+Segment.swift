/// Rules of segments.
extension Explanation {
    static let segment: [String: Explanation] = [
        "S01": Explanation(
            why: "A client does not know how long the segment lasts, and refuses the playlist or passes it over.",
            mend: "Write EXTINF above each URI."),
        "S02": Explanation(
            why: "A client that looks for the comma reads no duration.",
            mend: "Write EXTINF, the seconds, a comma, and a title if there is one."),
        "S03": Explanation(
            why: "A client stops reading there, and has another duration.",
            mend: "Write digits, a point and digits."),
        "S04": Explanation(
            why: "Rounding adds up, and seeking goes wrong later in the playlist.",
            mend: "Write durations to the millisecond or finer."),
        "S05": Explanation(
            why: "A client loads the whole resource, or nothing.",
            mend: "Write LENGTH or LENGTH@OFFSET with whole numbers."),
        "S06": Explanation(
            why: "A client does not know where the range begins.",
            mend: "Write the offset."),
        "S07": Explanation(
            why: "The server answers less than asked, or 416.",
            mend: "Correct the range, or publish the whole resource."),
        "S10": Explanation(
            why: "A client has no init section.",
            mend: "Write URI, and BYTERANGE as LENGTH@OFFSET."),
        "S11": Explanation(
            why: "Without the init section nothing in a fragment can be decoded.",
            mend: "Add EXT-X-MAP with the init section's URI above the first segment."),
        "S13": Explanation(
            why: "The IV would be the number of a segment, and an init section has none.",
            mend: "Add IV to the key that applies to EXT-X-MAP."),
        "S14": Explanation(
            why: "A client has no date then.",
            mend: "Write it as 2026-01-31T08:00:00.000Z."),
        "S15": Explanation(
            why: "A date without zone is read as UTC by some and as local time by others.",
            mend: "Write the zone and milliseconds."),
        "S16": Explanation(
            why: "The dates after the discontinuity are not known.",
            mend: "Add EXT-X-PROGRAM-DATE-TIME beside EXT-X-DISCONTINUITY."),
        "S17": Explanation(
            why: "One date would be two places in the playlist.",
            mend: "Correct the dates so that they do not go back."),
        "S19": Explanation(
            why: "A client cannot tell how much it will load.",
            mend: "Write a whole number of kbit/s."),
        "S20": Explanation(
            why: "A client cannot know what kind of playlist it has.",
            mend: "Move the tag to the media playlists."),
        "S21": Explanation(
            why: "It has no effect; often a segment's URI is missing.",
            mend: "Add the URI, or remove the tag."),
        "S22": Explanation(
            why: "A client cannot tell the segments apart.",
            mend: "Begin with a lower EXT-X-MEDIA-SEQUENCE."),
        "S24": Explanation(
            why: "Each counts in the discontinuity sequence, and players differ on that.",
            mend: "Leave one between two segments."),
        "S25": Explanation(
            why: "There is nothing to load.",
            mend: "Write the segment's length, or leave the segment out."),
        "S26": Explanation(
            why: "Some players take the range for that of the init section.",
            mend: "Move EXT-X-BYTERANGE below EXT-X-MAP."),
        "S27": Explanation(
            why: "Players differ on what they make of it.",
            mend: "Write the real duration, or leave the segment out."),
        "S28": Explanation(
            why:
                "Without the init section nothing in a fragment can be decoded; the name alone does not say that it is one.",
            mend: "Add EXT-X-MAP, unless each segment has its own moov."),
    ]
}
