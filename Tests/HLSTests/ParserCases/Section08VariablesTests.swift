import HLS
import Testing

/// §4.3, §4.4.2.3 and §6.3.1: variables.
struct Section08VariablesTests {
    private func define(_ name: String, _ value: String) -> String {
        "#EXT-X-DEFINE:NAME=\"\(name)\",VALUE=\"\(value)\""
    }

    @Test func `case 148: references are replaced in URI lines, quoted strings and hexadecimal sequences`() throws {
        let both = media(
            """
            \(define("two", "00000002"))
            \(define("host", "https://h"))
            #EXT-X-KEY:METHOD=AES-128,URI="{$host}/{$two}.key",IV=0x000000000000000000000000{$two}
            #EXTINF:10,
            {$host}/a{$two}.ts?{$two}
            """, version: 8)
        #expect(both.findings.isEmpty)
        let segment = try both.media.segments[0]
        #expect(segment.uri == "https://h/a00000002.ts?00000002" && segment.keys[0].uri == "https://h/00000002.key")
        #expect(segment.keys[0].initializationVector?.uint128 == 2)
    }

    @Test func `case 149: elsewhere a reference is text`() throws {
        let both = media(
            "\(define("x", "5"))\n# {$x}\n#EXT-X-MEDIA-SEQUENCE:{$x}\n#EXTINF:10,no {$x}\na.ts", version: 8)
        #expect(both.findings == ["M07 6:23", "D11 7:12"])
        let playlist = try both.media
        #expect(playlist.segments[0].title == "no {$x}" && playlist.mediaSequence == nil)
        #expect(playlist.otherLines.map(\.text) == ["# {$x}"])
        let word = multivariant("\(define("x", "SDR"))\n\(variant("VIDEO-RANGE={$x}"))", version: 8)
        #expect(word.findings == ["P26 4:53"])
    }

    @Test func `case 150: a reference above the definition is refused`() {
        let both = media("#EXTINF:10,\n{$x}.ts\n\(define("x", "a"))", version: 8)
        #expect(both.findings == ["D09 5:1!"])
        #expect(both.areRefused(for: "D09"))
    }

    @Test func `case 151: a reference to nothing is refused`() {
        let both = media("\(define("X", "a"))\n#EXTINF:10,\n{$x}.ts", version: 8)
        #expect(both.findings == ["D09 6:1!"])
        #expect(both.areRefused(for: "D09"))
    }

    @Test(arguments: ["NAME=\"a\",VALUE=\"2\"", "QUERYPARAM=\"a\"", "IMPORT=\"a\""])
    func `case 152: a name that is defined twice is refused, in whatever form`(second: String) {
        let both = media(
            "\(define("a", "1"))\n#EXT-X-DEFINE:\(second)\n#EXTINF:10,\na.ts", version: 11,
            context: ReadingContext(uri: "https://h/p.m3u8?a=3", multivariantVariables: ["a": "4"]))
        #expect(both.findings.filter { !$0.hasPrefix("V18") } == ["D04 5:1!"])
        #expect(both.areRefused(for: "D04"))
    }

    @Test func `case 153: an import is of a media playlist, and of a variable that is there`() throws {
        let text = "#EXT-X-DEFINE:IMPORT=\"a\"\n#EXTINF:10,\n{$a}.ts"
        let imported = media(text, version: 8, context: ReadingContext(multivariantVariables: ["a": "b"]))
        #expect(imported.findings.isEmpty)
        #expect(try imported.media.segments[0].uri == "b.ts")
        let missing = media(text, version: 8, context: ReadingContext(multivariantVariables: ["A": "b"]))
        #expect(missing.findings.first == "D06 4:1!" && missing.areRefused(for: "D06"))
        let alone = media(text, version: 8)
        #expect(alone.findings.first == "D06 4:1!" && alone.areRefused(for: "D06"))
        let above = multivariant(
            "#EXT-X-DEFINE:IMPORT=\"a\"\n\(variant())", version: 8,
            context: ReadingContext(multivariantVariables: ["a": "b"]))
        #expect(above.rules == ["D05"])
        #expect(above.strict.findings[0].rule.level == .must)
    }

    @Test(
        arguments: [
            ("?b=1", nil, "D07"), ("?a=", nil, "D07"), ("?A=1", nil, "D07"), ("?a=%41%2fb", "A/b", nil),
            ("?a=1+2", "1+2", nil),
            ("?a=%22", nil, "D08"), ("?a=%0A", nil, "D08"), ("?a=%2541", "%41", nil), ("?a=1&a=2", "1", "D13"),
            ("?x&a=1#a=2", "1", nil),
        ] as [(String, String?, String?)])
    func `case 154: a query parameter is decoded once, and has a value`(query: String, value: String?, rule: String?)
        throws
    {
        let both = media(
            "#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXTINF:10,\nx?{$a}", version: 11,
            context: ReadingContext(uri: "https://h/p.m3u8\(query)"))
        #expect(both.rules.filter { $0 != "D09" && $0 != "G22" } == (rule.map { [$0] } ?? []))
        if let value {
            #expect(try both.media.segments[0].uri == "x?\(value)")
        } else {
            #expect(both.areRefused(for: rule ?? ""))
        }
    }

    @Test func `case 155: what is put in is not looked at again`() throws {
        let both = media("\(define("u", "{"))\n\(define("name_1", "x"))\n#EXTINF:10,t\na?{$u}$name_1}", version: 8)
        #expect(both.rules == ["D10", "G22"], "worth knowing, and a brace is no character of URIs")
        let playlist = try both.media
        #expect(playlist.segments[0].uri == "a?{$name_1}")
        #expect(
            Playlist.parse(playlist.serialized()).playlist == .media(playlist), "written so that it reads as that again"
        )
    }

