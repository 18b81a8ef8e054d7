import HTTP
import Signing
import Testing

@testable import Verification

private let token = "1.k1.1893456000..p.L21lZGlhL2Ev.9CZD7bVyFUh_4jceUO29HKGs7FpuP4vWyuUqmgZzM0I"
private let folder = "/media/a/0123456789abcdef/"

@Test(arguments: [
    (CarriageForm.path, "http://127.0.0.1:8080/~\(token)\(folder)multivariant.m3u8"),
    (.query, "http://127.0.0.1:8080\(folder)multivariant.m3u8?t=\(token)"),
    (.define, "http://127.0.0.1:8080\(folder)multivariant.m3u8?form=define&t=\(token)"),
    (.cookie, "http://127.0.0.1:8080\(folder)multivariant.m3u8"),
])
func `a signed URL comes apart and together`(form: CarriageForm, url: String) throws {
    let signed = try #require(SignedURL(url, cookie: form == .cookie ? token : nil))
    #expect(signed.origin == "http://127.0.0.1:8080" && signed.folder == folder)
    #expect(signed.token == token && signed.form == form)
    let request = signed.request(for: "multivariant.m3u8")
    #expect(request.url == url)
    #expect(request.headers["Cookie"] == (form == .cookie ? "reelrig_t=\(token)" : nil))
    #expect(request.carriedToken == token)
    #expect(signed.request(for: "poster.jpg", token: "other").carriedToken == "other")
    let bare = signed.request(for: "poster.jpg", token: nil)
    #expect(bare.url == "http://127.0.0.1:8080\(folder)poster.jpg" && bare.headers["Cookie"] == nil)
    #expect(bare.carriedToken == nil)
}

@Test func `a tampered token differs in its signature alone, a prolonged one in its end alone`() throws {
    let signed = try #require(SignedURL("http://h/~\(token)/media/a/v/x"))
    #expect(signed.tamperedToken == token.replacing(".9CZD", with: ".ACZD"))
    #expect(signed.prolongedToken == token.replacing("1893456000", with: "1893456001"))
}

@Test(arguments: ["http://h/media/a/v/x", "nothing", "http://h", "http://h/media/a/v/x?u=1"])
func `a URL without a token is not signed`(url: String) {
    #expect(SignedURL(url) == nil)
}
