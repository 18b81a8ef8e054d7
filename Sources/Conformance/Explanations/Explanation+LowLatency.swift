/// Rules of low latency.
extension Explanation {
    static let lowLatency: [String: Explanation] = [
        "L01": Explanation(
            why: "A client does not know how long parts last at most.",
            mend: "Add EXT-X-PART-INF with PART-TARGET."),
        "L02": Explanation(
            why: "A client cannot load the part.",
            mend: "Add URI and DURATION."),
        "L03": Explanation(
            why: "A client that waits one part target runs dry.",
            mend: "Raise PART-TARGET, or cut shorter parts."),
        "L04": Explanation(
            why: "Short parts cost requests without less delay.",
            mend: "Cut parts of at least 85 % of PART-TARGET."),
        "L06": Explanation(
            why: "A client asks for what is not there.",
            mend: "Add GAP=YES to the parts."),
        "L07": Explanation(
            why: "A client has already begun the segment without them.",
            mend: "Move the tags above the segment's first EXT-X-PART."),
        "L08": Explanation(
            why: "A client does not know where the range begins.",
            mend: "Write the offset."),
        "L10": Explanation(
            why: "A client would miss updates.",
            mend: "Raise CAN-SKIP-UNTIL to six target durations."),
        "L11": Explanation(
            why: "There is no delta update that could skip date ranges.",
            mend: "Add CAN-SKIP-UNTIL, or remove CAN-SKIP-DATERANGES."),
        "L12": Explanation(
            why: "A client so near the end stalls.",
            mend: "Raise HOLD-BACK to three target durations."),
        "L13": Explanation(
            why: "A client so near the end stalls.",
            mend: "Add PART-HOLD-BACK of at least two part targets, better three."),
        "L14": Explanation(
            why: "A client so near the end stalls when a part is late.",
            mend: "Raise PART-HOLD-BACK to three part targets."),
        "L15": Explanation(
            why: "A client does not know what to ask for.",
            mend: "Write TYPE=PART or TYPE=MAP, and URI."),
        "L16": Explanation(
            why: "What is hinted at will never come.",
            mend: "Remove the hints when the playlist is complete."),
        "L17": Explanation(
            why: "A client asks for one of them only.",
            mend: "Leave one of each TYPE."),
        "L19": Explanation(
            why: "A client does not know which playlist is meant.",
            mend: "Write a relative URI."),
        "L20": Explanation(
            why: "A client cannot put the update together.",
            mend: "Write one EXT-X-SKIP with SKIPPED-SEGMENTS."),
        "L22": Explanation(
            why: "They make each load larger, and no client uses them.",
            mend: "Remove EXT-X-PART tags that are older than three target durations."),
        "L25": Explanation(
            why: "A client cannot find the same moment in another playlist.",
            mend: "Add EXT-X-PROGRAM-DATE-TIME."),
        "L27": Explanation(
            why: "A client cannot ask for the next part before it is there.",
            mend: "Add EXT-X-PRELOAD-HINT for the next part."),
        "L28": Explanation(
            why: "A client that switches has to load the other playlist twice.",
            mend: "Add EXT-X-RENDITION-REPORT for each other playlist."),
    ]
}
