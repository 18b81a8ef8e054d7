/// Rules of the text itself.
extension Explanation {
    static let text: [String: Explanation] = [
        "G02": Explanation(
            why: "A client reads bytes as UTF-8; what is none is replaced or refused, and differently by each.",
            mend: "Save the file as UTF-8."),
        "G03": Explanation(
            why: "A client compares the first bytes with #EXTM3U, and the mark is not part of it.",
            mend: "Save without a byte-order mark."),
        "G04": Explanation(
            why: "Control characters are read differently by each client, and can deceive who reads a log.",
            mend: "Remove them; tabs become spaces or nothing."),
        "G05": Explanation(
            why: "Two spellings of one character make names that look equal differ.",
            mend: "Normalise the text to NFC before it is written."),
        "G06": Explanation(
            why: "A lone carriage return ends a line in some clients and in others not.",
            mend: "End lines with LF, or with CR and LF."),
        "G07": Explanation(
            why: "A client compares tags, names and values byte by byte, and a blank belongs to none of them.",
            mend: "Remove the blanks around lines, ':', '=' and ','. In titles and comments they are text."),
        "G08": Explanation(
            why: "It is how a client tells a playlist from anything else.",
            mend: "Begin the file with #EXTM3U on a line of its own."),
        "G09": Explanation(
            why: "A client cannot know what it has, and has to refuse it.",
            mend: "Split the file: variants in a multivariant playlist, segments in media playlists."),
        "G10": Explanation(
            why: "A client takes it for a multivariant playlist without variants, and plays nothing.",
            mend: "Add what is missing: EXT-X-TARGETDURATION and segments, or EXT-X-STREAM-INF."),
        "G11": Explanation(
            why: "A client that meets such a name may stop reading the list there.",
            mend: "Write the name in capitals, digits and '-'."),
        "G12": Explanation(
            why: "Clients differ on which of the two counts.",
            mend: "Leave one."),
        "G13": Explanation(
            why: "A number that does not fit is read as another, or as none.",
            mend: "Write 1 to 20 digits without sign, at most 18446744073709551615."),
        "G14": Explanation(
            why: "A client that is strict about hexadecimal digits has no key and no cue.",
            mend: "Write 0x and the digits A to F in capitals."),
        "G15": Explanation(
            why: "A client stops reading at the sign or the exponent, and has another number.",
            mend: "Write digits, a point and digits."),
        "G16": Explanation(
            why: "A client stops reading at what is no digit, and has another number.",
            mend: "Write an optional '-', digits, a point and digits."),
        "G17": Explanation(
            why: "A client takes what follows an unclosed quote for a part of the text.",
            mend: "Close the quotes, and leave out attributes without a value."),
        "G18": Explanation(
            why: "A client that expects the other form ignores the attribute, or the tag.",
            mend: "Write quotes around quoted-strings only."),
        "G19": Explanation(
            why: "A client ends the value at the comma or the blank.",
            mend: "Write one word of the attribute's list."),
        "G20": Explanation(
            why: "Nothing is gained by it, and a client may count it twice.",
            mend: "Name each entry once."),
        "G21": Explanation(
            why: "A client that looks for 'x' finds no size.",
            mend: "Write WIDTHxHEIGHT with whole numbers."),
        "G22": Explanation(
            why: "Clients differ on what they make of characters that a URI may not have.",
            mend: "Percent-encode them."),
        "G23": Explanation(
            why: "A client ignores what it does not know; a slip in a tag's name is ignored just as silently.",
            mend: "Correct the name, or leave it if it is meant for clients of your own."),
        "G24": Explanation(
            why: "Clients have ignored it for years.",
            mend: "Remove it."),
        "G25": Explanation(
            why: "Each reference repeats what the client knows.",
            mend: "Write references relative to the playlist."),
        "G29": Explanation(
            why: "A client ignores the attribute, or the tag.",
            mend: "Write one of the attribute's words."),
        "G30": Explanation(
            why: "A client that compares whole lines does not know the tag then.",
            mend: "Write the tag as its definition has it."),
        "G31": Explanation(
            why: "A client that compares entries byte by byte does not know one with a blank.",
            mend: "Remove the blanks around the commas."),
        "G32": Explanation(
            why: "A client that follows the reference comes back to where it was.",
            mend: "Name the media playlist that is meant."),
        "G99": Explanation(
            why: "A text without bounds could use up all memory; what goes past the limit is not checked.",
            mend: "Split the playlist, or let it drop what is old."),
    ]
}
