import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing
import Testing

extension PackageFixture {
    /// Adds a file that is served and is no object.
    func addText(_ path: String, _ text: String, of reel: String = "one") throws {
        let folder = "\(root)/\(reel)/\(oldVersion)"
        let parents = path.split(separator: "/").dropLast().joined(separator: "/")
        try FileSystem.createDirectories("\(folder)/\(parents)")
        try FileSystem.write(Array(text.utf8), to: "\(folder)/\(path)")
        var document = try CanonicalJSON.decode(
            PackageDocument.self, from: try FileSystem.read("\(folder)/package.json", limit: 1 << 20))
        document.playlists.removeAll { $0.path == path }
        document.playlists.append(
            .init(path: path, size: text.utf8.count, sha256: SHA256.digest(Array(text.utf8))))
        try FileSystem.write(CanonicalJSON.file(document), to: "\(folder)/package.json")
    }
}

extension Origin {
    fileprivate func answer(_ form: String, _ headers: Headers = [:]) throws -> PlaybackAnswer {
        try get("/v1/reels/one/playback?form=\(form)", headers).json(PlaybackAnswer.self)
    }

    /// The token of a new answer.
    fileprivate func token(of reel: String = "one") throws -> String {
        let folder = try signedFolder(of: reel)
        return String(try #require(folder.split(separator: "/").first).dropFirst())
    }
}

private let media = "/media/one/\(oldVersion)/"

@Test func `each form's answer says where the token travels`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let token = try origin.token()
        let start = "http://localhost:8080"
        #expect(try origin.answer("path").url == "\(start)/~\(token)\(media)multivariant.m3u8")
        #expect(try origin.answer("query").url == "\(start)\(media)multivariant.m3u8?t=\(token)")
        #expect(try origin.answer("define").url == "\(start)\(media)multivariant.m3u8?form=define&t=\(token)")
        #expect(try origin.answer("cookie").url == "\(start)\(media)multivariant.m3u8")
        let response = origin.get("/v1/reels/one/playback?form=cookie")
        #expect(
            response.headers["Set-Cookie"]
                == "reelrig_t=\(token); Path=\(media); Max-Age=300; HttpOnly; SameSite=Lax")
        for form in ["path", "query", "define"] {
            #expect(origin.get("/v1/reels/one/playback?form=\(form)").headers["Set-Cookie"] == nil)
        }
        for form in ["", "Path", "paths"] { #expect(origin.get("/v1/reels/one/playback?form=\(form)").status == 400) }
    }
}

@Test func `the setting is the form of answers that are not asked for another`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture, settings: .init(form: .query))
        let answer = try origin.get("/v1/reels/one/playback").json(PlaybackAnswer.self)
        #expect(answer.url.contains("multivariant.m3u8?t=1.k1."))
        #expect(try origin.answer("path").url.contains("/~1.k1."))
    }
}

@Test func `a cookie of a public URL is for its path, and for TLS only`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture, settings: .init(publicURL: "https://cdn.example/x"))
        let cookie = try #require(origin.get("/v1/reels/one/playback?form=cookie").headers["Set-Cookie"])
        #expect(cookie.hasSuffix("; Path=/x\(media); Max-Age=300; HttpOnly; SameSite=Lax; Secure"))
    }
}