    @Test func `case 156: a value may be made of values above it`() throws {
        let both = media("\(define("a", "x"))\n\(define("b", "{$a}-b"))\n#EXTINF:10,\n{$b}.ts", version: 8)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].uri == "x-b.ts")
        #expect(both.strict.variables == ["a": "x", "b": "x-b"])
    }

    @Test(arguments: ["{$}", "{$ a}", "{$a", "$a", "{a}", "{$a.b}"])
    func `case 157: what is no reference stays as it is`(text: String) throws {
        let both = media("\(define("a", "x"))\n#EXTINF:10,\nb?\(text)", version: 8)
        #expect(both.rules == (text == "$a" ? [] : ["G22"]))
        #expect(try both.media.segments[0].uri == "b?\(text)")
    }

    @Test(arguments: [
        ("X=\"a\"", "D01"), ("NAME=\"a\",IMPORT=\"b\",VALUE=\"\"", "D01"), ("IMPORT=\"a\",QUERYPARAM=\"a\"", "D01"),
        ("NAME=\"a\"", "D02"), ("NAME=\"a.b\",VALUE=\"\"", "D03"),
    ])
    func `case 158: a definition has one name, and a value with NAME`(attributes: String, rule: String) {
        #expect(media("#EXT-X-DEFINE:\(attributes)\n#EXTINF:10,\na.ts").rules == [rule])
    }

    @Test func `case 158: a value may be empty`() throws {
        let both = media("\(define("a", ""))\n#EXTINF:10,\na{$a}.ts", version: 8)
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].uri == "a.ts")
    }

    @Test func `case 159: nothing is left of a playlist that was refused`() throws {
        let refused = media("\(define("a", "1"))\n\(define("a", "2"))", version: 8)
        #expect(refused.areRefused(for: "D04"))
        #expect(media("#EXTINF:10,\n{$a}.ts").areRefused(for: "D09"))
        #expect(try media("\(define("a", "3"))\n#EXTINF:10,\n{$a}.ts", version: 8).media.segments[0].uri == "3.ts")
    }

    @Test func `case 160: a value is content, whatever is in it`() throws {
        let both = multivariant(
            "#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"{$a}\"\n\(variant())",
            version: 11,
            context: ReadingContext(uri: "https://h/m.m3u8?a=x,DEFAULT=YES"))
        #expect(both.findings.isEmpty)
        let rendition = try both.multivariant.renditions[0]
        #expect(rendition.name == "x,DEFAULT=YES" && rendition.isDefault == nil)
    }

    @Test func `case 161: a definition needs version 8, one by query parameter 11`() {
        let plain = "\(define("a", "b"))\n#EXTINF:10,\na.ts"
        #expect(media(plain, version: 7).rules == ["V12"] && media(plain, version: 8).findings.isEmpty)
        let query = "#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXTINF:10,\na.ts"
        let context = ReadingContext(uri: "https://h/p.m3u8?a=1")
        #expect(media(query, version: 10, context: context).rules == ["V15"])
        #expect(media(query, version: 11, context: context).findings.isEmpty)
    }

    /// Each value reads like a reference once another stands in it.
    @Test(arguments: [
        "\(#"#EXT-X-DEFINE:NAME="u",VALUE="{""#)\n#EXT-X-DEFINE:NAME=\"v\",VALUE=\"{$u}$u}\"\n#EXTINF:10,\n{$v}{$u}$v}.ts",
        "#EXT-X-DEFINE:NAME=\"e\",VALUE=\"\"\n#EXTINF:10,\n{{$e}$e}",
        "#EXT-X-DEFINE:NAME=\"e\",VALUE=\"\"\n#EXTINF:10,\n{$e}",
        "#EXT-X-DEFINE:NAME=\"h\",VALUE=\"#\"\n#EXTINF:10,\n{$h}a",
        "#EXT-X-DEFINE:NAME=\"s\",VALUE=\" \"\n#EXTINF:10,\n{$s}a{$s}",
        "#EXT-X-DEFINE:NAME=\"u\",VALUE=\"$u}\"\n#EXT-X-MAP:URI=\"a{{$u}\"\n#EXT-X-DATERANGE:ID=\"{{$u}\",X-A=\"{{$u}{{$u}\"\n#EXTINF:10,\nb",
    ])
    func `text that came to read like a reference is written so that it reads as that text`(body: String) throws {
        let both = media(body, version: 8)
        let playlist = try both.media
        #expect(playlist.segments.count == 1)
        let again = Playlist.parse(playlist.serialized(), mode: .lenient)
        #expect(again.refusal == nil)
        #expect(again.playlist == .media(playlist), "\(playlist.serialized())")
    }

    @Test func `a playlist made by hand may have references`() throws {
        var playlist = MultivariantPlaylist()
        playlist.definitions = [VariableDefinition(name: "h", source: .value("https://h"))]
        playlist.variants = [VariantStream(uri: "{$h}/a.m3u8", bandwidth: 1)]
        #expect(playlist.serialized().contains("\n{$h}/a.m3u8\n"))
        #expect(Playlist.parse(playlist.serialized()).playlist.multivariant?.variants[0].uri == "https://h/a.m3u8")
    }

    @Test(arguments: ["#EXT-X-TARGETDURATION:x", "#EXT-X-PLAYLIST-TYPE:vod", "#EXT-X-TARGETDURATION:\n# why"])
    func `a media playlist of which no tag is left is written as one`(body: String) throws {
        let reading = Playlist.parse("#EXTM3U\n\(body)", mode: .lenient)
        let playlist = try #require(reading.playlist.media)
        #expect(Playlist.parse(playlist.serialized(), mode: .lenient).playlist == .media(playlist))
    }
}
