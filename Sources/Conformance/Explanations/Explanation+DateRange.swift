/// Rules of date ranges and interstitials.
extension Explanation {
    static let dateRange: [String: Explanation] = [
        "R01": Explanation(
            why: "A client cannot tell two ranges apart.",
            mend: "Add ID."),
        "R02": Explanation(
            why: "A client does not know where the range is.",
            mend: "Add START-DATE."),
        "R03": Explanation(
            why: "A range cannot end before it begins.",
            mend: "Correct the dates."),
        "R04": Explanation(
            why: "A range cannot last less than nothing.",
            mend: "Correct the duration."),
        "R05": Explanation(
            why: "Clients differ on which end counts.",
            mend: "Make END-DATE equal to START-DATE plus DURATION, or leave one out."),
        "R06": Explanation(
            why: "A client cannot tell where the range ends.",
            mend: "Write END-ON-NEXT=YES with CLASS, and without DURATION and END-DATE."),
        "R07": Explanation(
            why: "A client cannot tell where the first one ends.",
            mend: "Let each range begin where the one before ends."),
        "R08": Explanation(
            why: "Clients differ on which value counts.",
            mend: "Repeat an attribute with the same value, or not at all."),
        "R09": Explanation(
            why: "Without a date for the media a client cannot place the range.",
            mend: "Add EXT-X-PROGRAM-DATE-TIME."),
        "R10": Explanation(
            why: "A client cannot tell when the cue is meant.",
            mend: "Write PRE or POST, and ONCE if it is meant once."),
        "R11": Explanation(
            why: "A client ignores the attribute.",
            mend: "Write a quoted string, 0x and digits, or a number."),
        "R12": Explanation(
            why: "A date without zone is read as UTC by some and as local time by others.",
            mend: "Write the zone and milliseconds."),
        "R13": Explanation(
            why: "A client cannot read the splice.",
            mend: "Write 0x and digits."),
        "R14": Explanation(
            why: "The splice never ends for a client that sees both tags.",
            mend: "Add DURATION or END-DATE to the tag with SCTE35-IN."),
        "R15": Explanation(
            why: "A client has nothing to play, or does not know which.",
            mend: "Write one of X-ASSET-URI, absolute, and X-ASSET-LIST."),
        "R16": Explanation(
            why: "A client ignores the attribute, or the interstitial.",
            mend: "Write the attribute in its type."),
        "R17": Explanation(
            why: "A client shows no skip button.",
            mend: "Write whole numbers, and a label of letters, '-' and '_'."),
        "R20": Explanation(
            why: "The server cannot tell for which interstitial it is asked.",
            mend: "Let the URI carry _HLS_interstitial_id with the range's ID."),
        "R21": Explanation(
            why: "A client cannot preload anything.",
            mend: "Write X-URI, X-TARGET-ID and X-TARGET-CLASS with DURATION or END-DATE."),
        "R25": Explanation(
            why: "A client cannot place the range.",
            mend: "Write dates as 2026-01-31T08:00:00.000Z."),
    ]
}
