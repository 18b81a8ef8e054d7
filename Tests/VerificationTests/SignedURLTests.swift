import Testing

@testable import Verification

private let token = "1.k1.1893456000..p.L21lZGlhL2Ev.9CZD7bVyFUh_4jceUO29HKGs7FpuP4vWyuUqmgZzM0I"

@Test func `a signed URL comes apart and together`() throws {
    let url = "http://127.0.0.1:8080/~\(token)/media/a/0123456789abcdef/multivariant.m3u8"
    let signed = try #require(SignedURL(url))
    #expect(signed.origin == "http://127.0.0.1:8080")
    #expect(signed.token == token)
    #expect(signed.url(of: "multivariant.m3u8") == url)
    #expect(signed.with(token: nil, "poster.jpg") == "http://127.0.0.1:8080/media/a/0123456789abcdef/poster.jpg")
}

@Test func `a tampered token differs in its signature alone, a prolonged one in its end alone`() throws {
    let signed = try #require(SignedURL("http://h/~\(token)/media/a/v/x"))
    #expect(signed.tamperedToken == token.replacing(".9CZD", with: ".ACZD"))
    #expect(signed.prolongedToken == token.replacing("1893456000", with: "1893456001"))
}

@Test(arguments: ["http://h/media/a/v/x", "nothing", "http://h"])
func `a URL without a token is not signed`(url: String) {
    #expect(SignedURL(url) == nil)
}
