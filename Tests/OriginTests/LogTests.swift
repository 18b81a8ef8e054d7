import Catalog
import HTTP
import MediaTypes
import Origin
import Testing

extension Origin {
    fileprivate func entry(_ target: String, _ headers: Headers = [:], method: String = "GET") -> AccessLogEntry {
        var headers = headers
        headers["Host"] = "h"
        let outcome = respond(to: Request(method: method, target: target, headers: headers), at: noon)
        return outcome.logEntry(
            Delivery(status: outcome.response.status, bytes: outcome.response.body.length, complete: true),
            after: .milliseconds(12))
    }
}

@Test func `a line says what was asked, what was sent and why, and no secret`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        let token = try #require(folder.split(separator: "/").first)
        let entry = origin.entry(
            folder + "video/360/00000.m4s?x=1", ["X-Request-Id": "session-7", "Range": "bytes=0-9"])
        #expect(entry.t == noon && entry.id == "session-7" && entry.method == "GET" && entry.ms == 12)
        #expect(entry.reel?.text == "one" && entry.version?.text == oldVersion)
        #expect(entry.rendition?.text == "video/360" && entry.object == .segment(0))
        #expect(entry.status == 206 && entry.range == "bytes=0-9" && entry.bytes == 10 && entry.complete)
        #expect(entry.encoding == "identity" && entry.verdict == "ok")
        #expect(
            entry.target == "/~1.k1.1700000300..p.*\(token.suffix(6))/media/one/\(oldVersion)/video/360/00000.m4s?x=1")
    }
}

@Test func `verdicts tell open, allowed and refused apart`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        #expect(origin.entry("/v1/reels").verdict == "open")
        #expect(origin.entry("/nothing").verdict == "open")
        #expect(origin.entry(try origin.signedFolder(of: "one") + "missing").verdict == "ok")
        let refused = origin.entry("/media/one/\(oldVersion)/video/360/init.mp4")
        #expect(refused.verdict == "missing" && refused.status == 403 && refused.reel?.text == "one")
    }
}

@Test func `a token in a field that is logged is not in the log`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        let token = try #require(folder.split(separator: "/").first?.dropFirst())
        let signature = try #require(token.split(separator: ".").last)
        for (name, value) in [
            ("X-Request-Id", "\(token)"), ("X-Request-Id", "s-\(token)0"), ("Range", "\(token)"),
            ("Range", "bytes=\(token)"), ("CMCD-Session", "sid=\"\(token)\""),
        ] {
            let line = origin.entry("/v1/reels", [name: value]).line
            #expect(!String(decoding: line, as: UTF8.self).contains(signature), "\(name)")
        }
    }
}

@Test func `the rig token is not in the log, wherever a request has it`() throws {
    try withPackages("one") { fixture in
        let token = "Rig-Secret_0123456789a"
        let origin = try makeOrigin(fixture, settings: .init(rigToken: token))
        let encoded = token.utf8.map { "%" + String($0, radix: 16) }.joined()
        func line(_ target: String, _ headers: Headers = [:], method: String = "GET") -> String {
            String(decoding: origin.entry(target, headers, method: method).line, as: UTF8.self)
        }
        for text in [token, "x\(token)x", encoded, "%52" + token.dropFirst(), token.dropLast() + "%61"] {
            for shown in [
                line("/rig/reels/one?token=\(text)", method: "DELETE"), line("/\(text)/a"), line("/~\(text)/media/a"),
                line("/media/a?t=\(text)"), line("/v1/reels?CMCD=sid%3D%22\(text)%22"),
                line("/", ["X-Request-Id": text]), line("/", ["Range": text]), line("/", method: text),
                line("/", ["CMCD-Session": "sid=\"\(text)\""]),
            ] {
                for hidden in [token, encoded, String(token.dropFirst()), String(token.dropLast())] {
                    #expect(!shown.contains(hidden), "\(shown)")
                }
            }
        }
        #expect(
            origin.entry("/rig/reels/one?token=\(token)&a=b", method: "DELETE").target == "/rig/reels/one?token=*&a=b")
        #expect(origin.entry("/", ["X-Request-Id": token]).id.hasPrefix("origin-"))
        #expect(origin.entry("/", ["X-Request-Id": "Rig-Secret"]).id == "Rig-Secret")
        // One that is not set hides nothing.
        #expect(try makeOrigin(fixture, settings: .init()).entry("/a?b=\(token)").target == "/a?b=\(token)")
    }
}

@Test func `what a client calls itself is bounded, and a request without a name gets one`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        #expect(origin.entry("/", ["X-Request-Id": "a-1"]).id == "a-1")
        for bad in ["", " ", "a b", "\"", "é", "a\nb", String(repeating: "x", count: 129)] {
            #expect(origin.entry("/", ["X-Request-Id": bad]).id.hasPrefix("origin-"))
        }
        #expect(origin.entry("/").id != origin.entry("/").id)
        let long = origin.entry(
            "/" + String(repeating: "a", count: 9000), ["Range": String(repeating: "é", count: 900)],
            method: String(repeating: "M", count: 900))
        #expect(long.target.utf8.count == 2048 && long.range?.utf8.count == 128 && long.method.utf8.count == 16)
        #expect(long.range?.allSatisfy { $0 == "?" } == true)
    }
}

@Test func `a line's text is the one the general encoder writes`() throws {
    let awkward = "a\"b\\c/d\u{8}\u{9}\n\u{C}\r\u{1}\u{1F}\u{7F}é\u{2028}😀"
    var entry = AccessLogEntry(
        t: noon, id: awkward, method: "GET", target: awkward, status: 200, bytes: 12, complete: true, verdict: "ok",
        ms: -1)
    #expect(entry.line == (try CanonicalJSON.line(entry)) + [UInt8(ascii: "\n")])
    entry.reel = ReelID("r")
    entry.version = VersionID(oldVersion)
    entry.rendition = RenditionID("video/360")
    entry.object = .contentKey(3)
    entry.range = "bytes=0-"
    entry.cmcd = CMCD(["cid": .string(awkward), "pr": .decimal(1.25), "su": .flag(true)])
    entry.cmcdProblem = awkward
    entry.fault = ""
    #expect(entry.line == (try CanonicalJSON.line(entry)) + [UInt8(ascii: "\n")])
}
