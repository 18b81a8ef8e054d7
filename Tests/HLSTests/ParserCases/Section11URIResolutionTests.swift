import HLS
import Testing

/// RFC 3986, as §4.1 of the draft has references resolved.
struct Section11URIResolutionTests {
    private func resolved(_ reference: String, _ base: String = "https://h/a/b/main.m3u8?t=1/2#f") -> String {
        URIReference(reference).resolved(against: URIReference(base)).description
    }

    @Test func `case 210: slashes in the base's query are no folders`() {
        #expect(resolved("s.ts") == "https://h/a/b/s.ts")
    }

    @Test func `case 211: slashes in the base's fragment are no folders`() {
        #expect(resolved("s.ts", "https://h/a/x.m3u8#cell=core/1") == "https://h/a/s.ts")
    }

    @Test func `case 212: a query alone is of the playlist's own path`() {
        #expect(resolved("?v=2") == "https://h/a/b/main.m3u8?v=2")
    }

    @Test(arguments: [
        ("//cdn/x.ts", "https://cdn/x.ts"), ("/x.ts", "https://h/x.ts"), ("../x.ts", "https://h/a/x.ts"),
        ("../../../x.ts", "https://h/x.ts"), ("./x.ts", "https://h/a/b/x.ts"), (".", "https://h/a/b/"),
    ])
    func `case 213: dots go up as far as the root`(reference: String, target: String) {
        #expect(resolved(reference) == target)
    }

    @Test func `case 214: a colon in the first segment makes it a scheme`() {
        #expect(resolved("a:b.ts") == "a:b.ts" && URIReference("a:b.ts").scheme == "a")
        #expect(resolved("./a:b.ts") == "https://h/a/b/a:b.ts")
        #expect(media("#EXTINF:1,\n1a:b.ts").findings == ["G22 5:1"])
    }

    @Test(arguments: [
        ("seg(1)!*'.ts", "seg(1)!*'.ts"), ("a%20b.ts", "a%20b.ts"), ("a%2Fb.ts", "a%2Fb.ts"), ("ü.ts", "%C3%BC.ts"),
        ("a b.ts", "a%20b.ts"), ("a|b.ts", "a%7Cb.ts"),
    ])
    func `case 215: escapes stay, and what may not stand is escaped in a request`(text: String, requested: String)
        throws
    {
        #expect(resolved(text) == "https://h/a/b/\(text)")
        #expect(URIReference(resolved(text)).encodedForRequest.description == "https://h/a/b/\(requested)")
        #expect(try media("#EXTINF:1,\n\(text)").media.segments[0].uri == text)
    }

    @Test func `case 216: a query is kept byte for byte`() throws {
        let query = "?Policy=eyJ&Signature=a~b-c_d==;x=%2f%2F&k=&&hdnts=exp=1~acl=/*~hmac=0f&jwt=aa.bb.cc"
        #expect(resolved("s.ts\(query)") == "https://h/a/b/s.ts\(query)")
        #expect(URIReference(resolved("s.ts\(query)")).encodedForRequest.query == String(query.dropFirst()))
        let both = media("#EXTINF:1,\ns.ts\(query)")
        #expect(both.findings.isEmpty)
        #expect(try both.media.segments[0].uri == "s.ts\(query)")
    }

    @Test(arguments: ["data:text/plain;base64,AA/../==", "skd://Asset?x=%2f", "urn:uuid:0-A"])
    func `case 217: references of other schemes come back as they are`(text: String) {
        #expect(resolved(text) == text)
    }

    /// Who loads a playlist gives the address it came from in the end; that there was another is in the answers.
    @Test func `case 218: after a redirect the last address is the base, also for query parameters`() throws {
        let last = ReadingContext(uri: "https://cdn.example/x/y.m3u8?a=new")
        let both = media("#EXT-X-DEFINE:QUERYPARAM=\"a\"\n#EXTINF:1,\ns.ts?{$a}", version: 11, context: last)
        #expect(both.findings.isEmpty)
        let uri = try both.media.segments[0].uri
        #expect(resolved(uri, try #require(last.uri)) == "https://cdn.example/x/s.ts?new")
    }

    @Test func `case 219: a path becomes a file URI, with its blanks and signs escaped`() {
        #expect(
            URIReference(filePath: "/tmp/my reels/#1 50%?.m3u8")?.description
                == "file:///tmp/my%20reels/%231%2050%25%3F.m3u8")
        #expect(URIReference(filePath: "/a/./b/../c.m3u8")?.description == "file:///a/c.m3u8")
        #expect(URIReference(filePath: "a.m3u8") == nil, "it is made absolute first")
        #expect(resolved("s 1.ts", "file:///tmp/my%20reels/a.m3u8") == "file:///tmp/my%20reels/s 1.ts")
    }

    @Test func `case 220: an empty URI is not the playlist itself`() throws {
        let map = media("#EXT-X-MAP:URI=\"\"\n#EXTINF:1,\na")
        #expect(map.rules == ["G17"])
        #expect(try map.media.segments[0].initializationSection == nil)
        let rendition = multivariant("#EXT-X-MEDIA:TYPE=VIDEO,GROUP-ID=\"g\",NAME=\"n\",URI=\"\"\n\(variant())")
        #expect(rendition.findings == ["G17 3:47"])
        #expect(try rendition.multivariant.renditions[0].uri == nil)
    }

    @Test func `case 221: a playlist that lists itself is worth knowing`() throws {
        let context = ReadingContext(uri: "https://h/v/p.m3u8")
        let segment = media("#EXTINF:1,\n../v/p.m3u8\n#EXTINF:1,\na.ts", context: context)
        #expect(segment.findings == ["G32 5:1"])
        #expect(segment.strict.findings[0].rule.level == .info)
        #expect(try segment.media.segments.count == 2)
        let stream = multivariant("\(variant(uri: "p.m3u8"))\n\(variant(uri: "p.m3u8?a"))", context: context)
        #expect(stream.findings == ["G32 3:1"])
    }

    @Test func `case 222: addresses are put in one form for comparing, and never for fetching`() {
        let one = ["https://h/a", "HTTPS://H/a", "https://h:443/a", "https://h/b/./../a"].map(URIReference.init)
        #expect(Set(one.map(\.normalizedForComparison)).count == 1)
        #expect(
            one.map(\.encodedForRequest.description) == [
                "https://h/a", "HTTPS://H/a", "https://h:443/a", "https://h/b/./../a",
            ])
        #expect(URIReference("https://h/a/.").normalizedForComparison.description == "https://h/a/")
    }
}
