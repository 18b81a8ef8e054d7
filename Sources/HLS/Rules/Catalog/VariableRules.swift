/// Rules of EXT-X-DEFINE and of references to variables.
extension Rule {
    static let d01 = Rule("D01", .must, "4.4.2.3", "EXT-X-DEFINE has one of NAME, IMPORT and QUERYPARAM")
    static let d02 = Rule("D02", .must, "4.4.2.3", "NAME comes with VALUE")
    static let d03 = Rule("D03", .must, "4.4.2.3", "A variable's name is made of letters, digits, '-' and '_'")
    static let d04 = Rule("D04", .must, "4.4.2.3", "A variable is declared once")
    static let d05 = Rule("D05", .must, "4.4.2.3", "IMPORT stands in media playlists only")
    static let d06 = Rule(
        "D06", .must, "4.4.2.3", "IMPORT names a variable of the multivariant playlist that led here",
        needs: [.playlists])
    static let d07 = Rule(
        "D07", .must, "4.4.2.3", "QUERYPARAM names a query parameter of the playlist's URI that has a value",
        needs: [.text, .answers])
    static let d08 = Rule(
        "D08", .must, "4.4.2.3", "The decoded query parameter has no quote and no line end", needs: [.text, .answers])
    static let d09 = Rule("D09", .must, "6.3.1", "A reference stands below the declaration of its variable")
    static let d10 = Rule("D10", .info, "6.3.1", "What replaces a reference holds none, since it is not read again")
    static let d11 = Rule(
        "D11", .info, "4.3", "References stand in URI lines, quoted strings and hexadecimal sequences only")
    static let d13 = Rule("D13", .info, "4.4.2.3", "The query parameter stands once in the URI")

    static let variableRules: [Rule] = [
        .d01, .d02, .d03, .d04, .d05, .d06, .d07, .d08, .d09, .d10, .d11, .d13,
    ]
}
