import StableKeys
import Testing

private func key(_ url: String) -> String { StableKey(url).text }

struct StableKeyTests {
    private let token = "1.k1.1893456000..p.L21lZGlhL3IxLw.-WhFWWo_6pzicCYYcvYu5qdUsOVMaoSO1yqb7L6pKgI"

    @Test func `our own token is left out as path segment and as query`() {
        #expect(
            key("http://h:8080/~\(token)/media/r1/v/video/360/00000.m4s")
                == "http://h:8080/media/r1/v/video/360/00000.m4s")
        #expect(key("http://h/media/r1/v/init.mp4?t=\(token)") == "http://h/media/r1/v/init.mp4")
        #expect(key("http://h/a?x=1&t=\(token)&y") == "http://h/a?x=1&y")
    }

    /// Signed by CloudFront, Cloud CDN, S3, Azure, bunny.net and us, with and without CMCD, in any order.
    private func variants(_ path: String) -> [String] {
        (0..<100).map { number in
            let end = 1_893_456_000 + number * 60
            let signature = "s\(number)"
            var parameters: [String] =
                switch number % 6 {
                case 0: ["Expires=\(end)", "Signature=\(signature)", "Key-Pair-Id=K\(number)"]
                case 1: ["Expires=\(end)", "KeyName=k", "Signature=\(signature)", "URLPrefix=aHR0"]
                case 2:
                    [
                        "X-Amz-Algorithm=AWS4-HMAC-SHA256", "X-Amz-Date=2026\(number)", "X-Amz-Expires=\(number)",
                        "X-Amz-Signature=\(signature)",
                    ]
                case 3:
                    ["sv=2024-11-04", "se=2030-01-01T00%3A\(number % 60)%3A00Z", "sr=b", "sp=r", "sig=\(signature)%3D"]
                case 4: ["token=HS256-\(signature)", "expires=\(end)"]
                default: ["t=\(token)"]
                }
            if number % 2 == 0 { parameters.append("CMCD=bl%3D\(number)00%2Csid%3D%22\(signature)%22") }
            let turn = number % parameters.count
            parameters = Array(parameters[turn...] + parameters[..<turn])
            return "https://h/r/00001.m4s?\((parameters + [path].filter { !$0.isEmpty }).joined(separator: "&"))"
        }
    }

    @Test
    func `row 5, flutter_video_caching 51: a hundred queries that sign one object leave one key and no question mark`()
    {
        #expect(Set(variants("").map(key)) == ["https://h/r/00001.m4s"])
        #expect(Set(variants("v=2").map(key)) == ["https://h/r/00001.m4s?v=2"])
    }

    @Test func `row 11, Common Media Client Data 10: what a player says of itself is no part of a key`() {
        let said = "CMCD=br%3D3200%2Cbs%2Cd%3D4004%2Cmtp%3D25400%2Cnor%3D%22..%252F300.m4s%22%2Cot%3Dv"
        for (plain, url) in [
            ("https://h/a.ts", "https://h/a.ts?\(said)"), ("https://h/a.ts?w=1", "https://h/a.ts?w=1&\(said)"),
            ("https://h/a.ts?w=1", "https://h/a.ts?\(said)&w=1"),
        ] { #expect(key(url) == key(plain)) }
        #expect(key("https://h/a.ts?CMCD2=1") == "https://h/a.ts?CMCD2=1")
    }

    @Test func `what only looks like our token stays`() {
        for url in [
            "http://h/a?t=42", "http://h/~me/a", "http://h/~1.k.1.e.x/a", "http://h/a?t=\(token)x",
            "http://h/x/~\(token)",
        ] { #expect(key(url) == url) }
    }

    @Test func `spelling does not matter`() {
        #expect(key("HTTPS://Example.COM:443/a/./b/../%7Ec#f") == "https://example.com/a/~c")
        #expect(key("https://h/a%2fb") == "https://h/a%2Fb")
        #expect(key("https://h") == "https://h/")
    }

    /// Pairs that are two objects: no rule may give them one key.
    @Test(arguments: [
        ("https://h/a?s=0cc175b9c0f1b6a831c399e269772661", "https://h/a?s=92eb5ffee6ae2fec3ad71c777531578f"),
        ("https://h/a?token=A&expires=1", "https://h/a?token=B&expires=1"),
        ("https://h/a?Expires=1893456000", "https://h/a?Expires=1893459600"),
        (
            "https://h/list?limit=1&token=AAAAAAAAAAAAAAAAAAAAAA&expires=1893456000",
            "https://h/list?limit=2&token=AAAAAAAAAAAAAAAAAAAAAA&expires=1893456000"
        ),
        ("https://h/a?thash=x&tendtime=1893456000&track=1", "https://h/a?thash=x&tendtime=1893456000&track=2"),
        (
            "http://h/media_w1_tkdGVuZHRpbWU9MSZ0aGFzaD1BQUE_1.ts",
            "http://h/media_w1_tkdGVuZHRpbWU9MSZ0aGFzaD1BQUE_2.ts"
        ),
        ("https://h/a%2Fb", "https://h/a/b"), ("https://h/a?b=%41", "https://h/a?b=A"),
        ("https://h/a?x=1&x=2", "https://h/a?x=2&x=1"), ("https://h/a", "http://h/a"), ("https://h/a", "https://h/A"),
        ("https://h/a?_HLS_msn=1", "https://h/a?_HLS_msn=2"), ("https://h/hash=1/a", "https://h/hash=2/a"),
    ])
    func `two objects never merge`(first: String, second: String) {
        #expect(key(first) != key(second))
    }

    @Test func `a web token's claims that select content stay`() {
        // {"alg":"RS256"} . {"sub":"id","aud":"t","exp":1,"time":10} and {"sub":"id","aud":"t","exp":2,"time":10|11}
        let header = "eyJhbGciOiJSUzI1NiJ9"
        let first =
            "https://image.mux.com/id/thumbnail.jpg?token=\(header).eyJzdWIiOiJpZCIsImF1ZCI6InQiLCJleHAiOjEsInRpbWUiOjEwfQ.AAAA"
        let again =
            "https://image.mux.com/id/thumbnail.jpg?token=\(header).eyJzdWIiOiJpZCIsImF1ZCI6InQiLCJleHAiOjIsInRpbWUiOjEwfQ.BBBB"
        let other =
            "https://image.mux.com/id/thumbnail.jpg?token=\(header).eyJzdWIiOiJpZCIsImF1ZCI6InQiLCJleHAiOjIsInRpbWUiOjExfQ.BBBB"
        #expect(key(first) == key(again))
        #expect(key(first) != key(other))
    }

    @Test func `a web token in the place of a name becomes its subject`() {
        // {"alg":"RS256"} . {"sub":"abc","exp":1}
        let url =
            "https://c.cloudflarestream.com/eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhYmMiLCJleHAiOjF9.AAAA/manifest/video.m3u8"
        #expect(key(url) == "https://c.cloudflarestream.com/abc/manifest/video.m3u8")
    }

    @Test func `servers of one origin and parameters of one's own scheme are told by rules`() {
        let rules = StableKeyRules(
            origins: ["cdn1.example": "origin", "cdn2.example": "origin"], volatileParameters: ["st", "e"])
        let first = StableKey("https://cdn1.example/a.ts?st=abc&e=1893456000", rules: rules)
        #expect(first == StableKey("https://CDN2.example/a.ts?st=def&e=1893459600", rules: rules))
        #expect(first.text == "https://origin/a.ts")
    }

    @Test func `a playlist is named by its way from the multivariant playlist`() {
        let base = StableKey("https://h/~\(token)/media/r/v/multivariant.m3u8")
        #expect(
            StableKey("https://h/media/r/v/video/360/playlist.m3u8").path(relativeTo: base) == "video/360/playlist.m3u8"
        )
        #expect(StableKey("https://h/media/r/a.m3u8?x=1").path(relativeTo: base) == "../a.m3u8?x=1")
        #expect(StableKey("https://g/a.m3u8").path(relativeTo: base) == "https://g/a.m3u8")
    }

    @Test(arguments: ["data:text/plain,a#b", "seg.ts?t=1", "", "skd://"])
    func `what is no URL of a server stays`(text: String) {
        #expect(key(text) == text)
    }
}
