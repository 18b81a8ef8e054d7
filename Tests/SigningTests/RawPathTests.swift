import Signing
import Testing

@Test(arguments: [
    "/", "/a", "/a/", "/media/r/%C3%A9.m4s", "/a..b/...", "/.well/a.", "/%2ea/x", "/a;b=c/d,e@f:g!$&'()*+~",
])
func `a path that means one thing is taken as it is`(path: String) throws {
    #expect(try RawPath(path).text == path)
}

@Test(arguments: [
    ("", RawPath.Problem.notAbsolute), ("media/x", .notAbsolute), ("http://h/x", .notAbsolute), ("*", .notAbsolute),
    ("//", .emptySegment), ("/a//b", .emptySegment), ("//a", .emptySegment),
    ("/.", .dotSegment), ("/..", .dotSegment), ("/a/../b", .dotSegment), ("/a/./b", .dotSegment),
    ("/a/%2e%2E/b", .dotSegment), ("/a/.%2e", .dotSegment), ("/a/%2e", .dotSegment),
    ("/a%2Fb", .encodedDelimiter), ("/a%2fb", .encodedDelimiter), ("/a%5cb", .encodedDelimiter),
    ("/a%00", .encodedDelimiter),
    ("/a%", .badTriplet), ("/a%2", .badTriplet), ("/a%zz", .badTriplet), ("/%2%2e", .badTriplet),
    ("/a\\b", .forbiddenCharacter), ("/a b", .forbiddenCharacter), ("/é", .forbiddenCharacter),
    ("/a#b", .forbiddenCharacter), ("/a?b", .forbiddenCharacter), ("/a\u{0}b", .forbiddenCharacter),
    ("/a\nb", .forbiddenCharacter), ("/\u{7F}", .forbiddenCharacter),
    ("/" + String(repeating: "a", count: 2048), .tooLong),
])
func `a path that could be read as another one is refused`(path: String, problem: RawPath.Problem) {
    #expect(throws: problem) { try RawPath(path) }
}

@Test func `a prefix ends at a path segment`() throws {
    #expect(TokenScope(.prefix, try RawPath("/video")) == nil)
    let videos = try scope(.prefix, "/video/")
    #expect(videos.covers(try RawPath("/video/a")))
    #expect(videos.covers(try RawPath("/video/")))
    #expect(!videos.covers(try RawPath("/video")))
    #expect(!videos.covers(try RawPath("/videos/a")))
    #expect(!videos.covers(try RawPath("/Video/a")))
}

@Test func `an exact scope covers one path`() throws {
    let one = try scope(.exact, "/video/a")
    #expect(one.covers(try RawPath("/video/a")))
    #expect(!one.covers(try RawPath("/video/a/")))
    #expect(!one.covers(try RawPath("/video/%61")))
}
