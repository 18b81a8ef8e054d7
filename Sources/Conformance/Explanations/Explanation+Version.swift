/// Rules of EXT-X-VERSION.
extension Explanation {
    static let version: [String: Explanation] = [
        "V01": Explanation(
            why: "Clients differ on which one counts, and some refuse the playlist.",
            mend: "Leave one."),
        "V02": Explanation(
            why: "Without it a client takes the playlist for version 1 and may refuse what is newer.",
            mend: "Write EXT-X-VERSION with the version the content needs."),
        "V03": Explanation(
            why: "A client of version 1 decrypts with another IV.",
            mend: "Declare version 2 or higher."),
        "V04": Explanation(
            why: "A client below version 3 reads whole seconds, and drifts.",
            mend: "Declare version 3 or higher, or write whole seconds."),
        "V05": Explanation(
            why: "A client below version 4 loads the whole resource for each segment.",
            mend: "Declare version 4 or higher."),
        "V06": Explanation(
            why: "A client below version 4 plays the frames as segments.",
            mend: "Declare version 4 or higher."),
        "V07": Explanation(
            why: "A client below version 5 decrypts whole segments.",
            mend: "Declare version 5 or higher."),
        "V08": Explanation(
            why: "A client below version 5 takes every key for an identity key.",
            mend: "Declare version 5 or higher."),
        "V09": Explanation(
            why: "A client below version 5 has no init section for the frames.",
            mend: "Declare version 5 or higher."),
        "V10": Explanation(
            why: "A client below version 6 has no init section for the segments.",
            mend: "Declare version 6 or higher."),
        "V11": Explanation(
            why: "A client below version 7 does not know the service.",
            mend: "Declare version 7 or higher."),
        "V12": Explanation(
            why: "A client below version 8 requests '{$name}' as it stands.",
            mend: "Declare version 8 or higher."),
        "V13": Explanation(
            why: "A client below version 9 takes the delta update for the whole playlist.",
            mend: "Declare version 9 or higher."),
        "V14": Explanation(
            why: "A client below version 10 keeps date ranges that have gone.",
            mend: "Declare version 10 or higher."),
        "V15": Explanation(
            why: "A client below version 11 leaves the variable without a value.",
            mend: "Declare version 11 or higher."),
        "V16": Explanation(
            why: "A client below version 12 shows what it should have passed over.",
            mend: "Declare version 12 or higher."),
        "V17": Explanation(
            why: "A client below version 13 knows INSTREAM-ID of closed captions only.",
            mend: "Declare version 13 or higher."),
        "V18": Explanation(
            why: "Clients that do not know the version refuse a playlist they could play.",
            mend: "Declare the lowest version that the content needs."),
        "V19": Explanation(
            why: "A client that does not know a version must not play it, and this checker does not know its rules.",
            mend: "Declare 13 or lower, unless the content needs more."),
        "V20": Explanation(
            why: "Up to version 5 the target duration is compared with durations that are not rounded.",
            mend: "Raise EXT-X-TARGETDURATION by one, or declare version 6."),
    ]
}
