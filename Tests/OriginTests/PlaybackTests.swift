import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing
import Testing

@Test func `a playback answer says where, until when, and what`() throws {
    try withPackages("one") { fixture in
        let response = try makeOrigin(fixture).get("/v1/reels/one/playback")
        #expect(response.status == 200)
        #expect(response.headers["Cache-Control"] == "no-store")
        #expect(response.headers["Content-Type"] == "application/json")
        let answer = try response.json(PlaybackAnswer.self)
        #expect(answer.id.text == "one" && answer.version.text == oldVersion)
        #expect(answer.serverTime == noon && answer.expiresAt == noon + .seconds(300))
        #expect(answer.durationMs == 4000)
        #expect(answer.renditions.map(\.id.text) == ["video/360"])
        #expect(answer.renditions.first?.height == 640)
        #expect(answer.strip?.frames == 120)
        #expect(answer.mpdUrl == nil)
        let token = try #require(answer.url.split(separator: "/").first { $0.hasPrefix("~") }?.dropFirst())
        #expect(answer.url == "http://localhost:8080/~\(token)/media/one/\(oldVersion)/multivariant.m3u8")
        #expect(Token(token)?.expires == 1_700_000_300)
        #expect(Token(token)?.scope == (try TokenScope(.prefix, RawPath("/media/one/\(oldVersion)/"))))
    }
}

@Test func `a manifest for DASH has a URL under the same token, and its own type`() throws {
    try withPackages("one") { fixture in
        let folder = "\(fixture.root)/one/\(oldVersion)"
        let manifest = Array("<MPD/>".utf8)
        try FileSystem.write(manifest, to: "\(folder)/manifest.mpd")
        var document = try CanonicalJSON.decode(
            PackageDocument.self, from: try FileSystem.read("\(folder)/package.json", limit: 1 << 20))
        document.playlists.append(
            .init(path: "manifest.mpd", size: manifest.count, sha256: SHA256.digest(manifest)))
        try FileSystem.write(CanonicalJSON.file(document), to: "\(folder)/package.json")
        let origin = try makeOrigin(fixture)
        let answer = try origin.get("/v1/reels/one/playback").json(PlaybackAnswer.self)
        let url = try #require(answer.mpdUrl)
        #expect(url == answer.url.replacing("multivariant.m3u8", with: "manifest.mpd"))
        let response = origin.get(url.replacing("http://localhost:8080", with: ""))
        #expect(response.status == 200)
        #expect(response.headers["Content-Type"] == "application/dash+xml")
    }
}

@Test func `whole files have URLs under the same token, ranges and a strong entity tag`() throws {
    try withPackages("one") { fixture in
        let folder = "\(fixture.root)/one/\(oldVersion)"
        try FileSystem.createDirectories("\(folder)/progressive")
        let bytes = (0..<100).map { UInt8($0) }
        try FileSystem.write(bytes, to: "\(folder)/progressive/360.mp4")
        var document = try CanonicalJSON.decode(
            PackageDocument.self, from: try FileSystem.read("\(folder)/package.json", limit: 1 << 20))
        let digest = SHA256.digest(bytes)
        document.playlists.append(.init(path: "progressive/360.mp4", size: bytes.count, sha256: digest))
        document.progressive = [
            .init(
                rendition: try #require(RenditionID("video/360")), path: "progressive/360.mp4",
                codecs: "avc1.64001f,mp4a.40.2", size: PixelSize(360, 640), bandwidth: BitRate(200))
        ]
        try FileSystem.write(CanonicalJSON.file(document), to: "\(folder)/package.json")
        let origin = try makeOrigin(fixture)
        let answer = try origin.get("/v1/reels/one/playback").json(PlaybackAnswer.self)
        let file = try #require(answer.progressive?.first)
        #expect(answer.progressive?.count == 1 && file.rendition.text == "video/360")
        #expect(file.url == answer.url.replacing("multivariant.m3u8", with: "progressive/360.mp4"))
        #expect((file.width, file.height, file.size) == (360, 640, 100) && file.bandwidth == BitRate(200))
        #expect(file.codecs == "avc1.64001f,mp4a.40.2")
        let path = file.url.replacing("http://localhost:8080", with: "")
        let response = origin.get(path)
        #expect(response.status == 200 && response.headers["Content-Type"] == "video/mp4")
        #expect(response.headers["ETag"] == "\"\(digest.text.prefix(32))\"")
        let part = origin.get(path, ["Range": "bytes=10-19"])
        #expect(part.status == 206 && part.headers["Content-Range"] == "bytes 10-19/100")
        #expect(origin.get("/media/one/\(oldVersion)/progressive/360.mp4").status == 403)
    }
}

@Test func `each call signs anew, with the key that is active then`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let first = try origin.signedFolder(of: "one")
        #expect(try origin.signedFolder(of: "one", at: noon + .seconds(1)) != first)
        let next = try #require(SigningKey(kid: "k2", secret: Array(repeating: 8, count: 32)))
        origin.keys = origin.keys.rotated(to: next, oldRetiresAt: nil)
        let second = try origin.signedFolder(of: "one")
        #expect(second.hasPrefix("/~1.k2."))
        for folder in [first, second] { #expect(origin.get(folder + "video/360/init.mp4").status == 200) }
    }
}

@Test func `with other keys nothing is known of what the old ones verified`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        #expect(origin.get(folder + "video/360/init.mp4").status == 200)
        // The same id with another secret.
        origin.keys = SigningKeys(try #require(SigningKey(kid: "k1", secret: Array(repeating: 8, count: 32))))
        #expect(try reason(origin.get(folder + "video/360/init.mp4")) == .signature)
    }
}