@Test func `every carriage opens every file, and none without a token or with another reel's`() throws {
    try withPackages("one", "two") { fixture in
        let origin = try makeOrigin(fixture)
        let (token, other) = (try origin.token(), try origin.token(of: "two"))
        for path in PackageFixture.files.map(\.path) + ["package.json"] {
            #expect(origin.get("/~\(token)\(media)\(path)").status == 200)
            #expect(origin.get("\(media)\(path)?t=\(token)").status == 200)
            #expect(origin.get("\(media)\(path)?form=define&t=\(token)").status == 200)
            #expect(origin.get(media + path, ["Cookie": "a=b; reelrig_t=\(token); c=d"]).status == 200)
            #expect(try reason(origin.get(media + path)) == .missing)
            #expect(try reason(origin.get("\(media)\(path)?t=")) == .missing)
            #expect(
                try reason(origin.get(media + path, ["Cookie": "xreelrig_t=\(token); Reelrig_t=\(token)"])) == .missing)
            #expect(try reason(origin.get("/~\(other)\(media)\(path)")) == .scope)
            #expect(try reason(origin.get("\(media)\(path)?t=\(other)")) == .scope)
            #expect(try reason(origin.get("\(media)\(path)?form=define&t=\(other)")) == .scope)
            #expect(try reason(origin.get(media + path, ["Cookie": "reelrig_t=\(other)"])) == .scope)
        }
    }
}

@Test func `what stands in the URL counts before a cookie, and of two cookies the one that fits`() throws {
    try withPackages("one", "two") { fixture in
        let origin = try makeOrigin(fixture)
        let (token, other) = (try origin.token(), try origin.token(of: "two"))
        let path = "video/360/init.mp4"
        let good: Headers = ["Cookie": "reelrig_t=\(token)"]
        #expect(try reason(origin.get("/~\(other)\(media)\(path)?t=\(token)", good)) == .scope)
        #expect(try reason(origin.get("\(media)\(path)?t=\(other)", good)) == .scope)
        #expect(origin.get(media + path, ["Cookie": "reelrig_t=\(other); reelrig_t=\(token)"]).status == 200)
        #expect(try reason(origin.get(media + path, ["Cookie": "reelrig_t=x; reelrig_t=\(other)"])) == .malformed)
    }
}

private let playlist = """
    #EXTM3U
    #EXT-X-TARGETDURATION:4
    #EXT-X-MAP:URI="init.mp4"
    #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key?id=1"
    #EXTINF:4,
    00000.m4s?v=1#f
    #EXTINF:4,
    https://ads.example/ad.m4s
    #EXTINF:4,
    //localhost:8080/media/one/0123456789abcdef/video/360/00000.m4s
    #EXTINF:4,
    http://localhost:8080/media/two/0123456789abcdef/video/360/00000.m4s
    #EXTINF:4,
    ../../../../one/0123456789abcdef/poster.jpg?t=old&form=query
    #EXTINF:4,
    http://LOCALHOST:8080/media/one/0123456789abcdef/video/360/list.m3u8
    #EXT-X-ENDLIST

    """

@Test func `a playlist asked for with a token in its query hands it on to what the token allows`() throws {
    try withPackages("one") { fixture in
        try fixture.addText("video/360/playlist.m3u8", playlist)
        let origin = try makeOrigin(fixture)
        let token = try origin.token()
        let query = origin.get("\(media)video/360/playlist.m3u8?t=\(token)")
        #expect(
            query.text == """
                #EXTM3U
                #EXT-X-TARGETDURATION:4
                #EXT-X-MAP:URI="init.mp4?t=\(token)"
                #EXT-X-KEY:METHOD=SAMPLE-AES,URI="skd://key?id=1"
                #EXTINF:4,
                00000.m4s?v=1&t=\(token)#f
                #EXTINF:4,
                https://ads.example/ad.m4s
                #EXTINF:4,
                //localhost:8080/media/one/0123456789abcdef/video/360/00000.m4s?t=\(token)
                #EXTINF:4,
                http://localhost:8080/media/two/0123456789abcdef/video/360/00000.m4s
                #EXTINF:4,
                ../../../../one/0123456789abcdef/poster.jpg?t=\(token)
                #EXTINF:4,
                http://LOCALHOST:8080/media/one/0123456789abcdef/video/360/list.m3u8?t=\(token)
                #EXT-X-ENDLIST

                """)
        let define = origin.get("\(media)video/360/playlist.m3u8?form=define&t=\(token)").text
        #expect(
            define
                == query.text.replacing(token, with: "{$t}")
                .replacing("list.m3u8?", with: "list.m3u8?form=define&")
                .replacing("#EXTM3U\n", with: "#EXTM3U\n#EXT-X-VERSION:11\n#EXT-X-DEFINE:QUERYPARAM=\"t\"\n"))
        // Nothing is put into it when the token comes another way.
        #expect(origin.get("/~\(token)\(media)video/360/playlist.m3u8").text == playlist)
        #expect(origin.get("\(media)video/360/playlist.m3u8", ["Cookie": "reelrig_t=\(token)"]).text == playlist)
    }
}

