import Foundation
import Platform
import TestSupport
import Testing

@Suite struct `reelrig sign` {
    private let path = "/media/bars/0123456789abcdef/video/360/00000.m4s"

    private func reelrig(_ words: String...) throws -> Tool.Output { try Tool.reelrig.run(["sign"] + words) }

    @Test func `a signed URL is allowed until its time, for its version, and under its key`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            #expect(try reelrig("keys", "new", keys).text == "k1  signs and verifies\n")
            #expect(try FileSystem.status(keys).permissions == 0o600)
            let signed = try Tool.reelrig.run([
                "sign", "url", "http://h:1\(path)?x=1", "--folder", "--keys", keys, "--at", "1000", "--ttl", "60",
            ])
            let url = signed.text.trimmingNewline
            #expect(url.hasPrefix("http://h:1/~1.k1.1060..p.") && url.hasSuffix("\(path)?x=1"))
            func verdict(_ url: String, at time: String) throws -> String {
                let output = try reelrig("verify", url, "--keys", keys, "--at", time)
                #expect(output.status == (output.text == "allowed\n" ? 0 : 1))
                return output.text.trimmingNewline
            }
            #expect(try verdict(url, at: "1059") == "allowed")
            #expect(try verdict(url, at: "1060") == "refused: expired")
            #expect(try verdict(url.replacing("00000.m4s", with: "00001.m4s"), at: "1059") == "allowed")
            #expect(try verdict(url.replacing("/media/bars/", with: "/media/bars2/"), at: "1059") == "refused: scope")
            #expect(try verdict("http://h:1\(path)", at: "1059") == "refused: missing")
            #expect(try reelrig("keys", "rotate", keys).text.contains("k2  signs and verifies\n"))
            #expect(try verdict(url, at: "1059") == "allowed")
            #expect(try reelrig("keys", "retire", keys, "k1").text == "k1  retired\nk2  signs and verifies\n")
            #expect(try verdict(url, at: "9999999999") == "refused: unknownKey")
        }
    }

    @Test(.enabled(if: Tool.isInstalled("openssl") && Tool.isInstalled("python3"), "needs openssl and python3"))
    func `OpenSSL computes the same signature from what is explained`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            // The bytes 0 to 31.
            let secret = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
            let document = #"{"active": "k1", "keys": [{"kid": "k1", "secret": "\#(secret)"}]}"#
            try FileSystem.write(Array(document.utf8), to: keys, mode: 0o600)
            let url = try reelrig("url", path, "--keys", keys, "--at", "1893455700").text.trimmingNewline
            let explained = try reelrig("verify", url, "--keys", keys, "--at", "1893455700", "--explain").text
            let line = try #require(explained.split(separator: "\n").first { $0.hasPrefix("signs ") })
            #expect(line == "signs      HS1\\nk1\\n\\n1893456000\\nexact\\n\(path)\\n")
            let hex = (0..<32).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            try FileSystem.write(Array("HS1\nk1\n\n1893456000\nexact\n\(path)\n".utf8), to: "\(folder)/text")
            let openssl = try #require(Tool("openssl")).run([
                "dgst", "-sha256", "-mac", "HMAC", "-macopt", "hexkey:\(hex)", "-binary", "\(folder)/text",
            ])
            let signature = try #require(url.split(separator: "/").first?.split(separator: ".").last)
            let python = try #require(Tool("python3")).run([
                "-c", "import base64,sys; print(base64.urlsafe_b64decode(sys.argv[1] + '=').hex())", String(signature),
            ])
            let expected = openssl.standardOutput.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
            #expect(python.text.trimmingNewline == expected)
        }
    }

    @Test func `what no client could use is not signed`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            _ = try reelrig("keys", "new", keys)
            func sign(_ words: String...) throws -> Tool.Output {
                try Tool.reelrig.run(["sign", "url", path, "--keys", keys, "--at", "1000", "--ttl", "60"] + words)
            }
            for words in [["--address", "999.1.1.1"], ["--address", "localhost"], ["--address", ""]] {
                let output = try Tool.reelrig.run(["sign", "url", path, "--keys", keys] + words)
                #expect(output.status == 2 && output.text.isEmpty)
            }
            #expect(try sign("--not-before", "1060").status == 2)
            #expect(try sign("--not-before", "1059").status == 0)
            // An address is the same however it is written.
            let url = try sign("--address", "2001:DB8:0::1").text.trimmingNewline
            func verify(_ address: String) throws -> Tool.Output {
                try reelrig("verify", url, "--keys", keys, "--at", "1000", "--address", address)
            }
            #expect(try verify("2001:db8::1").text == "allowed\n")
            #expect(try verify("2001:db8::2").status == 1)
            #expect(try verify("2001:db8").status == 2)
        }
    }

    @Test(
        arguments: [
            ("/x", [], "exact /x"), ("/x.m3u8", [], "exact /x.m3u8"), ("/a/x.m3u8", [], "exact /a/x.m3u8"),
            ("/a/x.m3u8", ["--folder"], "prefix /a/"), ("/a/", [], "prefix /a/"), ("/a/", ["--exact"], "exact /a/"),
            ("/", ["--exact"], "exact /"), ("/", [], nil), ("/x", ["--folder"], nil),
            ("/a/x", ["--folder", "--exact"], nil),
            ("/media/r/0123456789abcdef/poster.jpg", [], "exact /media/r/0123456789abcdef/poster.jpg"),
            ("/media/r/0123456789abcdef/poster.jpg", ["--folder"], "prefix /media/r/0123456789abcdef/"),
            ("/media/r/0123456789abcdef/video/360/playlist.m3u8", [], "prefix /media/r/0123456789abcdef/"),
            ("/media/r/0123456789abcdef/manifest.mpd", [], "prefix /media/r/0123456789abcdef/"),
            ("/media/r/0123456789abcdef/tiles/thumbnails.vtt", [], "prefix /media/r/0123456789abcdef/"),
            (
                "/media/r/0123456789abcdef/subtitles/en/00000.vtt", [],
                "exact /media/r/0123456789abcdef/subtitles/en/00000.vtt"
            ),
            ("/media/r/0123456789abcdef/manifest.mpd", ["--exact"], "exact /media/r/0123456789abcdef/manifest.mpd"),
            ("/media/r/x.m3u8", [], "exact /media/r/x.m3u8"), ("/foreign/n/a/x.m3u8", [], "prefix /foreign/n/"),
            ("/foreign/n/a/x.ts", [], "exact /foreign/n/a/x.ts"), ("/foreign/x.m3u8", [], "exact /foreign/x.m3u8"),
        ] as [(String, [String], String?)])
    func `a token is for as little as its URL is of use with, and that is said`(
        path: String, options: [String], scope: String?
    ) throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            _ = try reelrig("keys", "new", keys)
            let signed = try Tool.reelrig.run(["sign", "url", "http://h:1\(path)", "--keys", keys] + options)
            #expect(signed.status == (scope == nil ? 2 : 0))
            guard let scope else { return }
            let (kind, place) = (scope.prefix { $0 != " " }, scope.drop { $0 != " " }.dropFirst())
            #expect(
                signed.standardError == (kind == "exact" ? "for \(place) only\n" : "for everything below \(place)\n"))
            let explained = try reelrig("verify", signed.text.trimmingNewline, "--keys", keys, "--explain").text
            #expect(explained.contains("\nscope      \(scope)\n") && explained.hasSuffix("\nallowed\n"))
        }
    }

    @Test func `a URL is signed and verified in every form`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            _ = try reelrig("keys", "new", keys)
            func sign(_ form: String) throws -> [String] {
                let arguments = ["url", "http://h:1\(path)?x=1", "--keys", keys, "--at", "1000", "--form", form]
                return try Tool.reelrig.run(["sign"] + arguments).text.split(separator: "\n").map(String.init)
            }
            let token = try #require(try sign("query").first?.split(separator: "=").last)
            #expect(try sign("path") == ["http://h:1/~\(token)\(path)?x=1"])
            #expect(try sign("query") == ["http://h:1\(path)?x=1&t=\(token)"])
            #expect(try sign("define") == ["http://h:1\(path)?x=1&form=define&t=\(token)"])
            #expect(try sign("cookie") == ["http://h:1\(path)?x=1", "reelrig_t=\(token)"])
            for (form, lines) in try ["path", "query", "define", "cookie"].map({ ($0, try sign($0)) }) {
                let cookie = lines.count > 1 ? ["--cookie", lines[1]] : []
                let output = try Tool.reelrig.run(
                    ["sign", "verify", lines[0], "--keys", keys, "--at", "1299", "--explain"] + cookie)
                #expect(output.status == 0 && output.text.hasSuffix("ok         its scope covers the path\nallowed\n"))
                #expect(output.text.contains("carried by \(form)\n"))
            }
            #expect(try reelrig("url", path, "--keys", keys, "--form", "header").status == 2)
        }
    }

    @Test func `an explanation ends at the first step that fails`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            _ = try reelrig("keys", "new", keys)
            let signed = try Tool.reelrig.run([
                "sign", "url", path, "--folder", "--keys", keys, "--at", "1000", "--not-before", "1100",
            ])
            let url = signed.text.trimmingNewline
            func last(_ url: String, at time: String, _ more: String...) throws -> [Substring] {
                let arguments = ["sign", "verify", url, "--keys", keys, "--at", time, "--explain"]
                let output = try Tool.reelrig.run(arguments + more)
                #expect(output.status == 1)
                return output.text.split(separator: "\n").suffix(2)
            }
            let changed = url.replacing("/~1.k1.1300.", with: "/~1.k1.1301.")
            #expect(try last(path, at: "1100") == ["FALSE      a token is there", "refused: missing"])
            #expect(
                try last("/~1\(path)", at: "1") == ["FALSE      path and token have their form", "refused: malformed"])
            #expect(
                try last(url.replacing("00000.m4s", with: ".."), at: "1200").last == "refused: malformed")
            #expect(
                try last(url.replacing(".k1.", with: ".k9."), at: "1200")
                    == ["FALSE      its key is known and not retired", "refused: unknownKey"])
            #expect(try last(changed, at: "1200") == ["FALSE      the signature is right", "refused: signature"])
            #expect(try last(url, at: "1099") == ["FALSE      it is valid already", "refused: notYetValid"])
            #expect(try last(url, at: "1300") == ["FALSE      it is valid still", "refused: expired"])
            #expect(
                try last(url.replacing("/media/bars/", with: "/media/rebar/"), at: "1200")
                    == ["FALSE      its scope covers the path", "refused: scope"])
        }
    }

    private struct Verdict: Decodable {
        struct Step: Decodable { var holds: Bool }
        var allowed: Bool
        var reason: String?
        var carriedBy: String?
        var stringToSign: String?
        var steps: [Step]
    }

    private struct Keys: Decodable {
        struct Key: Decodable {
            var kid: String
            var state: String
        }
        var active: String
        var keys: [Key]
    }

    private struct Signed: Decodable {
        struct Fields: Decodable { var expires: Int }
        var url: String
        var token: Fields
    }

    private struct CacheKeys: Decodable {
        struct Key: Decodable {
            struct Dropped: Decodable {
                var part: String
                var text: String
                var why: String
            }
            var key: String
            var dropped: [Dropped]
        }
        var keys: [Key]
    }

    @Test func `every verb has its JSON`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            func json<Value: Decodable>(_ type: Value.Type, _ words: String..., status: Int32 = 0) throws -> Value {
                let output = try Tool.reelrig.run(["sign"] + words + ["--json"])
                #expect(output.status == status, "\(output.standardError)")
                return try JSONDecoder().decode(type, from: Data(output.standardOutput))
            }
            #expect(try json(Keys.self, "keys", "new", keys).active == "k1")
            _ = try json(Keys.self, "keys", "rotate", keys)
            let listed = try json(Keys.self, "keys", "list", keys)
            #expect(listed.active == "k2" && listed.keys.map(\.state) == ["verifies", "signs"])
            #expect(try json(Keys.self, "keys", "retire", keys, "k1").keys.map(\.state) == ["retired", "signs"])
            let signed = try json(Signed.self, "url", path, "--keys", keys, "--at", "1000", "--ttl", "60")
            #expect(signed.token.expires == 1060)
            let allowed = try json(Verdict.self, "verify", signed.url, "--keys", keys, "--at", "1059")
            #expect(allowed.allowed && allowed.reason == nil && allowed.carriedBy == "path")
            #expect(allowed.stringToSign == "HS1\nk2\n\n1060\nexact\n\(path)\n")
            #expect(allowed.steps.count == 7 && allowed.steps.allSatisfy(\.holds))
            let refused = try json(Verdict.self, "verify", signed.url, "--keys", keys, "--at", "1060", status: 1)
            #expect(!refused.allowed && refused.reason == "expired" && refused.steps.map(\.holds).last == false)
            let cacheKeys = try json(CacheKeys.self, "cache-key", "http://h\(signed.url)?v=1", "http://h/a?CMCD=x")
            #expect(cacheKeys.keys.map(\.key) == ["http://h\(path)?v=1", "http://h/a"])
            #expect(cacheKeys.keys.flatMap(\.dropped).map(\.why) == ["reelrig", "CMCD"])
            // A token that still counts is not shown whole.
            #expect(cacheKeys.keys[0].dropped[0].text.count < 40)
        }
    }

    @Test func `a cache key says what was left out and why`() throws {
        let output = try reelrig(
            "cache-key", "https://d1.cloudfront.net/a.ts?v=2&Expires=1893456000&Signature=A-B&Key-Pair-Id=K1")
        #expect(output.status == 0)
        #expect(
            output.text == """
                https://d1.cloudfront.net/a.ts?v=2
                  without query Expires=1893456000  (CloudFront)
                  without query Signature=A-B  (CloudFront)
                  without query Key-Pair-Id=K1  (CloudFront)

                """)
    }

    @Test func `a link to signing keys stays one, and what is no file is not waited for`() throws {
        try withTemporaryDirectory { (folder: String) in
            let (keys, link, pipe) = ("\(folder)/keys.json", "\(folder)/link.json", "\(folder)/pipe.json")
            #expect(try reelrig("keys", "new", keys).status == 0)
            _ = try #require(Tool("ln")).run(["-s", "keys.json", link])
            #expect(try reelrig("keys", "rotate", link).status == 0)
            #expect(try reelrig("keys", "list", keys).text == reelrig("keys", "list", link).text)
            #expect(try FileSystem.linkStatus(link).kind == .other)
            #expect(try FileSystem.status(keys).permissions == 0o600)
            _ = try #require(Tool("mkfifo")).run(["-m", "600", pipe])
            for path in [pipe, folder] {
                let output = try reelrig("keys", "list", path)
                #expect(output.status == 2 && output.standardError.contains("it is no file"))
                #expect(!output.standardError.contains("hint"))
            }
        }
    }

    @Test func `no output shows a secret, and wrong use is said`() throws {
        try withTemporaryDirectory { (folder: String) in
            let keys = "\(folder)/keys.json"
            let made = try reelrig("keys", "new", keys, "--kid", "main")
            let text = String(decoding: try FileSystem.read(keys, limit: 4096), as: UTF8.self)
            let secret = try #require(text.split(separator: "\"").first { $0.utf8.count == 43 })
            let listed = try reelrig("keys", "list", keys)
            let explained = try reelrig("verify", path, "--keys", keys, "--explain")
            for output in [made, listed, explained] {
                #expect(!output.text.contains(secret) && !output.standardError.contains(secret))
            }
            let wrong: [[String]] = [
                [], ["keys"], ["keys", "new", keys], ["keys", "retire", keys, "main"], ["keys", "retire", keys, "k9"],
                ["keys", "new", "\(folder)/other", "--kid", "a b"], ["url", path], ["url", "/a/../b", "--keys", keys],
                ["url", path, "--keys", keys, "--at", "soon"], ["verify", path, "--keys", "\(folder)/missing"],
                ["cache-key"], ["cache-key", ""], ["cache-key", "/a", ""],
            ]
            for words in wrong {
                let output = try Tool.reelrig.run(["sign"] + words)
                #expect(output.status == 2, "\(words)")
                #expect(output.standardError.hasPrefix("reelrig: error: "))
            }
            #expect(!FileSystem.exists("\(folder)/other"))
            for (url, why) in [
                ("media/x", "it does not begin with /"), ("http://h", "it does not begin with /"),
                ("ftp://h/x", "it does not begin with /"), ("/a//b", "an empty segment"),
                ("/a/%2e/b", "a segment . or .."),
                ("/a%2fb", "%2F"), ("/a%zz", "hexadecimal"), ("/a b", "percent-encoded"), ("/é", "percent-encoded"),
            ] {
                let output = try reelrig("url", url, "--keys", keys)
                #expect(output.status == 2 && output.standardError.contains(why), "\(url): \(output.standardError)")
            }
            #expect(try reelrig("url", "HTTP://h/x", "--keys", keys).text.hasPrefix("HTTP://h/~1.main."))
        }
    }
}

extension String {
    fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
