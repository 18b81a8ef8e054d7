import HLS
import Testing

/// §4.4.6 and §4.4.2: multivariant playlists.
struct Section10MultivariantTests {
    private let stream = "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"mp4a.40.2\""
    private let sound = "TYPE=AUDIO,GROUP-ID=\"g\",CHANNELS=\"2\""

    /// A playlist with an EXT-X-MEDIA of each of these attribute lists, from line 3 on.
    private func renditions(_ lists: String..., version: Int? = nil) -> BothReadings {
        multivariant("\(lists.map { "#EXT-X-MEDIA:\($0)\n" }.joined())\(variant())", version: version)
    }

    /// A variant with a picture.
    private func picture(_ codecs: String = "avc1.64000d", _ more: String = "") -> BothReadings {
        multivariant(
            "#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"\(codecs)\",RESOLUTION=2x2,FRAME-RATE=30\(more)\na.m3u8")
    }

    @Test func `case 184: a variant is its tag and the next URI line`() throws {
        let two = multivariant("\(stream)\n\(variant(uri: "b.m3u8"))")
        #expect(two.findings == ["P01 3:1"])
        #expect(try two.multivariant.variants.map(\.uri) == ["b.m3u8"])
        let between = multivariant("\(stream)\n\n# why\n#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"n\"\na.m3u8")
        #expect(between.findings == ["P01 6:1"])
        #expect(
            try between.multivariant.variants.map(\.uri) == ["a.m3u8"] && between.multivariant.renditions.count == 1)
        let last = multivariant("\(variant())\n\(stream)")
        #expect(last.findings == ["P01 5:1"])
        #expect(try last.multivariant.variants.map(\.uri) == ["a.m3u8"])
    }

    @Test func `case 185: a URI without a variant is nothing`() throws {
        let both = multivariant("\(variant())\nb.m3u8")
        #expect(both.findings == ["P01 5:1"])
        #expect(try both.multivariant.variants.map(\.uri) == ["a.m3u8"])
    }

    @Test(
        arguments: [
            ("CODECS=\"mp4a.40.2\"", ["P02 3:1"], 0), ("CODECS=\"mp4a.40.2\",BANDWIDTH=0", ["P45 3:38"], 0),
            ("CODECS=\"mp4a.40.2\",BANDWIDTH=1.5e6", ["P02 3:48"], 0),
            ("CODECS=\"mp4a.40.2\",BANDWIDTH=2,500", ["G11 3:50"], 2),
        ] as [(String, [String], UInt64)])
    func `case 186: BANDWIDTH is a whole number`(attributes: String, findings: [String], value: UInt64) throws {
        let both = multivariant("#EXT-X-STREAM-INF:\(attributes)\na.m3u8")
        #expect(both.findings == findings)
        #expect(both.strict.findings[0].rule.level == (findings[0].hasPrefix("P45") ? .info : .must))
        #expect(try both.multivariant.variants.map(\.bandwidth) == [value])
    }

    @Test func `case 187: a rendition may stand below the variant that names its group`() {
        #expect(multivariant("\(variant("AUDIO=\"g\""))\n#EXT-X-MEDIA:\(sound),NAME=\"n\"").findings.isEmpty)
    }

