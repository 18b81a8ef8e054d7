import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing
import TestSupport
import Testing

private let playlist = Array(
    ("#EXTM3U\n" + (0..<200).map { "#EXTINF:2.002,\n\($0).m4s\n" }.joined()).utf8)

extension PackageFixture {
    /// Lists one more file that is no object.
    func addPlaylist(_ path: String, _ bytes: [UInt8], to reel: String) throws {
        let folder = "\(root)/\(reel)/\(oldVersion)"
        try FileSystem.createDirectories(FileSystem.parent(of: "\(folder)/\(path)"))
        try FileSystem.write(bytes, to: "\(folder)/\(path)")
        var document = try CanonicalJSON.decode(
            PackageDocument.self, from: try FileSystem.read("\(folder)/package.json", limit: 1 << 20))
        document.playlists.append(.init(path: path, size: bytes.count, sha256: SHA256.digest(bytes)))
        try FileSystem.write(CanonicalJSON.file(document), to: "\(folder)/package.json")
    }
}

/// An origin whose reel has texts that are worth packing, and the folder to ask below.
private func withTexts(_ body: (Origin, String) throws -> Void) throws {
    try withPackages("one") { fixture in
        try fixture.addPlaylist("audio/main/playlist.m3u8", playlist, to: "one")
        try fixture.addPlaylist("manifest.mpd", Array("<MPD>\(String(repeating: "<S/>", count: 99))".utf8), to: "one")
        try fixture.addPlaylist("subtitles/en/captions.vtt", playlist, to: "one")
        let origin = try makeOrigin(fixture)
        try body(origin, try origin.signedFolder(of: "one"))
    }
}

private func unpacked(_ bytes: [UInt8]) throws -> [UInt8] {
    try withTemporaryDirectory { folder in
        try FileSystem.write(bytes, to: "\(folder)/file.gz")
        let output = try #require(Tool("gzip")).run(["-dc", "\(folder)/file.gz"])
        #expect(output.status == 0)
        return output.standardOutput
    }
}

private let takesGzip: Headers = ["Accept-Encoding": "gzip"]

@Test(.enabled(if: Tool.isInstalled("gzip"), "needs gzip"))
func `playlists, manifests and JSON are packed for who takes it, and say so`() throws {
    try withTexts { origin, folder in
        let targets = [
            "\(folder)audio/main/playlist.m3u8", "\(folder)manifest.mpd", "\(folder)package.json",
            "/v1/reels/one/playback", "/v1/reels",
        ]
        for target in targets {
            let (plain, packed) = (origin.get(target), origin.get(target, takesGzip))
            #expect(plain.status == 200 && packed.status == 200, "\(target)")
            #expect(plain.headers["Content-Encoding"] == nil && packed.headers["Content-Encoding"] == "gzip")
            #expect(plain.headers["Vary"] == "Accept-Encoding" && packed.headers["Vary"] == "Accept-Encoding")
            #expect(packed.body.length < plain.body.length)
            let (whole, coded) = try (plain.content, packed.content)
            #expect(try unpacked(coded) == whole)
            // HEAD is told what GET is told.
            let head = origin.get(target, takesGzip, method: "HEAD")
            #expect(head.headers["X-Request-Id"] != packed.headers["X-Request-Id"])
            var headers = head.headers
            headers["X-Request-Id"] = packed.headers["X-Request-Id"]
            #expect(Set(headers.fields) == Set(packed.headers.fields) && head.body.length == packed.body.length)
        }
    }
}

@Test func `each coding has an entity tag and a digest of its own`() throws {
    try withTexts { origin, folder in
        let target = "\(folder)audio/main/playlist.m3u8"
        let (plain, packed) = (origin.get(target), origin.get(target, takesGzip))
        let digest = SHA256.digest(try packed.content)
        #expect(plain.headers["ETag"] == "\"\(SHA256.digest(playlist).text.prefix(32))\"")
        #expect(packed.headers["ETag"] == "\"\(digest.text.prefix(32))\"")
        let base64 = try #require(packed.headers["Repr-Digest"]?.dropFirst("sha-256=:".count).dropLast())
        let spelled = base64.replacing("+", with: "-").replacing("/", with: "_").dropLast()
        #expect(Base64URL.decode(spelled) == digest.bytes)
    }
}

