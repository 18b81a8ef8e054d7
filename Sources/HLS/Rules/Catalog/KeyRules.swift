/// Rules of EXT-X-KEY and EXT-X-SESSION-KEY.
extension Rule {
    static let k01 = Rule("K01", .must, "4.4.4.4", "METHOD is there and is one the draft has")
    static let k02 = Rule("K02", .must, "4.4.4.4", "METHOD=NONE stands alone")
    static let k03 = Rule("K03", .must, "4.4.4.4", "A key has a URI unless METHOD is NONE")
    static let k04 = Rule("K04", .must, "4.4.4.4", "AES-256-GCM goes without IV")
    static let k05 = Rule("K05", .must, "4.4.4.4", "SAMPLE-AES-CTR goes without IV")
    static let k06 = Rule("K06", .must, "4.4.4.4", "IV is a hexadecimal-sequence of 128 bits")
    static let k07 = Rule("K07", .must, "4.4.4.4", "KEYFORMATVERSIONS is positive numbers joined by '/'")
    static let k08 = Rule("K08", .must, "6.2.3", "Keys for one segment differ in KEYFORMAT and agree in METHOD and IV")
    static let k14 = Rule("K14", .must, "4.4.6.5", "METHOD of EXT-X-SESSION-KEY is not NONE")
    static let k15 = Rule("K15", .must, "4.4.6.5", "No two EXT-X-SESSION-KEY tags are the same")
    static let k16 = Rule(
        "K16", .must, "4.4.6.5", "EXT-X-SESSION-KEY agrees with the EXT-X-KEY tags of its URI", needs: [.playlists])
    static let k17 = Rule(
        "K17", .should, "4.4.6.5", "Keys that several playlists share are announced by EXT-X-SESSION-KEY",
        needs: [.playlists])
    static let k18 = Rule(
        "K18", .should, "4.4.6.2", "Variants of different HDCP-LEVEL have different keys", needs: [.playlists])
    static let k19 = Rule(
        "K19", .info, "5.2", "An identity key has an IV rather than the media sequence number for one")
    static let k21 = Rule("K21", .info, "4.4.4.4", "IV has all 32 digits, which many players expect")

    static let keyRules: [Rule] = [
        .k01, .k02, .k03, .k04, .k05, .k06, .k07, .k08, .k14, .k15, .k16, .k17, .k18, .k19, .k21,
    ]
}
