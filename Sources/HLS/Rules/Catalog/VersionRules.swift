/// Rules of EXT-X-VERSION and what asks for one.
extension Rule {
    static let v01 = Rule("V01", .must, "4.4.1.2", "EXT-X-VERSION stands at most once")
    static let v02 = Rule(
        "V02", .must, "4.4.1.2", "EXT-X-VERSION is a positive whole number, and is there when a feature needs it")
    static let v03 = Rule("V03", .must, "8", "IV of EXT-X-KEY needs version 2")
    static let v04 = Rule("V04", .must, "8", "An EXTINF with a decimal point needs version 3")
    static let v05 = Rule("V05", .must, "8", "EXT-X-BYTERANGE needs version 4")
    static let v06 = Rule("V06", .must, "8", "EXT-X-I-FRAMES-ONLY needs version 4")
    static let v07 = Rule("V07", .must, "8", "METHOD=SAMPLE-AES needs version 5")
    static let v08 = Rule("V08", .must, "8", "KEYFORMAT and KEYFORMATVERSIONS need version 5")
    static let v09 = Rule("V09", .must, "8", "EXT-X-MAP in an I-frame playlist needs version 5")
    static let v10 = Rule("V10", .must, "8", "EXT-X-MAP in another media playlist needs version 6")
    static let v11 = Rule("V11", .must, "8", "INSTREAM-ID=\"SERVICEn\" needs version 7")
    static let v12 = Rule("V12", .must, "8", "Variables need version 8")
    static let v13 = Rule("V13", .must, "8", "EXT-X-SKIP needs version 9")
    static let v14 = Rule("V14", .must, "8", "RECENTLY-REMOVED-DATERANGES needs version 10")
    static let v15 = Rule("V15", .must, "8", "QUERYPARAM of EXT-X-DEFINE needs version 11")
    static let v16 = Rule("V16", .must, "8", "An attribute that begins with REQ- needs version 12")
    static let v17 = Rule("V17", .must, "8", "INSTREAM-ID of anything but closed captions needs version 13")
    static let v18 = Rule("V18", .should, "6.2.1", "The version is no higher than the content needs")
    static let v19 = Rule("V19", .info, "8", "The version is known here; a client that does not know it does not play")
    static let v20 = Rule(
        "V20", .info, "8", "Up to version 5, the target duration is no less than any EXTINF before rounding")

    static let versionRules: [Rule] = [
        .v01, .v02, .v03, .v04, .v05, .v06, .v07, .v08, .v09, .v10, .v11, .v12, .v13, .v14, .v15, .v16, .v17, .v18,
        .v19, .v20,
    ]
}
