/// Rules of multivariant playlists.
extension Rule {
    static let p01 = Rule("P01", .must, "4.4.6.2", "EXT-X-STREAM-INF and its URI line follow each other")
    static let p02 = Rule("P02", .must, "4.4.6.2", "Every variant has BANDWIDTH")
    static let p03 = Rule(
        "P03", .must, "4.4.6.3", "EXT-X-I-FRAME-STREAM-INF has the URI of an I-frame playlist",
        needs: [.text, .playlists])
    /// The clause says that they are not defined there, and a reader passes over what is not defined: no MUST.
    static let p04 = Rule(
        "P04", .should, "4.4.6.3", "EXT-X-I-FRAME-STREAM-INF has no FRAME-RATE, AUDIO, SUBTITLES or CLOSED-CAPTIONS")
    static let p05 = Rule("P05", .must, "4.4.6.1", "EXT-X-MEDIA has a TYPE that is known, GROUP-ID and NAME")
    static let p06 = Rule("P06", .must, "4.4.6.1", "Closed captions have no URI, subtitles have one")
    static let p07 = Rule(
        "P07", .must, "4.4.6.1", "Closed captions have INSTREAM-ID: CC1 to CC4 or SERVICE1 to SERVICE63")
    static let p08 = Rule("P08", .must, "4.4.6.1", "INSTREAM-ID of another type is made of letters, digits and '.'")
    static let p09 = Rule(
        "P09", .must, "4.4.6.1", "FORCED is of subtitles; CHANNELS, BIT-DEPTH and SAMPLE-RATE are of audio")
    static let p10 = Rule("P10", .must, "4.4.6.1", "With DEFAULT=YES, AUTOSELECT is YES or absent")
    static let p11 = Rule("P11", .must, "4.4.6.1", "CHANNELS is a count, and after slashes codings and a use")
    static let p12 = Rule("P12", .should, "4.4.6.1", "Audio has CHANNELS")
    static let p13 = Rule("P13", .must, "4.4.6.1.1", "The members of a group have different NAMEs")
    static let p14 = Rule("P14", .must, "4.4.6.1.1", "A group has at most one DEFAULT=YES")
    static let p15 = Rule(
        "P15", .should, "4.4.6.1.1",
        "The members of a group that may be selected for the user differ in what is selected by")
    static let p16 = Rule("P16", .must, "4.4.6.1.1", "Groups of one TYPE have the same members")
    static let p17 = Rule("P17", .must, "4.4.6.1", "A language is a tag of RFC 5646")
    static let p18 = Rule("P18", .should, "4.4.6.2", "A variant has CODECS, each as RFC 6381 writes it")
    static let p19 = Rule(
        "P19", .must, "6.2.4", "CODECS has every format of every rendition the variant may use",
        needs: [.text, .segments])
    static let p21 = Rule(
        "P21", .must, "4.4.6.2", "Each of SUPPLEMENTAL-CODECS is a codec with brands, and its base layer is in CODECS")
    static let p22 = Rule("P22", .must, "4.4.6.2", "A group that a variant names exists, in its TYPE")
    static let p23 = Rule("P23", .must, "4.4.6.2", "CLOSED-CAPTIONS=NONE is on all variants or on none")
    static let p24 = Rule("P24", .should, "4.4.6.2", "A variant with video has RESOLUTION")
    static let p25 = Rule(
        "P25", .should, "4.4.6.2", "A variant with video has FRAME-RATE, to three decimals", needs: [.text, .streams])
    static let p26 = Rule("P26", .must, "4.4.6.2", "VIDEO-RANGE is SDR, HLG or PQ", needs: [.text, .streams])
    static let p27 = Rule("P27", .must, "4.4.6.2", "HDCP-LEVEL is NONE, TYPE-0 or TYPE-1")
    static let p28 = Rule(
        "P28", .must, "4.4.6.2", "Each of ALLOWED-CPC is a key format, a colon and labels joined by '/'")
    static let p29 = Rule("P29", .must, "4.4.6.2", "SCORE is a positive number")
    static let p30 = Rule("P30", .should, "4.4.6.2", "SCORE is on all variants or on none")
    static let p31 = Rule(
        "P31", .must, "4.4.6.2", "Each entry of REQ-VIDEO-LAYOUT has specifiers, one of a kind")
    static let p32 = Rule("P32", .should, "4.4.6.2", "REQ-VIDEO-LAYOUT says more than plain monoscopic video")
    static let p33 = Rule("P33", .must, "4.4.6.1", "A stable id is made of letters, digits and '+/=.-_'")
    static let p34 = Rule("P34", .should, "4.4.6.1", "Entries of one URI have one stable id")
    static let p35 = Rule(
        "P35", .must, "4.4.6.6",
        "EXT-X-CONTENT-STEERING stands once, has SERVER-URI, and some variant is on its pathway")
    static let p36 = Rule("P36", .should, "4.4.6.2", "Every pathway has the same groups")
    static let p37 = Rule(
        "P37", .must, "4.4.6.4", "EXT-X-SESSION-DATA has DATA-ID, one of VALUE and URI, and is one of a kind")
    static let p39 = Rule("P39", .must, "4.4.6", "Multivariant tags stand in multivariant playlists only")
    static let p40 = Rule(
        "P40", .must, "4.4.6.2.1", "Alternative video has the RESOLUTION of its variant", needs: [.text, .streams])
    static let p41 = Rule(
        "P41", .should, "4.4.6.3", "Alternative video has I-frame renditions to match")
    static let p46 = Rule(
        "P46", .info, "4.4.6.2",
        "The specifiers of REQ-VIDEO-LAYOUT are known here; a client that does not know one ignores the variant")
    static let p47 = Rule("P47", .info, "4.4.6.2", "The labels of ALLOWED-CPC are made of A-Z, 0-9 and '-'")
    static let p48 = Rule(
        "P48", .info, "4.4.6.1", "A language has its code of two letters where there is one (RFC 5646, 2.2.1)")
    static let p49 = Rule(
        "P49", .must, "4.4.6.2", "The URI of a variant or a rendition is that of a media playlist", needs: [.playlists])
    static let p45 = Rule("P45", .info, "4.4.6.2", "BANDWIDTH is above 0")

    static let multivariantRules: [Rule] = [
        .p01, .p02, .p03, .p04, .p05, .p06, .p07, .p08, .p09, .p10, .p11, .p12, .p13, .p14, .p15, .p16, .p17, .p18,
        .p19, .p21, .p22, .p23, .p24, .p25, .p26, .p27, .p28, .p29, .p30, .p31, .p32, .p33, .p34, .p35, .p36, .p37,
        .p39,
        .p40, .p41, .p45, .p46, .p47, .p48, .p49,
    ]
}
