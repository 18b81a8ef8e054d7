/// Rules of multivariant playlists.
extension Explanation {
    static let multivariant: [String: Explanation] = [
        "P01": Explanation(
            why: "A client does not know where the variant is.",
            mend: "Write the URI on the line after EXT-X-STREAM-INF."),
        "P02": Explanation(
            why: "A client cannot choose, and may drop the variant.",
            mend: "Add BANDWIDTH: the peak in bits per second."),
        "P03": Explanation(
            why: "A client has nothing to show while someone seeks.",
            mend: "Name a playlist that has EXT-X-I-FRAMES-ONLY."),
        "P04": Explanation(
            why: "They say nothing of I-frames.",
            mend: "Remove them."),
        "P05": Explanation(
            why: "A client cannot tell what the rendition is, and ignores it.",
            mend: "Add TYPE, GROUP-ID and NAME."),
        "P06": Explanation(
            why: "Closed captions are in the video, subtitles in playlists of their own.",
            mend: "Remove URI from captions, add it to subtitles."),
        "P07": Explanation(
            why: "A client does not find the captions in the video.",
            mend: "Write CC1 to CC4, or SERVICE1 to SERVICE63."),
        "P08": Explanation(
            why: "A client does not find the rendition in the segments.",
            mend: "Use letters, digits and '.'."),
        "P09": Explanation(
            why: "They say nothing of this type.",
            mend: "Remove them."),
        "P10": Explanation(
            why: "A rendition that is chosen by default is chosen automatically.",
            mend: "Remove AUTOSELECT=NO, or DEFAULT=YES."),
        "P11": Explanation(
            why: "A client cannot tell how many channels there are.",
            mend: "Write the count, and after slashes codings and uses."),
        "P12": Explanation(
            why: "A client chooses audio by its channels.",
            mend: "Add CHANNELS."),
        "P13": Explanation(
            why: "Nobody can tell them apart in a menu.",
            mend: "Give each member of the group a NAME of its own."),
        "P14": Explanation(
            why: "A client cannot tell which to begin with.",
            mend: "Leave DEFAULT=YES on one."),
        "P15": Explanation(
            why: "A client takes the first and never the other.",
            mend: "Let them differ in LANGUAGE, ASSOC-LANGUAGE, FORCED or CHARACTERISTICS."),
        "P16": Explanation(
            why: "A client that switches variants finds no rendition to go on with.",
            mend: "Give every group of the TYPE the same members."),
        "P17": Explanation(
            why: "A client does not find the user's language.",
            mend: "Write a tag of RFC 5646, as en or pt-BR."),
        "P18": Explanation(
            why: "A client has to load segments before it knows whether it can decode them.",
            mend: "Add CODECS with the RFC 6381 name of every codec."),
        "P19": Explanation(
            why: "A client chooses a variant that it cannot decode.",
            mend: "Add the codecs of all renditions that the variant may use."),
        "P21": Explanation(
            why: "A client ignores the entry.",
            mend: "Write codec/brand, with its base layer in CODECS."),
        "P22": Explanation(
            why: "A client finds no rendition and drops the variant, or plays it silent.",
            mend: "Correct the name, or add the group."),
        "P23": Explanation(
            why: "A client that switches finds captions or loses them.",
            mend: "Write CLOSED-CAPTIONS=NONE on all variants or on none."),
        "P24": Explanation(
            why: "A client cannot choose by the size of its screen.",
            mend: "Add RESOLUTION."),
        "P25": Explanation(
            why: "A client cannot choose by what its display can show.",
            mend: "Add FRAME-RATE, with three decimals at most."),
        "P26": Explanation(
            why: "A client shows the wrong range, or passes the variant over.",
            mend: "Write SDR, HLG or PQ."),
        "P27": Explanation(
            why: "A client does not know which protection is needed.",
            mend: "Write NONE, TYPE-0 or TYPE-1."),
        "P28": Explanation(
            why: "A client does not know which protection is allowed.",
            mend: "Write KEYFORMAT:LABEL, labels joined by '/'."),
        "P29": Explanation(
            why: "A client ignores it.",
            mend: "Write a number above 0."),
        "P30": Explanation(
            why: "A client compares scores only when all variants have one.",
            mend: "Give every variant a SCORE, or none."),
        "P31": Explanation(
            why: "A client ignores the variant.",
            mend: "Write specifiers joined by '/', one of a kind."),
        "P32": Explanation(
            why: "It keeps older clients from a variant they could show.",
            mend: "Remove REQ-VIDEO-LAYOUT."),
        "P33": Explanation(
            why: "Steering does not find the variant.",
            mend: "Use letters, digits and '+/=.-_'."),
        "P34": Explanation(
            why: "Steering takes one playlist for two.",
            mend: "Give the same URI the same stable id."),
        "P35": Explanation(
            why: "A client does not know where to begin, or asks nobody.",
            mend: "Write one EXT-X-CONTENT-STEERING with SERVER-URI, and a PATHWAY-ID that a variant has."),
        "P36": Explanation(
            why: "A client that changes its pathway loses renditions.",
            mend: "Offer the same groups on each pathway."),
        "P37": Explanation(
            why: "A client cannot tell which value is meant.",
            mend: "Write DATA-ID and one of VALUE and URI, once for each language."),
        "P39": Explanation(
            why: "A client cannot know what kind of playlist it has.",
            mend: "Move the tag to the multivariant playlist."),
        "P40": Explanation(
            why: "The picture changes its size with the angle.",
            mend: "Give the alternatives the variant's RESOLUTION, or leave RESOLUTION out."),
        "P41": Explanation(
            why: "Seeking shows another angle.",
            mend: "Add I-frame renditions with the same NAME and LANGUAGE."),
        "P45": Explanation(
            why: "A client has no rate to choose by.",
            mend: "Write the peak in bits per second."),
        "P46": Explanation(
            why: "A client that does not know a specifier ignores the variant.",
            mend: "Use CH-STEREO, CH-MONO and the projections that the draft has."),
        "P47": Explanation(
            why: "The draft allows capitals, digits and '-' only, though labels with small letters are in use.",
            mend: "Write the label as the key system has it."),
        "P48": Explanation(
            why: "Clients compare tags as they are written.",
            mend: "Write the code of two letters."),
        "P49": Explanation(
            why: "A client looks for segments there and finds more playlists.",
            mend: "Name the media playlists themselves."),
    ]
}