@Test(arguments: [
    ("localhost:8080", true), ("127.0.0.1", true), ("[::1]:80", true), ("a-b.example:65535", true),
    ("", false), ("a b", false), ("evil.com/", false), ("user@h", false), ("h:", false), ("h:99999", false),
    ("h:+1", false),
    ("h:1:2", false), ("[::1", false), ("\"><script>", false), ("h\r\nX: y", false),
])
func `a URL is made only of a host that is one`(host: String, isGood: Bool) throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let response = origin.respond(
            to: Request(target: "/v1/reels/one/playback", headers: ["Host": host]), at: noon
        ).response
        #expect(response.status == (isGood ? 200 : 400))
        if isGood { #expect(try response.json(PlaybackAnswer.self).url.hasPrefix("http://\(host)/~")) }
    }
}

@Test func `over TLS a URL says so`() throws {
    try withPackages("one") { fixture in
        var settings = Origin.Settings()
        settings.scheme = "https"
        let answer = try makeOrigin(fixture, settings: settings).get("/v1/reels/one/playback").json(PlaybackAnswer.self)
        #expect(answer.url.hasPrefix("https://localhost:8080/~1."))
    }
}

@Test(arguments: [("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("192.0.2.9", false), ("", false)])
func `only this machine may rig`(address: String, isAllowed: Bool) throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let request = Request(
            method: "DELETE", target: "/rig/reels/one", headers: ["Authorization": "Bearer rig-secret"],
            clientAddress: address)
        #expect(origin.respond(to: request, at: noon).response.status == (isAllowed ? 200 : 404))
        #expect(origin.get("/v1/reels/one/playback").status == (isAllowed ? 410 : 200))
    }
}

@Test func `a public URL is used whatever the host`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture, settings: .init(publicURL: "https://cdn.example/x"))
        let answer = try origin.get("/v1/reels/one/playback", ["Host": "\""]).json(PlaybackAnswer.self)
        #expect(answer.url.hasPrefix("https://cdn.example/x/~1."))
    }
}

@Test func `an unknown reel is 404, a removed one 410, and a restored one is there again`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        #expect(origin.get("/v1/reels/two/playback").status == 404)
        #expect(origin.get("/v1/reels/..two/playback").status == 404)
        let bearer: Headers = ["Authorization": "Bearer rig-secret"]
        #expect(origin.get("/rig/reels/one", bearer, method: "DELETE").text == #"{"id":"one","removed":true}"#)
        #expect(origin.get("/v1/reels/one/playback").status == 410)
        #expect(origin.get(folder + "video/360/init.mp4").status == 410)
        #expect(origin.get("/posters/one/\(oldVersion)/poster.jpg").status == 410)
        // Who has no token is not told.
        #expect(try reason(origin.get("/media/one/\(oldVersion)/video/360/init.mp4")) == .missing)
        #expect(origin.get("/rig/reels/one", bearer, method: "PUT").text == #"{"id":"one","removed":false}"#)
        #expect(origin.get("/v1/reels/one/playback").status == 200)
        #expect(origin.get(folder + "video/360/init.mp4").status == 200)
        try fixture.publish(of: "one", removed: true)
        // What the rig said last still counts.
        #expect(origin.get("/v1/reels/one/playback").status == 200)
        #expect(try makeOrigin(fixture).get("/v1/reels/one/playback").status == 410)
    }
}

@Test func `who has no good token is not told which reels there are or were`() throws {
    try withPackages("there", "gone") { fixture in
        try fixture.publish(of: "gone", removed: true)
        let origin = try makeOrigin(fixture)
        let folder = "media/there/\(oldVersion)/"
        let whole = try origin.signedFolder(of: "there")
        let token = try #require(whole.split(separator: "/").first)
        let late = noon + .seconds(300)
        for (tokens, now, expected) in [
            ("", noon, RefusalReason.missing), ("~x/", noon, .malformed), ("\(token)x/", noon, .malformed),
            ("\(token.replacing(".k1.", with: ".k9."))/", noon, .unknownKey),
            ("\(token.replacing(".p.", with: ".e."))/", noon, .signature), ("\(token)/", late, .expired),
        ] {
            let answers = ["there", "gone", "never"].map { reel in
                origin.get(
                    "/\(tokens)\(folder.replacing("there", with: reel))video/360/init.mp4", ["X-Request-Id": "s-1"],
                    at: now)
            }
            for answer in answers {
                #expect(try reason(answer) == expected)
                #expect(answer == answers[0])
            }
        }
        for reel in ["gone", "never"] {
            let target = "/\(token)/media/\(reel)/\(oldVersion)/video/360/init.mp4"
            #expect(try reason(origin.get(target)) == .scope)
        }
    }
}

@Test func `the rig's requests need its token`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        for field in ["", "Bearer", "Bearer rig-secre", "Bearer rig-secretx", "bearer rig-secret", "rig-secret"] {
            let response = origin.get("/rig/reels/one", ["Authorization": field], method: "DELETE")
            #expect(try reason(response) == .signature)
        }
        #expect(try reason(origin.get("/rig/reels/one", method: "DELETE")) == .missing)
        let bearer: Headers = ["Authorization": "Bearer rig-secret"]
        #expect(origin.get("/rig/reels/one", bearer).status == 405)
        #expect(origin.get("/rig/reels/two", bearer, method: "DELETE").status == 404)
        #expect(origin.get("/rig/reels/one", bearer, method: "PUT").headers["Access-Control-Allow-Origin"] == nil)
        #expect(origin.get("/v1/reels/one/playback").status == 200)
        let closed = try makeOrigin(fixture, settings: .init())
        #expect(closed.get("/rig/reels/one", ["Authorization": "Bearer "], method: "DELETE").status == 404)
    }
}
