/// Rules of variables.
extension Explanation {
    static let variable: [String: Explanation] = [
        "D01": Explanation(
            why: "A client cannot tell what the tag declares, and has to refuse the playlist.",
            mend: "Write one of NAME, IMPORT and QUERYPARAM."),
        "D02": Explanation(
            why: "A variable without a value cannot be put anywhere.",
            mend: "Add VALUE, which may be empty."),
        "D03": Explanation(
            why: "A reference to it is not recognised.",
            mend: "Use letters, digits, '-' and '_'."),
        "D04": Explanation(
            why: "A client has to refuse the playlist.",
            mend: "Declare each name once, in all three forms together."),
        "D05": Explanation(
            why: "There is no playlist from which it could be imported.",
            mend: "Use NAME and VALUE, or move the tag to the media playlists."),
        "D06": Explanation(
            why: "A client has to refuse the playlist.",
            mend: "Declare the variable in the multivariant playlist, with that spelling."),
        "D07": Explanation(
            why: "A client has to refuse the playlist.",
            mend: "Put the parameter into the URI by which the playlist is loaded."),
        "D08": Explanation(
            why: "The value would break out of the quotes or the line it is put into.",
            mend: "Leave quotes and line ends out of the parameter."),
        "D09": Explanation(
            why: "A client has to refuse the playlist.",
            mend: "Move EXT-X-DEFINE above the first reference, or correct the name."),
        "D10": Explanation(
            why: "A value that reads like a reference could be replaced by some clients and not by others.",
            mend: "Write values without references."),
        "D11": Explanation(
            why: "The braces stay as they are, and the value is not what is meant.",
            mend: "Write the value itself."),
        "D13": Explanation(
            why: "Clients differ on which value counts.",
            mend: "Put the parameter into the URI once."),
    ]
}
