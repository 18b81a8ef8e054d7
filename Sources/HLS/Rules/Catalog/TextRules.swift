/// Rules of the text itself: bytes, lines, attribute lists and values.
extension Rule {
    static let g02 = Rule("G02", .must, "4.1", "The text is valid UTF-8")
    static let g03 = Rule("G03", .must, "4.1", "The text has no byte-order mark")
    static let g04 = Rule("G04", .must, "4.1", "The text has no control characters but line ends")
    static let g05 = Rule("G05", .must, "4.1", "The text is in Unicode Normalization Form C")
    static let g06 = Rule("G06", .must, "4.1", "A line ends with LF or with CR and LF")
    static let g07 = Rule("G07", .must, "4.1", "Blanks stand only where an element allows them")
    static let g08 = Rule("G08", .must, "4.4.1.1", "The first line is #EXTM3U and nothing else")
    static let g09 = Rule("G09", .must, "4.1", "A playlist is multivariant or media, never both")
    static let g10 = Rule("G10", .should, "4.1", "Some tag says which kind of playlist it is")
    static let g11 = Rule("G11", .must, "4.2", "An attribute name is made of A-Z, 0-9 and '-'")
    static let g12 = Rule("G12", .must, "4.2", "An attribute stands once in its list")
    static let g13 = Rule("G13", .must, "4.2", "A decimal-integer is 1 to 20 digits and at most 2^64 - 1")
    static let g14 = Rule("G14", .must, "4.2", "A hexadecimal-sequence is 0x and upper-case digits")
    static let g15 = Rule(
        "G15", .must, "4.2", "A decimal-floating-point is digits around a point, without sign or exponent")
    static let g16 = Rule(
        "G16", .must, "4.2", "A signed-decimal-floating-point is digits around a point with at most a '-' before them")
    static let g17 = Rule(
        "G17", .must, "4.2", "A quoted-string is closed, holds no quote, and is empty only where that is allowed")
    static let g18 = Rule("G18", .must, "4.2", "Quotes stand around quoted-strings and around nothing else")
    static let g19 = Rule("G19", .must, "4.2", "A value without quotes is not empty and has no quote, comma or blank")
    static let g20 = Rule("G20", .should, "4.2", "An enumerated-string-list names nothing twice")
    static let g21 = Rule("G21", .must, "4.2", "A decimal-resolution is two whole numbers around a lower-case x")
    static let g22 = Rule("G22", .should, "4.1", "A URI obeys RFC 3986", needs: [.text, .answers])
    static let g23 = Rule("G23", .info, "6.3.1", "Tags and attributes are those of the draft; others are ignored")
    static let g24 = Rule("G24", .info, "8", "Features that were removed are not used")
    static let g25 = Rule(
        "G25", .info, "TN2235", "References to the playlist's own host are relative, which is shorter")
    static let g29 = Rule("G29", .must, "4.2", "An enumerated-string is one of those its attribute has")
    static let g30 = Rule("G30", .must, "4.4", "A tag has a value when its definition says so, and none otherwise")
    static let g31 = Rule("G31", .should, "4.2", "The entries of a list in quotes have no blanks around them")
    static let g32 = Rule("G32", .info, "6.3.1", "A playlist does not list itself")
    static let limit = Rule("G99", .info, "reader", "The text stays within the limits of the reader")

    static let textRules: [Rule] = [
        .g02, .g03, .g04, .g05, .g06, .g07, .g08, .g09, .g10, .g11, .g12, .g13, .g14, .g15, .g16, .g17, .g18, .g19,
        .g20, .g21, .g22, .g23, .g24, .g25, .g29, .g30, .g31, .g32, .limit,
    ]
}
