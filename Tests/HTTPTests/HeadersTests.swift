import HTTP
import Testing

@Test func `names compare without case and keep their order`() {
    var headers: Headers = ["Content-Type": "a", "X": "1", "x": "2"]
    #expect(headers["content-type"] == "a")
    #expect(headers.values(of: "X") == ["1", "2"])
    headers["X"] = "3"
    #expect(headers.values(of: "x") == ["3"])
    headers["X"] = nil
    #expect(headers["X"] == nil)
}

@Test func `a target splits at its first question mark and nothing is decoded`() {
    let request = Request(target: "/a%2Fb?t=1?2&t=3&flag")
    #expect(request.rawPath == "/a%2Fb")
    #expect(request.rawQueryValue("t") == "1?2")
    #expect(request.rawQueryValue("flag") == "")
    #expect(request.rawQueryValue("none") == nil)
}
