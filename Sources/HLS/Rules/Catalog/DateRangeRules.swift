/// Rules of EXT-X-DATERANGE, interstitials and preloading.
extension Rule {
    static let r01 = Rule("R01", .must, "4.4.5.1", "EXT-X-DATERANGE has an ID")
    static let r02 = Rule("R02", .must, "4.4.5.1", "The first EXT-X-DATERANGE of an ID has START-DATE")
    static let r03 = Rule("R03", .must, "4.4.5.1", "END-DATE is not before START-DATE")
    static let r04 = Rule("R04", .must, "4.4.5.1", "DURATION and PLANNED-DURATION are not negative")
    static let r05 = Rule("R05", .must, "4.4.5.1", "END-DATE is START-DATE plus DURATION where all are there")
    static let r06 = Rule(
        "R06", .must, "4.4.5.1", "END-ON-NEXT is YES, has CLASS beside it and neither DURATION nor END-DATE")
    static let r07 = Rule("R07", .must, "4.4.5.1", "Ranges of a class with END-ON-NEXT do not overlap")
    static let r08 = Rule("R08", .must, "4.4.5.1", "Tags of one ID agree in the attributes they share")
    static let r09 = Rule("R09", .must, "4.4.5.1", "A playlist with date ranges has EXT-X-PROGRAM-DATE-TIME")
    static let r10 = Rule("R10", .must, "4.4.5.1", "CUE is made of PRE, POST and ONCE, and not of both PRE and POST")
    static let r11 = Rule(
        "R11", .must, "4.4.5.1", "An X- attribute is a quoted string, a hexadecimal sequence or a number")
    static let r12 = Rule("R12", .should, "4.4.5.1", "A date of EXT-X-DATERANGE has a zone and milliseconds")
    static let r13 = Rule("R13", .must, "4.4.5.1.1", "SCTE35-CMD, SCTE35-OUT and SCTE35-IN are hexadecimal sequences")
    static let r14 = Rule(
        "R14", .must, "4.4.5.1.1",
        "A splice whose SCTE35-OUT and SCTE35-IN are in two tags of one ID has its end in DURATION or END-DATE",
        needs: [.text, .reloads])
    static let r15 = Rule("R15", .must, "D.2", "An interstitial has one of X-ASSET-URI, absolute, and X-ASSET-LIST")
    static let r16 = Rule("R16", .must, "D.2", "The attributes of an interstitial are of their types")
    static let r17 = Rule("R17", .must, "D.3", "The skip control of an interstitial is of its types")
    /// Checked where the answer is at hand, see ``AssetList/parse(_:)``.
    static let r18 = Rule(
        "R18", .must, "D.2", "What X-ASSET-LIST leads to is a JSON object with ASSETS, each a URI and a duration",
        needs: [.answers])
    static let r20 = Rule("R20", .should, "D.4", "The URI of an interstitial's asset carries _HLS_interstitial_id")
    static let r21 = Rule("R21", .must, "F", "A preload range has its target, an end, and neither CUE nor END-ON-NEXT")
    static let r25 = Rule("R25", .must, "4.4.5.1", "START-DATE and END-DATE are ISO 8601 dates and times")

    static let dateRangeRules: [Rule] = [
        .r01, .r02, .r03, .r04, .r05, .r06, .r07, .r08, .r09, .r10, .r11, .r12, .r13, .r14, .r15, .r16, .r17, .r20,
        .r21,
        .r25,
    ]
}