@Test(arguments: [
    "\thttps:other.example/a", "htt\tps:other.example/a", " //other.example/a", "/\t/other.example/a",
    "\\\\other.example/a",
    "/\\other.example/a", "http:/other.example/a", "https:poster.jpg",
    "http://localhost:8080@other.example\(media)poster.jpg",
    "http://localhost:8080.other.example\(media)poster.jpg", "//other.example\(media)poster.jpg",
    "https://localhost:8080\(media)poster.jpg", "../../../posters/one/\(oldVersion)/poster.jpg",
    "../\(newVersion)/poster.jpg",
    "..%2fposter.jpg", "%2e%2e/poster.jpg", "a/./%2e./b", "data:text/plain,a", "urn:a", "javascript:a",
])
func `what a client could take for another place gets no token`(reference: String) throws {
    try withPackages("one") { fixture in
        let text = "#EXTM3U\n#EXT-X-MAP:URI=\"\(reference)\"\n"
        try fixture.addText("multivariant.m3u8", text)
        let origin = try makeOrigin(fixture)
        #expect(origin.get("\(media)multivariant.m3u8?t=\(try origin.token())").text == text)
    }
}

@Test func `absolute URLs are ours under the public URL only, and none are when the host is unknown`() throws {
    try withPackages("one") { fixture in
        let text =
            "#EXTM3U\nhttps://cdn.example/x\(media)poster.jpg\nhttps://cdn.example\(media)poster.jpg\nposter.jpg\n"
        try fixture.addText("multivariant.m3u8", text)
        let origin = try makeOrigin(fixture, settings: .init(publicURL: "https://cdn.example/x"))
        let token = try #require(try origin.answer("query").url.split(separator: "=").last)
        let lines = origin.get("\(media)multivariant.m3u8?t=\(token)").text.split(separator: "\n").map {
            $0.hasSuffix(token)
        }
        #expect(lines == [false, true, false, true])
        let plain = try makeOrigin(fixture)
        let marked = plain.get("\(media)multivariant.m3u8?t=\(token)", ["Host": "a b"]).text
        #expect(marked.split(separator: "\n").map { $0.hasSuffix(token) } == [false, false, false, true])
    }
}

@Test func `a text with a token in it is one client's and short-lived, and its tag is of its own bytes`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let token = try origin.token()
        let target = "\(media)multivariant.m3u8?t=\(token)"
        let plain = origin.get("/~\(token)\(media)multivariant.m3u8")
        let response = origin.get(target)
        #expect(plain.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(response.headers["Cache-Control"] == "private, max-age=60")
        #expect(response.headers["ETag"] != plain.headers["ETag"])
        #expect(response.headers["ETag"] == "\"\(SHA256.digest(try response.content).text.prefix(32))\"")
        #expect(response.headers["Content-Type"] == "application/vnd.apple.mpegurl")
        let tag = try #require(response.headers["ETag"])
        #expect(origin.get(target, ["If-None-Match": tag]).status == 304)
        #expect(origin.get(target, ["If-None-Match": try #require(plain.headers["ETag"])]).status == 200)
        let part = origin.get(target, ["Range": "bytes=0-6"])
        #expect(part.status == 206 && part.text == "#EXTM3U")
        // No longer than the token lives: it ends at 300.
        #expect(origin.get(target, at: noon + .seconds(270)).headers["Cache-Control"] == "private, max-age=30")
        // An object is the same under every URL.
        let object = origin.get("\(media)video/360/init.mp4?t=\(token)")
        #expect(object.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(object.text == "hello")
    }
}

