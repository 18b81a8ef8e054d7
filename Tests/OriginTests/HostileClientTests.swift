import HTTP
import MediaTypes
import Origin
import Platform
import TestSupport
import Testing

private let secretText = "outside the tree"

/// Request lines that look for a way out, with `TOKEN` and `VERSION` for a valid token and its version.
private let requestLines = [
    "GET /../../../../etc/passwd HTTP/1.1", "GET /~TOKEN/media/one/VERSION/../../../secret HTTP/1.1",
    "GET /~TOKEN/media/one/VERSION/%2e%2e/%2e%2e/secret HTTP/1.1",
    "GET /~TOKEN/media/one/VERSION/..%2f..%2f..%2fsecret HTTP/1.1",
    "GET /~TOKEN/media/one/VERSION/package.json%00.m4s HTTP/1.1",
    "GET /~TOKEN/media/one/VERSION//package.json HTTP/1.1",
    "GET //etc/passwd HTTP/1.1", "GET http://127.0.0.1/~TOKEN/media/one/VERSION/package.json HTTP/1.1",
    "GET file:///etc/passwd HTTP/1.1", "GET ../secret HTTP/1.1", "GET * HTTP/1.1", "CONNECT /etc/passwd:80 HTTP/1.1",
    "GET \\..\\secret HTTP/1.1", "GET /~TOKEN/media/one/VERSION/link.m4s HTTP/1.1",
    "GET /~TOKEN/media/one/VERSION/linked/secret HTTP/1.1", "GET /~TOKEN/secret HTTP/1.1",
    "GET /posters/one/VERSION/../../../secret HTTP/1.1", "GET /posters/one/VERSION/link.jpg HTTP/1.1",
    "GET \0/v1/reels HTTP/1.1", "GET /~TOKEN/media/one/VERSION/\0package.json HTTP/1.1",
    "GET /~/media/one/VERSION/package.json HTTP/1.1", "GET /~~TOKEN/media/one/VERSION/package.json HTTP/1.1",
]

@Test(arguments: requestLines)
func `over a socket no request line gets a byte from outside`(line: String) throws {
    try withPackages("one") { fixture in
        let folder = "\(fixture.root)/one/\(oldVersion)"
        try FileSystem.write(Array(secretText.utf8), to: "\(fixture.root)/secret")
        let link = try #require(Tool("ln"))
        for name in ["link.m4s", "link.jpg", "linked"] {
            let target = name == "linked" ? fixture.root : "\(fixture.root)/secret"
            #expect(try link.run(["-s", target, "\(folder)/\(name)"]).status == 0)
        }
        let origin = try makeOrigin(fixture)
        let token = try #require(origin.signedFolder(of: "one").split(separator: "/").first?.dropFirst())
        let server = try OriginServer(origin, now: { noon }, log: { _ in })
        defer { server.stop() }
        let connection = try RawConnection(port: server.port)
        let written = line.replacing("TOKEN", with: token).replacing("VERSION", with: oldVersion)
        connection.send(written + "\r\nHost: h\r\nConnection: close\r\n\r\n")
        connection.finishSending()
        let answer = String(decoding: connection.receiveAll(), as: UTF8.self)
        #expect(answer.isEmpty || answer.hasPrefix("HTTP/1.1 4"), "\(answer.prefix(200))")
        #expect(!answer.contains(secretText) && !answer.contains("root:"))
        let next = try RawConnection(port: server.port)
        next.send("GET /v1/reels HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: next.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    }
}

@Test func `a segment that becomes a link after the package was read is not followed`() throws {
    try withPackages("one") { fixture in
        let origin = try makeOrigin(fixture)
        let target = try origin.signedFolder(of: "one") + "video/360/00000.m4s"
        #expect(origin.get(target).status == 200)
        let path = "\(fixture.root)/one/\(oldVersion)/video/360/00000.m4s"
        let outside = "\(fixture.root)/outside"
        try FileSystem.write(Array(repeating: UInt8(ascii: "s"), count: 5000), to: outside)
        try FileSystem.removeFile(path)
        #expect(try #require(Tool("ln")).run(["-s", outside, path]).status == 0)
        #expect(origin.get(target).status == 404)
    }
}

@Test func `bytes of chance leave the origin in order`() throws {
    try withPackages("one") { fixture in
        let server = try OriginServer(makeOrigin(fixture), now: { noon }, log: { _ in })
        defer { server.stop() }
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for _ in 0..<200 {
            let bytes = (0..<400).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return UInt8(truncatingIfNeeded: state >> 56)
            }
            let connection = try RawConnection(port: server.port)
            connection.send(Array("GET /".utf8) + bytes + Array(" HTTP/1.1\r\nHost: h\r\n\r\n".utf8))
        }
        let next = try RawConnection(port: server.port)
        next.send("GET /v1/reels HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
        #expect(String(decoding: next.receiveAll(), as: UTF8.self).hasPrefix("HTTP/1.1 200 "))
    }
}