@Test func `conditions and ranges are about the coding that is asked for`() throws {
    try withTexts { origin, folder in
        let target = "\(folder)audio/main/playlist.m3u8"
        let (plain, packed) = (origin.get(target), origin.get(target, takesGzip))
        let (plainTag, packedTag) = try (#require(plain.headers["ETag"]), #require(packed.headers["ETag"]))
        func ask(_ headers: Headers) -> Response {
            var headers = headers
            headers["Accept-Encoding"] = "gzip"
            return origin.get(target, headers)
        }
        #expect(ask(["If-None-Match": packedTag]).status == 304)
        #expect(ask(["If-None-Match": plainTag]).status == 200)
        #expect(origin.get(target, ["If-None-Match": packedTag]).status == 200)
        let unmodified = ask(["If-None-Match": packedTag])
        #expect(unmodified.headers["Vary"] == "Accept-Encoding" && unmodified.headers["ETag"] == packedTag)
        #expect(unmodified.headers["Content-Encoding"] == nil && unmodified.headers["Content-Type"] == nil)
        let part = ask(["Range": "bytes=10-29"])
        #expect(part.status == 206 && part.headers["Content-Encoding"] == "gzip")
        #expect(part.headers["Content-Range"] == "bytes 10-29/\(packed.body.length)")
        let (piece, coded) = try (part.content, packed.content)
        #expect(piece == Array(coded[10..<30]))
        #expect(ask(["Range": "bytes=10-29", "If-Range": packedTag]).status == 206)
        // The rest of the one cannot complete the other.
        #expect(ask(["Range": "bytes=10-29", "If-Range": plainTag]).status == 200)
        let outside = ask(["Range": "bytes=\(packed.body.length)-"])
        #expect(outside.status == 416 && outside.headers["Content-Range"] == "bytes */\(packed.body.length)")
    }
}

@Test func `media, captions and pictures are never packed, and do not vary`() throws {
    try withTexts { origin, folder in
        for path in ["video/360/00000.m4s", "poster.jpg", "subtitles/en/captions.vtt"] {
            let response = origin.get(folder + path, takesGzip)
            #expect(response.status == 200, "\(path)")
            #expect(response.headers["Content-Encoding"] == nil && response.headers["Vary"] == nil, "\(path)")
        }
        // What would grow stays as it is.
        let short = origin.get("/nothing", takesGzip)
        #expect(short.headers["Content-Encoding"] == nil && short.headers["Vary"] == "Accept-Encoding")
    }
}

@Test func `the log says which coding was sent, and its bytes`() throws {
    try withTexts { origin, folder in
        let target = "\(folder)audio/main/playlist.m3u8"
        let request = Request(target: target, headers: ["Host": "h", "Accept-Encoding": "br, gzip;q=0.8"])
        let outcome = origin.respond(to: request, at: noon)
        let entry = outcome.logEntry(
            Delivery(status: 200, bytes: outcome.response.body.length, complete: true), after: .zero)
        #expect(entry.encoding == "gzip" && entry.bytes < playlist.count)
    }
}

@Test(.enabled(if: Tool.isInstalled("curl"), "needs curl"))
func `over a socket curl unpacks what it asked for packed`() throws {
    try withTexts { origin, folder in
        let server = try OriginServer(origin, now: { noon }, log: { _ in })
        defer { server.stop() }
        let url = "\(server.url)\(folder)audio/main/playlist.m3u8"
        let output = try #require(Tool("curl")).run(["-sS", "--compressed", url])
        #expect(output.standardOutput == playlist)
        let head = try #require(Tool("curl")).run(["-sS", "-I", "--compressed", url])
        #expect(head.text.contains("Content-Encoding: gzip\r\n") && head.text.contains("Vary: Accept-Encoding\r\n"))
        let tag = try #require(origin.get(folder + "audio/main/playlist.m3u8").headers["ETag"])
        let unmodified = try #require(Tool("curl")).run(["-sS", "-i", "-H", "If-None-Match: \(tag)", url])
        #expect(unmodified.text.hasPrefix("HTTP/1.1 304 ") && unmodified.text.hasSuffix("\r\n\r\n"))
        // RFC 9110 §8.6: the length that a 200 would have.
        let lengths = unmodified.text.split(separator: "\r\n").filter { $0.lowercased().hasPrefix("content-length:") }
        #expect(lengths == ["Content-Length: \(playlist.count)"])
        // The connection goes on with the next answer, since nothing follows the head.
        let again = try #require(Tool("curl")).run(["-sS", "-H", "If-None-Match: \(tag)", url, "--next", "-sS", url])
        #expect(again.standardOutput == playlist)
    }
}