    @Test func `case 188: a group is of one type`() throws {
        #expect(multivariant(variant("AUDIO=\"g\"")).findings == ["P22 3:1"])
        let subtitles = "#EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID=\"g\",NAME=\"s\",URI=\"s.m3u8\""
        #expect(multivariant("\(subtitles)\n\(variant("AUDIO=\"g\""))").findings == ["P22 4:1"])
        let both = multivariant(
            "\(subtitles)\n#EXT-X-MEDIA:\(sound),NAME=\"n\"\n\(variant("AUDIO=\"g\",SUBTITLES=\"g\""))")
        #expect(both.findings.isEmpty)
        #expect(try both.multivariant.renditions(.audio, inGroup: "g").map(\.name) == ["n"])
        #expect(try both.multivariant.renditions(.subtitles, inGroup: "g").map(\.name) == ["s"])
    }

    @Test func `case 189: one URI may be of two variants`() throws {
        let groups = ["a", "b"].map {
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\($0)\",CHANNELS=\"2\",NAME=\"n\",URI=\"\($0).m3u8\""
        }
        let both = multivariant(
            "\(groups.joined(separator: "\n"))\n\(variant("AUDIO=\"a\"", uri: "v"))\n\(variant("AUDIO=\"b\"", uri: "v"))"
        )
        #expect(both.findings.isEmpty)
        #expect(try both.multivariant.variants.map(\.uri) == ["v", "v"])
        #expect(try both.multivariant.variants.map(\.audioGroup) == ["a", "b"])
    }

    @Test func `case 190: sound may be in the variant, subtitles have a file, captions have none`() {
        #expect(renditions("\(sound),NAME=\"n\"").findings.isEmpty)
        #expect(renditions("TYPE=SUBTITLES,GROUP-ID=\"g\",NAME=\"n\"").findings == ["P06 3:1"])
        let captions = "TYPE=CLOSED-CAPTIONS,GROUP-ID=\"g\",NAME=\"n\""
        #expect(renditions("\(captions),INSTREAM-ID=\"CC1\",URI=\"c\"").findings == ["P06 3:1"])
        #expect(renditions(captions).findings == ["P07 3:1"])
    }

    @Test func `case 191: CODECS is a list of names, in the case they have`() throws {
        let blanks = picture("mp4a.40.2 , avc1.66.30 ")
        #expect(blanks.findings == ["P18 3:34", "P18 3:34"])
        #expect(try blanks.multivariant.variants[0].codecs == ["mp4a.40.2", "avc1.66.30"])
        #expect(picture("mp4a.40.2,mp4a.40.2").findings.isEmpty, "the list is a set")
        #expect(picture("").rules == ["P18", "G17"] || picture("").rules == ["G17", "P18"])
        for sound in [
            "mp4a.40.34", "ec-3", "fLaC", "Opus", "ac-4.02.01.03", "mp4a.a6", "mhm1.0x0D", "stpp.ttml.im1t|etd1",
        ] {
            #expect(picture(sound).findings.isEmpty, "\(sound)")
        }
        for wrong in ["AVC1.64000d", "MP4A.40.2", "mp3", "h264", "avc1 64"] where wrong != "h264" {
            #expect(picture(wrong).rules == ["P18"], "\(wrong)")
        }
    }

    @Test func `case 192: an I-frame variant has its own attributes`() throws {
        func frames(_ attributes: String) -> BothReadings {
            multivariant("\(variant())\n#EXT-X-I-FRAME-STREAM-INF:CODECS=\"avc1.64000d\",\(attributes)")
        }
        let rate = frames("BANDWIDTH=1,URI=\"i\",FRAME-RATE=30")
        #expect(rate.findings == ["P04 5:68"])
        #expect(try rate.multivariant.iFrameVariants.count == 1)
        #expect(frames("BANDWIDTH=1").findings == ["P03 5:1"])
        #expect(frames("BANDWIDTH=0,URI=\"i\"").findings == ["P45 5:48"])
        #expect(
            multivariant("\(variant())\n#EXT-X-I-FRAME-STREAM-INF:BANDWIDTH=1,URI=\"i\"").findings.isEmpty,
            "CODECS is asked of EXT-X-STREAM-INF only")
    }

    @Test func `case 193: an I-frame playlist is a media playlist`() throws {
        let both = media("#EXT-X-I-FRAMES-ONLY\n#EXTINF:1,\na.jpg", version: 4)
        #expect(both.findings.isEmpty)
        #expect(try both.media.isIFramesOnly)
    }

    @Test func `case 194: one member of a group is the default, and selected by itself`() {
        #expect(renditions("\(sound),NAME=\"n\",DEFAULT=YES,AUTOSELECT=NO").findings == ["P10 3:1"])
        #expect(
            renditions("\(sound),NAME=\"n\",DEFAULT=YES", "\(sound),NAME=\"m\",DEFAULT=YES").findings == ["P14 4:1"])
        #expect(renditions("\(sound),NAME=\"n\"", "\(sound),NAME=\"n\"").findings == ["P13 4:1"])
    }

    @Test(
        arguments: [
            ("en-us", nil), ("eng", "P48"), ("und", nil), ("xx-yy-zz", nil), ("", "G17"), ("en_us", "P17"),
            ("x-a", nil),
        ] as [(String, String?)])
    func `case 195: a language is a tag of RFC 5646`(language: String, rule: String?) {
        let both = renditions("\(sound),NAME=\"n\",LANGUAGE=\"\(language)\"")
        #expect(both.rules == (rule.map { [$0] } ?? []))
    }

    @Test func `case 195: languages are compared without case`() {
        let both = renditions(
            "\(sound),NAME=\"n\",AUTOSELECT=YES,LANGUAGE=\"EN-us\"",
            "\(sound),NAME=\"m\",AUTOSELECT=YES,LANGUAGE=\"en-US\"")
        #expect(both.findings == ["P15 4:1"])
    }

    @Test func `case 195: members of two groups are compared by what their attributes say`() {
        func groups(_ first: String, _ second: String) -> BothReadings {
            renditions(
                "TYPE=SUBTITLES,GROUP-ID=\"a\",URI=\"s\",\(first)", "TYPE=SUBTITLES,GROUP-ID=\"b\",URI=\"s\",\(second)")
        }
        let same = groups(
            "NAME=\"x\",LANGUAGE=\"en\",ASSOC-LANGUAGE=\"en-US\",CHARACTERISTICS=\"public.a,public.b\"",
            "NAME=\"x\",LANGUAGE=\"EN\",ASSOC-LANGUAGE=\"en-us\",CHARACTERISTICS=\"public.b,public.a\",DEFAULT=NO,AUTOSELECT=NO,FORCED=NO"
        )
        #expect(same.findings.isEmpty)
        let other = groups("NAME=\"x\",LANGUAGE=\"en\",FORCED=YES", "NAME=\"x\",LANGUAGE=\"de\"")
        #expect(other.findings == ["P16 4:1"])
        #expect(
            other.strict.findings.map(\.message) == [
                "'x' in the group 'b' differs from that in 'a' in FORCED, LANGUAGE"
            ])
        #expect(
            groups("NAME=\"x\"", "NAME=\"y\"").strict.findings.map(\.message) == [
                "'y' is in the group 'b' and not in 'a'"
            ])
    }

    @Test(arguments: [
        ("6", false), ("2/6", false), ("16/JOC", false), ("12/-/BINAURAL", false), ("4/1OA", false), ("2//DOF-3", true),
        ("JOC", true), ("0", true),
    ])
    func `case 196: CHANNELS is a count, codings and a use`(text: String, isBroken: Bool) throws {
        let both = renditions("TYPE=AUDIO,GROUP-ID=\"g\",NAME=\"n\",CHANNELS=\"\(text)\"")
        #expect(both.findings == (isBroken ? ["P11 3:1"] : []))
        #expect(try both.multivariant.renditions[0].channels == text)
    }

    @Test func `case 197: sound may have INSTREAM-ID from version 13 on`() {
        #expect(renditions("\(sound),NAME=\"n\",INSTREAM-ID=\"1.a\"", version: 13).findings.isEmpty)
        #expect(renditions("\(sound),NAME=\"n\",INSTREAM-ID=\"1.a\"", version: 12).rules == ["V17"])
        #expect(renditions("\(sound),NAME=\"n\",INSTREAM-ID=\"1-a\"", version: 13).findings == ["P08 3:1"])
    }

    @Test func `case 198: session data has a name, and a value or a file, once in a language`() throws {
        func data(_ lists: String...) -> BothReadings {
            multivariant("\(lists.map { "#EXT-X-SESSION-DATA:\($0)\n" }.joined())\(variant())")
        }
        #expect(data("DATA-ID=\"a\",VALUE=\"1\"", "DATA-ID=\"a\",VALUE=\"2\"").findings == ["P37 4:1"])
        #expect(
            data("DATA-ID=\"a\",VALUE=\"1\",LANGUAGE=\"en\"", "DATA-ID=\"a\",VALUE=\"2\",LANGUAGE=\"de\"").findings
                .isEmpty)
        #expect(data("DATA-ID=\"a\",VALUE=\"1\",URI=\"u\"").findings == ["P37 3:1"])
        #expect(data("DATA-ID=\"a\"").findings == ["P37 3:1"])
        #expect(data("VALUE=\"1\"").findings == ["P37 3:1"])
        let format = data("DATA-ID=\"a\",URI=\"u\",FORMAT=bad")
        #expect(format.findings == ["P37 3:41"])
        #expect(try format.multivariant.sessionData.isEmpty)
    }

    @Test func `case 199: content steering has a server, and a pathway that some variant is on`() throws {
        func steering(_ attributes: String, _ more: String = "") -> BothReadings {
            multivariant("#EXT-X-CONTENT-STEERING:\(attributes)\n\(more)\(variant())")
        }
        for uri in ["steer?a=1", "https://h/steer", "data:application/json,{}"] where !uri.contains("{") {
            let both = steering("SERVER-URI=\"\(uri)\"")
            #expect(both.findings.isEmpty)
            #expect(
                try both.multivariant.contentSteering?.serverURI == uri
                    && both.multivariant.contentSteering?.pathwayID == nil)
        }
        #expect(
            URIReference("steer").resolved(against: URIReference("https://h/a/m.m3u8")).description
                == "https://h/a/steer")
        #expect(steering("PATHWAY-ID=\".\"").findings == ["P35 3:1"])
        #expect(steering("SERVER-URI=\"s\"", "#EXT-X-CONTENT-STEERING:SERVER-URI=\"t\"\n").findings == ["P35 4:1"])
        #expect(steering("SERVER-URI=\"s\",PATHWAY-ID=\".\"").findings.isEmpty)
        #expect(steering("SERVER-URI=\"s\",PATHWAY-ID=\"x\"").findings == ["P35 3:1"])
    }

    @Test func `case 200: an enhancement names its codec and brands, and its base layer is in CODECS`() throws {
        func enhanced(_ text: String, _ codecs: String = "hvc1.2.4.L153.b0") -> BothReadings {
            picture(codecs, ",SUPPLEMENTAL-CODECS=\"\(text)\"")
        }
        #expect(enhanced("dvh1.08.07/db4h").findings.isEmpty)
        #expect(try enhanced("dvh1.08.07/db4h").multivariant.variants[0].supplementalCodecs == ["dvh1.08.07/db4h"])
        #expect(enhanced("dav1.10.01/db4h", "av01.0.04M.10").findings.isEmpty)
        #expect(enhanced("hvc1.2.20.L93.B0/cdm4").findings.isEmpty)
        #expect(enhanced("a/b/c,d").findings == ["P21 3:1", "P21 3:1"])
        #expect(enhanced("dvh1.08.07//db4h").findings == ["P21 3:1"])
        #expect(enhanced("dvh1.08.07/db4h", "avc1.64000d").findings == ["P21 3:1"])
    }

    /// A client ignores the variant for one specifier that it does not know (§4.4.6.2), whatever the other entries say.
    @Test(
        arguments: [
            ("CH-STEREO,CH-MONO", nil), ("CH-STEREO/PROJ-EQUI", nil), ("", "G17"), ("CH-STEREO,CH-TRIPLE", "P46"),
            ("CH-STEREO/CH-MONO", "P31"), ("CH-MONO", "P32"),
        ] as [(String, String?)])
    func `case 201: a layout is entries of specifiers that are known`(text: String, rule: String?) throws {
        let both = multivariant(
            "\(variant("REQ-VIDEO-LAYOUT=\"\(text)\""))\n\(variant(uri: "b.m3u8"))", version: text.isEmpty ? nil : 12)
        #expect(both.rules == (rule.map { [$0] } ?? []))
        #expect(try both.multivariant.variants.map(\.uri) == (rule == "P46" ? ["b.m3u8"] : ["a.m3u8", "b.m3u8"]))
    }

    @Test func `case 202: a score is positive, and on all variants`() throws {
        #expect(multivariant("\(variant("SCORE=1"))\n\(variant(uri: "b"))").findings == ["P30 5:1"])
        #expect(multivariant(variant("SCORE=0")).findings == ["P29 3:1"])
        let negative = multivariant(variant("SCORE=-1"))
        #expect(negative.findings == ["P29 3:59"])
        #expect(try negative.multivariant.variants[0].score == nil)
    }

    @Test func `case 203: a class of device has a key format, a colon and labels`() {
        #expect(multivariant(variant("ALLOWED-CPC=\"f:A-1/B\"")).findings.isEmpty)
        let lower = multivariant(variant("ALLOWED-CPC=\"f:AppleMain\""))
        #expect(lower.findings == ["P47 3:1"] && lower.strict.findings[0].rule.level == .info)
        #expect(multivariant(variant("ALLOWED-CPC=\"f\"")).findings == ["P28 3:1"])
    }

    @Test func `case 204: a stable id has no blank`() throws {
        let both = multivariant(
            "#EXT-X-MEDIA:\(sound),NAME=\"n\",STABLE-RENDITION-ID=\"a b\"\n\(variant("STABLE-VARIANT-ID=\"a b\""))")
        #expect(both.findings == ["P33 3:1", "P33 4:1"])
        #expect(try both.multivariant.variants[0].stableVariantID == "a b")
    }

    /// FRAME-RATE is rounded to three decimals by its definition (§4.4.6.2).
    @Test func `case 205: a frame rate has three decimals at most`() throws {
        func rate(_ text: String) -> BothReadings {
            multivariant("#EXT-X-STREAM-INF:BANDWIDTH=1000,CODECS=\"avc1.64000d\",RESOLUTION=2x2,FRAME-RATE=\(text)\na")
        }
        #expect(rate("29.97002997").findings == ["P25 3:1"])
        #expect(try rate("29.97002997").multivariant.variants[0].frameRate == ExactDecimal("29.97002997"))
        #expect(rate("60").findings.isEmpty)
        #expect(rate("\"30\"").findings == ["G18 3:70"])
        #expect(try rate("\"30\"").multivariant.variants[0].frameRate == 30)
    }

    @Test func `case 206: a variant may have alternative sound and picture`() throws {
        let both = multivariant(
            "#EXT-X-MEDIA:\(sound),NAME=\"n\"\n#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"v\",NAME=\"n\"\n\(variant("AUDIO=\"g\",VIDEO=\"v\""))"
        )
        #expect(both.findings.isEmpty)
        #expect(try both.multivariant.variants[0].audioGroup == "g" && both.multivariant.variants[0].videoGroup == "v")
    }

    @Test(
        arguments: [
            ("TIME-OFFSET=-5", nil, -5), ("TIME-OFFSET=11", "M17 4:1", 11), ("PRECISE=YES", "M16 4:1", nil),
            ("TIME-OFFSET=bad", "M16 4:26", nil), ("TIME-OFFSET=1,PRECISE=MAYBE", "M16 4:28", nil),
        ] as [(String, String?, ExactDecimal?)])
    func `case 207: a start is a signed number of seconds`(attributes: String, finding: String?, offset: ExactDecimal?)
        throws
    {
        let both = media("#EXT-X-START:\(attributes)\n#EXTINF:10,\na.ts")
        #expect(both.findings == (finding.map { [$0] } ?? []))
        #expect(try both.media.start?.timeOffset == offset)
    }

    @Test func `case 208: image playlists of other formats are kept as they are`() throws {
        let both = multivariant("\(variant())\n#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=1,URI=\"i.m3u8\"")
        #expect(both.findings == ["G23 5:1"])
        #expect(try both.multivariant.otherLines.map(\.tagName) == ["EXT-X-IMAGE-STREAM-INF"])
        let tiles = media("#EXT-X-TILES:RESOLUTION=1x2,LAYOUT=5x4,DURATION=3\n#EXTINF:10,\na.jpg")
        #expect(tiles.findings == ["G23 4:1"])
        #expect(try tiles.media.otherLines.map(\.tagName) == ["EXT-X-TILES"])
    }

    @Test func `case 209: a media playlist that comes in place of a multivariant one is one`() throws {
        let both = media("#EXTINF:10,\na.ts", context: ReadingContext(uri: "https://h/main.m3u8"))
        #expect(both.findings.isEmpty)
        #expect(both.strict.playlist.multivariant == nil)
        #expect(try both.media.segments.count == 1)
    }
}