@Test(arguments: ["multivariant.m3u8", "manifest.mpd", "tiles/thumbnails.vtt"])
func `no condition about a date holds of a text that is made for its token`(path: String) throws {
    try withPackages("one") { fixture in
        try fixture.addText(
            "manifest.mpd", #"<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><Location>a.mpd</Location></MPD>"#)
        try fixture.addText(
            "tiles/thumbnails.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\n00000.jpg#xywh=0,0,9,16\n")
        let origin = try makeOrigin(fixture)
        let date = try #require(origin.get("/~\(try origin.token())\(media)\(path)").headers["Last-Modified"])
        for form in ["", "form=define&"] {
            let first = "\(media)\(path)?\(form)t=\(try origin.token())"
            let later = noon + .seconds(10)
            let answer = try origin.get("/v1/reels/one/playback?form=query", at: later).json(PlaybackAnswer.self)
            let second = "\(media)\(path)?\(form)t=\(try #require(answer.url.split(separator: "=").last))"
            let whole = origin.get(second, at: later)
            #expect(whole.headers["Last-Modified"] == nil)
            // One that declares the parameter is the same for every token.
            let isDeclared = path.hasSuffix(".m3u8") && !form.isEmpty
            #expect((whole.headers["ETag"] == origin.get(first).headers["ETag"]) == isDeclared)
            #expect((whole.text == origin.get(first).text) == isDeclared)
            for condition: Headers in [
                ["If-Modified-Since": date], ["If-Unmodified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"],
                ["Range": "bytes=0-3", "If-Range": date],
            ] {
                let response = origin.get(second, condition, at: later)
                #expect(response.status == 200 && response.text == whole.text)
            }
            let tag = try #require(whole.headers["ETag"])
            #expect(origin.get(second, ["If-None-Match": tag], at: later).status == 304)
            #expect(origin.get(second, ["Range": "bytes=0-3", "If-Range": tag], at: later).status == 206)
        }
    }
}

@Test func `what a cookie opened is in no cache that others use`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let cookie: Headers = ["Cookie": "reelrig_t=\(try origin.token())"]
        for path in ["multivariant.m3u8", "video/360/init.mp4"] {
            let response = origin.get(media + path, cookie)
            #expect(response.headers["Cache-Control"] == "private, max-age=31536000, immutable")
        }
        #expect(origin.get(media + "video/360/init.mp4").headers["Cache-Control"] == "no-store")
    }
}

@Test func `a manifest for DASH and its thumbnails hand the token on too`() throws {
    try withPackages("one") { fixture in
        try fixture.addText(
            "manifest.mpd",
            #"<MPD><BaseURL>video/</BaseURL><BaseURL>x.mp4</BaseURL><Period><SegmentTemplate media="$Number$.m4s?a=1&amp;b"/>"#
                + #"<AdaptationSet><BaseURL>https://cdn.example/</BaseURL><SegmentTemplate media="a"/></AdaptationSet>"#
                + "</Period></MPD>")
        try fixture.addText(
            "tiles/thumbnails.vtt",
            "WEBVTT\n\nNOTE 00000.jpg\n\n00:00.000 --> 00:02.000\n00000.jpg#xywh=0,0,1,1\n\n00000.jpg\n")
        try fixture.addText("subtitles/en/captions.vtt", "WEBVTT\n\n00:00.000 --> 00:02.000\n00000.jpg\n")
        let origin = try makeOrigin(fixture)
        let token = try origin.token()
        for form in ["", "form=define&"] {
            func text(_ path: String) -> String { origin.get("\(media)\(path)?\(form)t=\(token)").text }
            #expect(
                text("manifest.mpd")
                    == "<MPD><BaseURL>video/</BaseURL><BaseURL>x.mp4?t=\(token)</BaseURL><Period>"
                    // Below it a server of somebody else's is named, which a client may resolve it by.
                    + #"<SegmentTemplate media="$Number$.m4s?a=1&amp;b"/>"#
                    + #"<AdaptationSet><BaseURL>https://cdn.example/</BaseURL><SegmentTemplate media="a"/></AdaptationSet>"#
                    + "</Period></MPD>")
            #expect(
                text("tiles/thumbnails.vtt")
                    == "WEBVTT\n\nNOTE 00000.jpg\n\n00:00.000 --> 00:02.000\n00000.jpg?t=\(token)#xywh=0,0,1,1\n\n00000.jpg\n"
            )
            #expect(text("subtitles/en/captions.vtt") == "WEBVTT\n\n00:00.000 --> 00:02.000\n00000.jpg\n")
        }
        try fixture.addText(
            "manifest.mpd", #"<MPD><Period><SegmentTemplate media="$Number$.m4s?a=1&amp;b"/></Period></MPD>"#)
        #expect(
            try makeOrigin(fixture).get("\(media)manifest.mpd?t=\(token)").text
                == #"<MPD><Period><SegmentTemplate media="$Number$.m4s?a=1&amp;b&amp;t=\#(token)"/></Period></MPD>"#)
    }
}

