import HLS
import Testing

/// RFC 3986 §5.4, the whole of both tables.
private let examples: [(reference: String, target: String)] = [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"),
    ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"), ("g?y#s", "http://a/b/c/g?y#s"),
    (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"), ("g;x?y#s", "http://a/b/c/g;x?y#s"),
    ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
    ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../", "http://a/"),
    ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"), ("/../g", "http://a/g"),
    ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"), ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"),
    ("g/../h", "http://a/b/c/h"), ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"), ("http:g", "http:g"),
]

private func resolve(_ reference: String, _ base: String = "http://a/b/c/d;p?q") -> String {
    URIReference(reference).resolved(against: URIReference(base)).description
}

struct URIReferenceTests {
    @Test(arguments: examples)
    func `resolves the examples of RFC 3986`(reference: String, target: String) {
        #expect(resolve(reference) == target)
    }

    @Test func `a slash in the base's query or fragment is no folder`() {
        #expect(resolve("s.ts", "https://h/a/b/main.m3u8?t=1/2#f") == "https://h/a/b/s.ts")
        #expect(resolve("s.ts", "https://h/a/x.m3u8#cell=core/1") == "https://h/a/s.ts")
        #expect(resolve("?v=2", "https://h/a/b/main.m3u8?t=1/2#f") == "https://h/a/b/main.m3u8?v=2")
        #expect(resolve("//cdn/x.ts", "https://h/a/b/main.m3u8") == "https://cdn/x.ts")
        #expect(resolve("a.ts", "https://h") == "https://h/a.ts")
    }

    /// U+0301 makes one character of a slash before it.
    @Test func `a slash before a mark that combines is a slash`() {
        #expect(resolve("/\u{301}x/../y") == "http://a/y")
        #expect(resolve("x/../\u{301}y/./z") == "http://a/b/c/\u{301}y/z")
        #expect(URIReference(filePath: "/a/\u{301}b")?.description == "file:///a/%CC%81b")
    }

    @Test(arguments: ["data:text/plain;base64,AA==,/..", "skd://Key?x=%2F", "urn:uuid:A", "HTTP://H/a"])
    func `a reference with a scheme stays as it is`(text: String) {
        #expect(resolve(text) == text)
    }

    @Test(arguments: ["a?", "a#", "?", "#", "//h", "//h?q#f", "s:", "s://", "a?b?c#d#e", "//u@h:8/a;b=c/%2F?x=%zz", ""])
    func `puts together what it took apart`(text: String) {
        #expect(URIReference(text).description == text)
    }

    @Test func `escapes that are there stay, and what may not stand is encoded for a request`() {
        let encoded = [
            "seg(1)!*'.ts": "seg(1)!*'.ts", "a%20b.ts": "a%20b.ts", "a%2Fb.ts": "a%2Fb.ts", "ü.ts": "%C3%BC.ts",
            "a b.ts": "a%20b.ts", "a|b.ts": "a%7Cb.ts", "a%.ts#f": "a%25.ts", "x?q=a b&r={}": "x?q=a%20b&r=%7B%7D",
        ]
        for (text, expected) in encoded {
            #expect(URIReference(text).encodedForRequest.description == expected)
        }
    }

    @Test func `knows what breaks the grammar`() {
        for text in ["a b.ts", "ü.ts", "a|b", "%", "%2", "%GG", "a\u{7}", "1a:b", "[a]", "{$x}"] {
            #expect(!URIReference(text).isValid, "\(text)")
        }
        for text in ["a.ts", "a%20b", "./1a:b", "//[::1]:80/a", "?a=/?:@", "", "a:b"] {
            #expect(URIReference(text).isValid, "\(text)")
        }
    }

    @Test func `two spellings of one address compare equal`() {
        let same = ["HTTP://H/a", "http://h/a", "http://h:80/a", "http://h:/a", "http://h/./b/../a", "http://h/%61#f"]
        let forms = Set(same.map { URIReference($0).normalizedForComparison })
        #expect(forms == [URIReference("http://h/a")])
        #expect(URIReference("http://h/a%2fb").normalizedForComparison.description == "http://h/a%2Fb")
        #expect(
            URIReference("http://h/a?x=.").normalizedForComparison
                != URIReference("http://h/a?x=..").normalizedForComparison)
    }

    @Test func `a path segment is encoded so that nothing in it is syntax`() {
        #expect("a/b?c#d%e ü".percentEncodedPathSegment == "a%2Fb%3Fc%23d%25e%20%C3%BC")
        #expect("..".percentEncodedPathSegment == "%2E%2E")
        #expect("a%2Fb%zz".percentDecoded == "a/b%zz")
        #expect("%FF".percentDecoded == nil)
    }
}
