import HTTP
import Testing

private func jar(_ fields: String..., from url: String = "http://h:1/v1/reels/a/playback") -> CookieJar {
    var jar = CookieJar()
    var headers = Headers()
    for field in fields { headers.append("Set-Cookie", field) }
    jar.receive(headers, from: url, at: .zero)
    return jar
}

struct CookieJarTests {
    @Test(arguments: [
        ("http://h:1/media/a/v/x.m4s", true), ("http://H/media/a/v/", true), ("https://h/media/a/v/x?y", true),
        ("http://h/media/a/v2/x", false), ("http://h/media/a/v", false), ("http://h/", false), ("http://h", false),
        ("http://g/media/a/v/x", false), ("http://x.h/media/a/v/x", false), ("ftp://h/media/a/v/x", false),
        ("http://h@g/media/a/v/x", false), ("http://g/?http://h/media/a/v/x", false),
    ])
    func `a cookie goes to its host and below its path`(url: String, isSent: Bool) {
        let field = jar("reelrig_t=1.k1~; Path=/media/a/v/; Max-Age=300; HttpOnly; SameSite=Lax").field(
            for: url, at: .zero)
        #expect(field == (isSent ? "reelrig_t=1.k1~" : nil))
    }

    @Test func `it ends with its age, and one that is set again takes its place`() {
        var jar = jar("t=1; Path=/; Max-Age=10")
        #expect(jar.field(for: "http://h/", at: .milliseconds(9999)) == "t=1")
        #expect(jar.field(for: "http://h/", at: .seconds(10)) == nil)
        jar.receive(["Set-Cookie": "t=2; Path=/"], from: "http://h/", at: .seconds(1))
        #expect(jar.field(for: "http://h/", at: .seconds(10)) == "t=2")
        jar.receive(["Set-Cookie": "t=; Path=/; Max-Age=0"], from: "http://h/", at: .seconds(1))
        #expect(jar.field(for: "http://h/", at: .seconds(1)) == nil)
    }

    @Test func `of several those of longer paths come first, then older ones`() {
        let jar = jar("a=1; Path=/", "a=2; Path=/m/", "b=3;path=/m/", "c=4; Path=/m/n")
        #expect(jar.field(for: "http://h/m/n/x", at: .zero) == "c=4; a=2; b=3; a=1")
        #expect(jar.field(for: "http://h/m/nn", at: .zero) == "a=2; b=3; a=1")
    }

    @Test func `without a path it is for the folder it came from`() {
        let jar = jar("a=1", from: "http://h/x/y/z?q=/w")
        #expect(jar.field(for: "http://h/x/y/v", at: .zero) == "a=1")
        #expect(jar.field(for: "http://h/x/", at: .zero) == nil)
    }

    @Test func `a secure one is set and sent over TLS only`() {
        #expect(jar("a=1; Path=/; Secure").field(for: "https://h/", at: .zero) == nil)
        let jar = jar("a=1; Path=/; Secure", from: "https://h/")
        #expect(jar.field(for: "http://h/", at: .zero) == nil && jar.field(for: "https://h/", at: .zero) == "a=1")
    }

    @Test(arguments: [
        "", "a", "=1", ";", "a=1\nb: 2", "a=1\u{0}", "a=é", "a b=1", "a=" + String(repeating: "x", count: 9000),
    ])
    func `what is no cookie is none`(field: String) {
        #expect(jar(field, from: "http://h/").field(for: "http://h/", at: .zero) == nil)
    }

    @Test func `hosts can fill the jar only so far`() {
        var jar = CookieJar()
        for number in 0..<1000 {
            jar.receive(["Set-Cookie": "a\(number)=1; Max-Age=99999999999999"], from: "http://h/", at: .zero)
        }
        #expect(jar.field(for: "http://h/", at: .zero)?.split(separator: "; ").count == 64)
    }
}