@Test func `what was read once is the same text for every token, host, form and scope as if it were read anew`() throws
{
    try withPackages("one", "two") { fixture in
        for reel in ["one", "two"] {
            try fixture.addText(
                "manifest.mpd", #"<MPD><Period><SegmentTemplate media="$Number$.m4s"/></Period></MPD>"#, of: reel)
            try fixture.addText("video/360/x.m3u8", "#EXTM3U\nhttp://h:1/media/\(reel)/\(oldVersion)/a\n", of: reel)
            // Nobody's honest text.
            try fixture.addText("video/360/y.m3u8", "#EXTM3U\n~here-goes-the-token~\na.m4s\n", of: reel)
        }
        let lasting = try makeOrigin(fixture)
        let key = try #require(SigningKey(kid: "k1", secret: secret))
        var texts: Set<String> = []
        for _ in 1...2 {
            for (reel, host, form, path) in ["one", "two"].flatMap({ reel in
                ["h:1", "h:2"].flatMap { host in
                    ["", "form=define&"].flatMap { form in
                        ["multivariant.m3u8", "video/360/x.m3u8", "video/360/y.m3u8", "manifest.mpd"].map {
                            (reel, host, form, $0)
                        }
                    }
                }
            }) {
                let folder = "/media/\(reel)/\(oldVersion)/"
                for (scope, life) in [(folder, 60), (folder, 61), ("\(folder)video/", 60)] {
                    let prefix = try #require(TokenScope(.prefix, RawPath(scope)))
                    let token = Signer(key).token(for: prefix, expires: noon + .seconds(life)).text
                    let target = "\(folder)\(path)?\(form)t=\(token)"
                    let text = lasting.get(target, ["Host": host]).text
                    #expect(text == (try makeOrigin(fixture)).get(target, ["Host": host]).text)
                    texts.insert(text)
                }
            }
        }
        #expect(texts.count > 20)
    }
}

@Test func `a page that sends credentials is named, another is not`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let token = try origin.token()
        func sharing(_ target: String, _ headers: Headers, method: String = "GET") -> [String?] {
            let response = origin.get(target, headers, method: method)
            return ["Access-Control-Allow-Origin", "Access-Control-Allow-Credentials", "Vary"].map { name in
                let values = response.headers.values(of: name).filter { $0 != "Accept-Encoding" }
                return values.isEmpty ? nil : values.joined(separator: "|")
            }
        }
        let page: Headers = ["Origin": "http://localhost:3000", "Cookie": "reelrig_t=\(token)"]
        let named = ["http://localhost:3000", "true", "Origin"]
        #expect(sharing(media + "video/360/init.mp4", page) == named)
        #expect(sharing("/v1/reels/one/playback?form=cookie", page) == named)
        #expect(sharing(media + "video/360/init.mp4", ["Origin": "http://localhost:3000"]) == named)
        #expect(sharing(media + "video/360/init.mp4", page, method: "OPTIONS") == named)
        #expect(sharing("/~\(token)\(media)video/360/init.mp4", page) == ["*", nil, nil])
        #expect(sharing("/v1/reels/one/playback", page) == ["*", nil, nil])
        for other in [
            "null", "http://", "file:///a", "http://a/b", "http://a\"b", "http://a, http://b", "https://evil.example",
            "http://localhost.evil.example", "http://127.0.0.1.evil.example", "http://localhost:80", "http://LOCALHOST",
            "http://localhost:3000/", "http://localhost:3000@evil.example", "http://localhost:",
        ] {
            #expect(sharing(media + "x", ["Origin": other, "Cookie": "reelrig_t=\(token)"]) == ["*", nil, "Origin"])
            #expect(sharing(media + "x", ["Origin": other], method: "OPTIONS") == ["*", nil, "Origin"])
        }
        for local in ["http://localhost", "https://localhost:8443", "http://127.0.0.1:1", "http://[::1]:3000"] {
            #expect(sharing(media + "x", ["Origin": local]) == [local, "true", "Origin"])
        }
        #expect(sharing("/rig/reels/one", page, method: "OPTIONS") == [nil, nil, nil])
    }
}

