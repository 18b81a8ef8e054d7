import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing
import TestSupport
import Testing

private let segment = PackageFixture.files[1].bytes

// `printf hello | sha256sum`, and `printf hello | openssl dgst -sha256 -binary | base64`.
private let helloTag = "\"2cf24dba5fb0a30e26e83b2ac5b9e29e\""
private let helloDigest = "sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:"

@Test func `an object is served with everything that names its bytes`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let response = origin.get(try origin.signedFolder(of: "one") + "video/360/init.mp4")
        #expect(response.status == 200)
        #expect(response.text == "hello")
        #expect(response.headers["ETag"] == helloTag)
        #expect(response.headers["Repr-Digest"] == helloDigest)
        #expect(response.headers["Cache-Control"] == "public, max-age=31536000, immutable")
        #expect(response.headers["Content-Type"] == "video/mp4")
        #expect(response.headers["Accept-Ranges"] == "bytes")
        #expect(response.headers["Access-Control-Allow-Origin"] == "*")
        // 1,700,000,000 is 2023-11-14 22:13:20 UTC (`date -u -d @1700000000`).
        #expect(response.headers["Date"] == "Tue, 14 Nov 2023 22:13:20 GMT")
    }
}

@Test func `the date is that of each request, also when the clock goes back`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        // 1,700,000,000 is 2023-11-14 22:13:20 UTC (`date -u -d @1700000000`).
        let dates = [0, 0, 1, 40, -20].map { origin.get("/v1/feed", at: noon + .seconds($0)).headers["Date"] }
        #expect(
            dates == ["22:13:20", "22:13:20", "22:13:21", "22:14:00", "22:13:00"].map { "Tue, 14 Nov 2023 \($0) GMT" })
    }
}

@Test func `every listed file can be fetched, and package.json, and nothing else`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        for file in PackageFixture.files {
            let response = origin.get(folder + file.path)
            #expect(response.status == 200)
            #expect(try response.content == file.bytes)
        }
        #expect(origin.get(folder + "multivariant.m3u8").headers["Content-Type"] == "application/vnd.apple.mpegurl")
        let document = try origin.get(folder + "package.json").json(PackageDocument.self)
        #expect(document.reel.text == "one")
        try FileSystem.write([1], to: "\(fixture.root)/one/\(oldVersion)/unlisted.m4s")
        for path in ["unlisted.m4s", "", "video", "video/360/", "video/360/00001.m4s", "reel.json", "package.json/"] {
            #expect(origin.get(folder + path).status == 404, "\(path)")
        }
    }
}

@Test func `the token comes before every other answer`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        let bare = "/media/one/\(oldVersion)/"
        let late = noon + .seconds(300)
        for path in ["video/360/init.mp4", "missing"] {
            #expect(try reason(origin.get(bare + path)) == .missing)
            #expect(try reason(origin.get(folder + path, at: late)) == .expired)
        }
        #expect(try reason(origin.get(bare + "video/360/init.mp4", ["If-None-Match": helloTag])) == .missing)
        #expect(try reason(origin.get(bare + "video/360/init.mp4", ["Range": "bytes=99-"])) == .missing)
        #expect(try reason(origin.get("/media/nobody/\(oldVersion)/x")) == .missing)
        #expect(try reason(origin.get("/media/x")) == .missing)
        #expect(try reason(origin.get("/media/one/\(oldVersion)/%2e%2e/x")) == .malformed)
        let refusal = origin.get(bare + "video/360/init.mp4")
        #expect(refusal.text == #"{"reason":"missing"}"#)
        #expect(refusal.headers["Cache-Control"] == "no-store")
        #expect(refusal.headers["Access-Control-Allow-Origin"] == "*")
    }
}

