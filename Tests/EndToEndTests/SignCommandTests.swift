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
            let signed = try reelrig("url", "http://h:1\(path)?x=1", "--keys", keys, "--at", "1000", "--ttl", "60")
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
            let url = try reelrig("url", path, "--exact", "--keys", keys, "--at", "1893455700").text.trimmingNewline
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
            ]
            for words in wrong {
                let output = try Tool.reelrig.run(["sign"] + words)
                #expect(output.status == 2, "\(words)")
                #expect(output.standardError.hasPrefix("reelrig: error: "))
            }
            #expect(!FileSystem.exists("\(folder)/other"))
        }
    }
}

extension String {
    fileprivate var trimmingNewline: String { hasSuffix("\n") ? String(dropLast()) : self }
}