@Test func `a list says which pages may send credentials, and no other may`() throws {
    try withPackages("one") { fixture in
        var settings = Origin.Settings()
        settings.credentialedOrigins = try #require(
            CredentialedOrigins(["https://app.example", "http://app.example:8000"]))
        let origin = try makeOrigin(fixture, settings: settings)
        func named(_ page: String) -> String? {
            let headers = origin.get("/v1/reels/one/playback?form=cookie", ["Origin": page]).headers
            #expect(headers.values(of: "Vary") == ["Accept-Encoding", "Origin"] || headers["Vary"] == "Origin")
            return headers["Access-Control-Allow-Credentials"] == "true" ? headers["Access-Control-Allow-Origin"] : nil
        }
        for page in ["https://app.example", "http://app.example:8000"] { #expect(named(page) == page) }
        for page in [
            "http://app.example", "https://app.example:8000", "https://a.app.example", "https://APP.example",
            "http://localhost", "http://127.0.0.1:3000", "null",
        ] { #expect(named(page) == nil) }
        for bad in [
            "*", "null", "app.example", "https://app.example/", "https://App.example", "https://app.example:443",
            "http://app.example:80", "ftp://app.example", "https://*.example", "",
        ] { #expect(CredentialedOrigins([bad]) == nil, "\(bad)") }
    }
}

@Test func `the log has no whole token in any form`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let token = try origin.token()
        let signature = try #require(token.split(separator: ".").last)
        let headers: Headers = [
            "Cookie": "reelrig_t=\(token)", "Referer": "http://h/~\(token)/a", "X-Request-Id": "a-1",
            "CMCD-Object": "nor=\"b?t=\(token)\"", "Range": "bytes=\(token)",
        ]
        for target in [
            "/~\(token)\(media)multivariant.m3u8", "\(media)multivariant.m3u8?t=\(token)",
            "\(media)multivariant.m3u8?form=define&t=\(token)", "\(media)multivariant.m3u8",
            "\(media)multivariant.m3u8?CMCD=nor%3D%22b%3Ft%3D\(token)%22", "/v1/reels/one/playback?form=\(token)",
        ] {
            let outcome = origin.respond(to: Request(target: target, headers: headers), at: noon)
            let line = outcome.logEntry(.init(status: 200, bytes: 0, complete: true), after: .zero).line
            #expect(!String(decoding: line, as: UTF8.self).contains(signature), "\(target)")
        }
    }
}