@Test func `each refusal has its reason`() throws {
    try withPackages("one", "two") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = try origin.signedFolder(of: "one")
        let token = String(try #require(folder.split(separator: "/").first))
        let path = "/media/one/\(oldVersion)/video/360/init.mp4"
        #expect(origin.get("/\(token)\(path)").status == 200)
        #expect(origin.get("/\(token)\(path)", at: noon + .milliseconds(299_999)).status == 200)
        #expect(try reason(origin.get("/\(token)\(path)", at: noon + .seconds(300))) == .expired)
        #expect(try reason(origin.get("/\(token)/media/two/\(oldVersion)/video/360/init.mp4")) == .scope)
        #expect(try reason(origin.get("/\(token)x\(path)")) == .malformed)
        #expect(try reason(origin.get("/~\(path)")) == .missing)
        #expect(try reason(origin.get("/\(token.replacing(".k1.", with: ".k7."))\(path)")) == .unknownKey)
        #expect(
            try reason(origin.get("/\(token.replacing(".1700000300.", with: ".1700000301."))\(path)")) == .signature)
        // A token in front of a path that needs none is no way around anything.
        #expect(origin.get("/\(token)/v1/reels").status == 404)
        #expect(origin.get("/\(token)/\(token)\(path)").status == 404)
    }
}

@Test(arguments: [
    ("bytes=0-0", 0..<1), ("bytes=0-", 0..<5000), ("bytes=4999-", 4999..<5000), ("bytes=10-19", 10..<20),
    ("bytes=4990-9999", 4990..<5000), ("bytes=-1", 4999..<5000), ("bytes=-5000", 0..<5000), ("bytes=-9999", 0..<5000),
    ("BYTES=1-2", 1..<3), ("bytes=0-99999999999999999999", 0..<5000),
])
func `a range is that part of the file`(field: String, expected: Range<Int>) throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let response = origin.get(
            try origin.signedFolder(of: "one") + "video/360/00000.m4s", ["Range": field])
        #expect(response.status == 206)
        #expect(
            response.headers["Content-Range"] == "bytes \(expected.lowerBound)-\(expected.upperBound - 1)/5000")
        #expect(try response.content == Array(segment[expected]))
    }
}

@Test(arguments: ["bytes=5000-", "bytes=9999-10000", "bytes=-0", "bytes=99999999999999999999-"])
func `a range outside the file is 416 and says its size`(field: String) throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let response = origin.get(
            try origin.signedFolder(of: "one") + "video/360/00000.m4s", ["Range": field])
        #expect(response.status == 416)
        #expect(response.headers["Content-Range"] == "bytes */5000")
        #expect(response.headers["Cache-Control"] == "no-store")
    }
}

@Test(arguments: ["bytes=2-1", "bytes=a-b", "items=0-1", "bytes=0-1,5-6", "bytes=", "bytes=-", "0-1", "bytes=0--1"])
func `a range that is none is ignored`(field: String) throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let response = origin.get(
            try origin.signedFolder(of: "one") + "video/360/00000.m4s", ["Range": field])
        #expect(response.status == 200)
        #expect(try response.content == segment)
    }
}

@Test func `conditions are those of RFC 9110`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let target = try origin.signedFolder(of: "one") + "video/360/init.mp4"
        let modified = try #require(origin.get(target).headers["Last-Modified"])
        func status(_ headers: Headers, method: String = "GET") -> Int {
            origin.get(target, headers, method: method).status
        }
        #expect(status(["If-None-Match": helloTag]) == 304)
        #expect(status(["If-None-Match": "\"x\", W/\(helloTag)"]) == 304)
        #expect(status(["If-None-Match": "*"], method: "HEAD") == 304)
        #expect(status(["If-None-Match": "\"x\""]) == 200)
        #expect(status(["If-Modified-Since": modified]) == 304)
        #expect(status(["If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT"]) == 200)
        #expect(status(["If-Modified-Since": "yesterday"]) == 200)
        // The entity tag counts before the date.
        #expect(status(["If-None-Match": "\"x\"", "If-Modified-Since": modified]) == 200)
        #expect(status(["If-Match": "\"x\""]) == 412)
        #expect(status(["If-Match": "W/\(helloTag)"]) == 412)
        #expect(status(["If-Match": helloTag]) == 200)
        let past = "Thu, 01 Jan 1970 00:00:00 GMT"
        #expect(status(["If-Unmodified-Since": past]) == 412)
        #expect(status(["If-Unmodified-Since": past, "Range": "bytes=1-2"]) == 412)
        #expect(status(["If-Unmodified-Since": modified]) == 200)
        #expect(status(["If-Unmodified-Since": "yesterday"]) == 200)
        // 412 before 304, and the entity tag before the date.
        #expect(status(["If-Unmodified-Since": past, "If-None-Match": helloTag]) == 412)
        #expect(status(["If-Unmodified-Since": modified, "If-None-Match": helloTag]) == 304)
        #expect(status(["If-Unmodified-Since": past, "If-Match": helloTag]) == 200)
        #expect(status(["If-Unmodified-Since": modified, "If-Match": "\"x\""]) == 412)
        #expect(status(["If-Range": helloTag, "Range": "bytes=1-2"]) == 206)
        #expect(status(["If-Range": modified, "Range": "bytes=1-2"]) == 206)
        #expect(status(["If-Range": "\"x\"", "Range": "bytes=1-2"]) == 200)
        #expect(status(["If-Range": "W/\(helloTag)", "Range": "bytes=1-2"]) == 200)
        #expect(status(["Range": "bytes=1-2"], method: "HEAD") == 200)
        // 304 before 206, and before 416.
        #expect(status(["If-None-Match": helloTag, "Range": "bytes=99-"]) == 304)
        let unmodified = origin.get(target, ["If-None-Match": helloTag])
        #expect(unmodified.headers["ETag"] == helloTag && unmodified.text.isEmpty)
    }
}

