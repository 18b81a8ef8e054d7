/// Rules of media playlists.
extension Explanation {
    static let media: [String: Explanation] = [
        "M01": Explanation(
            why: "A client has to refuse the playlist: it does not know how often to load it, nor how much to buffer.",
            mend: "Add EXT-X-TARGETDURATION: the longest EXTINF, rounded."),
        "M02": Explanation(
            why: "A client has no target duration then.",
            mend: "Write a whole number of seconds, 1 or more."),
        "M03": Explanation(
            why: "A client sizes its buffer and its pace of loading by it, and may stall.",
            mend: "Raise EXT-X-TARGETDURATION to the longest EXTINF, rounded, or cut shorter."),
        "M04": Explanation(
            why: "Apple's validator calls it critical.",
            mend: "Raise EXT-X-TARGETDURATION, or cut shorter."),
        "M05": Explanation(
            why: "Clients differ on which one counts.",
            mend: "Leave one."),
        "M06": Explanation(
            why: "A client cannot know what kind of playlist it has.",
            mend: "Move the tag to the media playlists."),
        "M07": Explanation(
            why: "Segments above it would have other numbers than those below.",
            mend: "Move it above the first segment, with a whole number."),
        "M08": Explanation(
            why: "Segments above it would have other numbers than those below.",
            mend: "Move it above the first segment, with a whole number."),
        "M09": Explanation(
            why: "Discontinuities above it would not be counted.",
            mend: "Move it above the first EXT-X-DISCONTINUITY."),
        "M10": Explanation(
            why: "A client does not know whether the playlist will change.",
            mend: "Write EVENT or VOD, or remove the tag."),
        "M11": Explanation(
            why: "A client takes the playlist for live: it loads it again and again, and begins near its end.",
            mend: "Add EXT-X-ENDLIST, or remove EXT-X-PLAYLIST-TYPE:VOD."),
        "M13": Explanation(
            why: "Clients differ on which one counts.",
            mend: "Leave one."),
        "M14": Explanation(
            why: "Two places that say one thing come to differ.",
            mend: "Leave it in the multivariant playlist only."),
        "M15": Explanation(
            why: "A client begins at one place or the other.",
            mend: "Make both equal, or leave it in the multivariant playlist only."),
        "M16": Explanation(
            why: "A client does not know where to begin.",
            mend: "Write TIME-OFFSET with a number, and YES or NO for PRECISE."),
        "M17": Explanation(
            why: "A client begins at the end or the start instead.",
            mend: "Choose an offset within the playlist."),
        "M18": Explanation(
            why: "A live client that begins so near the end stalls.",
            mend: "Choose an offset further from the end."),
        "M21": Explanation(
            why: "The bytes of an I-frame then hold more than the frame.",
            mend: "Begin the range after the init section, and name that in EXT-X-MAP."),
        "M22": Explanation(
            why: "A client has no init section for the frame.",
            mend: "Add EXT-X-MAP."),
        "M23": Explanation(
            why: "Nothing plays I-frames as they are made.",
            mend: "Remove EXT-X-PART from I-frame playlists."),
        "M24": Explanation(
            why: "There is nothing to play.",
            mend: "Add segments, or leave the playlist out."),
    ]
}
