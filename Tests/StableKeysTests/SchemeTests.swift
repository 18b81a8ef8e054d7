import StableKeys
import Testing

/// One object under a scheme: two URLs of it signed at different times, its key, and what is said to be left out.
struct SignedPair: Sendable, CustomTestStringConvertible {
    var scheme: String
    var first: String
    var second: String
    var key: String

    var testDescription: String { scheme }
}

// Digests and signatures are of the right form and of nothing: a key is no proof.
private let hex40 = String(repeating: "0123456789abcdef", count: 3).prefix(40)
private let hex64 = String(repeating: "fedcba9876543210", count: 4)
private let code43 = "9JQB8vP1z0yc5Rzd_-AbCdEfGhIjKlMnOpQrStUvWxY"
private let other43 = "AbCdEfGhIjKlMnOpQrStUvWxY9JQB8vP1z0yc5Rzd_-"
private func own(_ kid: String, _ end: Int) -> String { "1.\(kid).\(end)..p.L21lZGlhL3IxLw.\(code43)" }
/// {"alg":"RS256"}
private let header = "eyJhbGciOiJSUzI1NiJ9"

private let pairs: [SignedPair] = [
    SignedPair(
        scheme: "reelrig", first: "http://h/~\(own("k1", 1))/media/r1/v/a.m4s?v=2",
        second: "http://h/~\(own("k2", 2))/media/r1/v/a.m4s?v=2", key: "http://h/media/r1/v/a.m4s?v=2"),
    // One object in two forms, and a playlist in two.
    SignedPair(
        scheme: "reelrig", first: "http://h/~\(own("k1", 1))/media/r1/v/a.m4s?v=2",
        second: "http://h/media/r1/v/a.m4s?v=2&t=\(own("k2", 2))", key: "http://h/media/r1/v/a.m4s?v=2"),
    SignedPair(
        scheme: "reelrig", first: "http://h/media/r1/v/a.m3u8?form=define&t=\(own("k1", 1))",
        second: "http://h/media/r1/v/a.m3u8?t=\(own("k2", 2))", key: "http://h/media/r1/v/a.m3u8"),
    SignedPair(
        scheme: "CloudFront",
        first: "https://d1.cloudfront.net/a.ts?v=2&Expires=1893456000&Signature=A-B_~&Key-Pair-Id=K1",
        second: "https://d1.cloudfront.net/a.ts?v=2&Policy=eyJ9&Signature=C&Key-Pair-Id=K2&Hash-Algorithm=SHA256",
        key: "https://d1.cloudfront.net/a.ts?v=2"),
    SignedPair(
        scheme: "Akamai", first: "https://x.akamaized.net/a.ts?hdnts=st=1~exp=1893456000~acl=/*~hmac=\(hex64)",
        second: "https://x.akamaized.net/a.ts?__token__=exp=1893459600~acl=/*!/b/*~data=x~hmac=\(hex64.dropLast(24))",
        key: "https://x.akamaized.net/a.ts"),
    SignedPair(
        scheme: "Akamai", first: "https://x.akamaized.net/exp=1893456000~acl=%2F*~hmac=\(hex64)/sep/video/a.mp4",
        second: "https://x.akamaized.net/hdntl=exp=1893459600~acl=%2f*~hmac=\(hex64)/sep/video/a.mp4",
        key: "https://x.akamaized.net/sep/video/a.mp4"),
    SignedPair(
        scheme: "Google Cloud CDN",
        first:
            "http://www.example.com/a?some=query&Expires=1549751401&KeyName=k&Signature=9Q9TCxSju8-W5nUkk5CuTrun2_o=",
        second: "http://www.example.com/a?some=query&URLPrefix=aHR0cDovL3d3dy8=&Expires=1&KeyName=k2&Signature=x",
        key: "http://www.example.com/a?some=query"),
    SignedPair(
        scheme: "Google Media CDN",
        first: "https://media.example/a.m4s?edge-cache-token=URLPrefix=aHR0~Expires=1893456000~hmac=\(hex40)",
        second: "https://media.example/a.m4s?edge-cache-token=PathGlobs=/*~Expires=1893459600~Signature=x_-",
        key: "https://media.example/a.m4s"),
    SignedPair(
        scheme: "Google Media CDN",
        first: "https://media.example/vod/edge-cache-token=Expires=1893456000&KeyName=k&Signature=a_b/a.m4s",
        second: "https://media.example/vod/edge-cache-token=Expires=1893459600&KeyName=k&Signature=c_d/a.m4s",
        key: "https://media.example/vod/a.m4s"),
    SignedPair(
        scheme: "Cloudflare", first: "https://cf.example/a.jpg?w=2&verify=1484063787-\(code43)",
        second: "https://cf.example/a.jpg?w=2&verify=1484067387-9JQB8vP1z0yc5Rzd%2F%2BAbCdEfGhIjKlMnOpQrStUvWxY%3D",
        key: "https://cf.example/a.jpg?w=2"),
    SignedPair(
        // {"sub":"abc","kid":"1","exp":1} and {"sub":"abc","kid":"2","exp":2}
        scheme: "JSON Web Token",
        first:
            "https://c.cloudflarestream.com/\(header).eyJzdWIiOiJhYmMiLCJraWQiOiIxIiwiZXhwIjoxfQ.AA/manifest/video.m3u8",
        second:
            "https://c.cloudflarestream.com/\(header).eyJzdWIiOiJhYmMiLCJraWQiOiIyIiwiZXhwIjoyfQ.BB/manifest/video.m3u8",
        key: "https://c.cloudflarestream.com/abc/manifest/video.m3u8"),
    SignedPair(
        // {"sub":"id","aud":"v","exp":1,"kid":"a"} and {"sub":"id","aud":"v","exp":2,"kid":"b"}
        scheme: "JSON Web Token",
        first:
            "https://stream.mux.com/id.m3u8?token=\(header).eyJzdWIiOiJpZCIsImF1ZCI6InYiLCJleHAiOjEsImtpZCI6ImEifQ.AA",
        second:
            "https://stream.mux.com/id.m3u8?token=\(header).eyJzdWIiOiJpZCIsImF1ZCI6InYiLCJleHAiOjIsImtpZCI6ImIifQ.BB",
        key: #"https://stream.mux.com/id.m3u8?token={"aud":"v","sub":"id"}"#),
    SignedPair(
        scheme: "Fastly", first: "https://f.example/a.ts?v=1&token=1441307151_\(hex40)",
        second: "https://f.example/a.ts?v=1&token=1441310751_\(hex64.prefix(40))", key: "https://f.example/a.ts?v=1"),
    SignedPair(
        scheme: "bunny.net",
        first: "https://t.b-cdn.net/a.jpg?token=HS256-\(code43)&token_path=%2Fabc&expires=1598024587&width=3",
        second: "https://t.b-cdn.net/a.jpg?token=HS256-1-\(other43)&limit=1000&expires=1598028187&width=3",
        key: "https://t.b-cdn.net/a.jpg?width=3"),
    SignedPair(
        scheme: "bunny.net", first: "https://t.b-cdn.net/bcdn_token=HS256-\(code43)&expires=1598024587/abc/a.m3u8",
        second:
            "https://t.b-cdn.net/bcdn_token=HS256-1-\(other43)&token_countries=CA%2CUS&expires=1598028187/abc/a.m3u8",
        key: "https://t.b-cdn.net/abc/a.m3u8"),
    SignedPair(
        scheme: "nginx secure_link", first: "https://n.example/a.ts?md5=_e4Nc3iduzkWRm01TBBNYw&expires=2147483647&v=1",
        second: "https://n.example/a.ts?md5=AAAAc3iduzkWRm01TBBNYw==&expires=1893456000&v=1",
        key: "https://n.example/a.ts?v=1"),
    SignedPair(
        scheme: "nginx secure_link", first: "https://n.example/a.ts?st=_e4Nc3iduzkWRm01TBBNYw&e=1893456000&f=mp4",
        second: "https://n.example/a.ts?st=\(code43)&ts=2029-12-31T23:00:00Z&e=3600&f=mp4",
        key: "https://n.example/a.ts?f=mp4"),
    SignedPair(
        scheme: "Azure SAS",
        first: "https://a.blob.core.windows.net/c/a.ts?sv=2026-10-06&se=2030-01-01&sr=c&sp=r&sig=a%2Bb%3D",
        second: "https://a.blob.core.windows.net/c/a.ts?sv=2024-01-01&si=policy&sr=d&sdd=1&sip=1.1.1.1&sig=c",
        key: "https://a.blob.core.windows.net/c/a.ts"),
    SignedPair(
        scheme: "AWS Signature 4",
        first:
            "https://b.s3.amazonaws.com/a.ts?versionId=x&X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&X-Amz-Signature=\(hex64)&x-id=GetObject",
        second:
            "https://b.s3.amazonaws.com/a.ts?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Security-Token=t&X-Amz-Signature=\(hex64)&versionId=x",
        key: "https://b.s3.amazonaws.com/a.ts?versionId=x"),
    SignedPair(
        scheme: "AWS Signature 2",
        first: "https://b.s3.amazonaws.com/a.ts?AWSAccessKeyId=A&Expires=1893456000&Signature=x%3D",
        second: "https://b.s3.amazonaws.com/a.ts?Signature=y&Expires=1893459600&AWSAccessKeyId=B",
        key: "https://b.s3.amazonaws.com/a.ts"),
    SignedPair(
        scheme: "imgix", first: "https://my-social-network.imgix.net/1.png?w=400&s=34247eddd2310a6acb24b451b71a3785",
        second: "https://my-social-network.imgix.net/1.png?expires=1893456000&w=400&s=4f2a5284070019fedacb490466640b0e",
        key: "https://my-social-network.imgix.net/1.png?w=400"),
]

struct SchemeTests {
    @Test(arguments: pairs)
    func `a URL has one key before and after it is signed again`(pair: SignedPair) {
        for url in [pair.first, pair.second] {
            var omissions: [StableKey.Omission] = []
            #expect(StableKey(url, omissions: &omissions).text == pair.key)
            #expect(omissions.allSatisfy { $0.scheme == pair.scheme } && !omissions.isEmpty, "\(omissions)")
        }
    }

    @Test(arguments: pairs)
    func `another object under the same signature has another key`(pair: SignedPair) {
        for (old, new) in [(".ts", ".tsx"), (".m3u8", ".m3u"), (".m4s", ".m4v"), (".mp4", ".mp3"), (".jpg", ".jpeg")] {
            let other = pair.first.replacing(old, with: new)
            if other != pair.first { #expect(StableKey(other) != StableKey(pair.first)) }
        }
        // A parameter that is nobody's stays, wherever it stands.
        let mark = pair.first.contains("?") ? "&" : "?"
        let query = pair.first.firstIndex(of: "?").map { pair.first[$0...].dropFirst() }
        let path = pair.first.prefix { $0 != "?" }
        #expect(StableKey("\(path)?object=1\(query.map { "&\($0)" } ?? "")") != StableKey(pair.first))
        #expect(mark == "?" || StableKey("\(path)?object=1&\(query ?? "")").text.contains("?object=1"))
    }

    @Test(arguments: [
        // Half of the marks, or values of another form.
        "https://h/a?md5=_e4Nc3iduzkWRm01TBBNYw", "https://h/a?md5=_e4Nc3iduzkWRm01TBBNY&expires=2147483647",
        "https://h/a?md5=_e4Nc3iduzkWRm01TBBNYw&expires=never", "https://h/a?st=de&e=12",
        "https://h/a?st=\(code43)&e=12",
        "https://h/a?verify=1484063787-short", "https://h/a?verify=1484063787-\(code43)&after=1",
        "https://h/a?form=define", "https://h/a?form=define&t=1", "https://h/a?KeyName=a&Signature=b",
        "https://h/a?AWSAccessKeyId=a&Expires=1", "https://h/a?sig=1&sv=2", "https://h/a?hdnts=exp=1",
        "https://h/a?token=a.b.c",
        "https://h/exp=1~hmac=2/a", "https://h/edge-cache-token=1/a", "https://h/bcdn_token=1/a",
    ])
    func `what lacks a mark of its scheme stays`(url: String) {
        var omissions: [StableKey.Omission] = []
        #expect(StableKey(url, omissions: &omissions).text == url)
        #expect(omissions == [])
    }

    @Test func `what is left out is said with its place and its reason`() {
        var omissions: [StableKey.Omission] = []
        let rules = StableKeyRules(volatileParameters: ["session"])
        let key = StableKey(
            "https://h/~\(own("k1", 1))/a?CMCD=x&session=1&v=2&t=\(own("k1", 2))#part", rules: rules,
            omissions: &omissions)
        #expect(key.text == "https://h/a?v=2")
        #expect(omissions.map(\.part) == [.path, .query, .query, .query, .fragment])
        #expect(omissions.map(\.scheme) == ["reelrig", "CMCD", "configured", "reelrig", "fragment"])
        #expect(omissions.map(\.text)[1...2] == ["CMCD=x", "session=1"])
        #expect(omissions.allSatisfy { $0.replacement == nil })
    }
}