@Test func `options are never checked, other methods are 405, and what is none is 501`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        for target in ["/media/one/\(oldVersion)/x", "/~nonsense/media/x", "/v1/reels", "*", "/a/../b"] {
            let response = origin.get(target, method: "OPTIONS")
            #expect(response.status == 204)
            #expect(response.headers["Access-Control-Allow-Origin"] == "*")
            let allowed = response.headers["Access-Control-Allow-Headers"]?.split(separator: ", ") ?? []
            #expect(allowed.contains("Range") && allowed.contains("If-Unmodified-Since"))
        }
        for (method, target) in [
            ("POST", "/v1/reels"), ("PUT", "/v1/reels"), ("DELETE", "/metrics"), ("TRACE", "/media/one/x"),
            ("PATCH", "/"), ("CONNECT", "/v1/reels"), ("CONNECT", "localhost:80"), ("CONNECT", "[::1]:443"),
        ] {
            let response = origin.get(target, method: method)
            #expect(response.status == 405, "\(method) \(target)")
            #expect(response.headers["Allow"] == "GET, HEAD, OPTIONS")
        }
        // RFC 9110 §9.1: case counts, and what is not known is not implemented.
        for (method, target) in [("get", "/v1/reels"), ("BREW", "/rig/reels/one"), ("X", "a:1")] {
            #expect(origin.get(target, method: method).status == 501, "\(method) \(target)")
        }
    }
}

@Test(arguments: [
    "/media/one/V/../../../etc/passwd", "/media/one/V/%2e%2e/reel.json", "/media/one/V/..%2freel.json",
    "/media/one/V/%2e%2e%2freel.json", "/media/one/V//package.json", "//media/one/V/package.json",
    "/media/one/V/video\\360\\init.mp4", "/media/one/V/package.json%00", "/media/one/V/package.json%00.m4s",
    "/media/one/V/./package.json", "/media/./one/V/package.json", "/media/one/V/video%2F360%2Finit.mp4",
    "http://localhost/media/one/V/package.json", "media/one/V/package.json", "/media/one/V/package.json#x",
    "/media/one/V/%70ackage.json", "/media/one/V/package.json;x", "/MEDIA/one/V/package.json",
    "/media/ONE/V/package.json", "/media/one/../one/V/package.json", "/media/one/V/video/360/../360/init.mp4",
    "/media/one/V/video/360/init.mp4/", "/media/one/V/link.m4s", "/media/one/V/.hidden", "/media/one/reel.json",
    "/media/one/V/\u{FFFD}", "/media/one/V/%", "/media/one/V/%zz", "/",
])
func `no path trick gets a byte`(path: String) throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let folder = "\(fixture.root)/one/\(oldVersion)"
        try FileSystem.write([1], to: "\(folder)/.hidden")
        #expect(try #require(Tool("ln")).run(["-s", "/etc/passwd", "\(folder)/link.m4s"]).status == 0)
        let path = path.replacing("/V", with: "/\(oldVersion)")
        let token = try #require(origin.signedFolder(of: "one").split(separator: "/").first)
        for target in ["/\(token)\(path)", path, "/~\(path)", "\(path)?t=\(token.dropFirst())"] {
            let response = origin.get(target)
            #expect([400, 403, 404].contains(response.status), "\(target)")
            #expect(response.headers["Content-Type"] == "application/json")
        }
    }
}
