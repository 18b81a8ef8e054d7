import Catalog
import MediaTypes
import Testing

private let answer = """
    {"format":1,"id":"a","version":"0123456789abcdef","url":"http://h/x","expiresAt":2,"serverTime":1,"durationMs":3,
    "renditions":[],"future":{"x":[1]}}
    """

@Test func `unknown members are ignored and known ones survive a round trip`() throws {
    let read = try CanonicalJSON.decode(PlaybackAnswer.self, from: Array(answer.utf8))
    #expect(read.expiresAt == UnixTime(milliseconds: 2))
    #expect(try CanonicalJSON.decode(PlaybackAnswer.self, from: CanonicalJSON.line(read)) == read)
}

@Test func `a member that is missing is named`() {
    #expect {
        try CanonicalJSON.decode(PlaybackAnswer.self, from: Array(answer.replacing("\"url\"", with: "\"uri\"").utf8))
    } throws: { error in
        (error as? JSONProblem)?.problem == "there is no 'url'"
    }
}

@Test func `slashes stay and members are sorted`() throws {
    let line = String(decoding: try CanonicalJSON.line(Refusal(reason: .expired)), as: UTF8.self)
    #expect(line == #"{"reason":"expired"}"#)
    let file = PackageDocument.File(
        path: "a/b", size: 1, sha256: try #require(ContentDigest(bytes: [UInt8](repeating: 0xAB, count: 32))))
    #expect(
        String(decoding: try CanonicalJSON.line(file), as: UTF8.self)
            == #"{"path":"a/b","sha256":"\#(String(repeating: "ab", count: 32))","size":1}"#)
}
