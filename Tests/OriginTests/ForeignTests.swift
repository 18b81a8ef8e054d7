import Catalog
import HTTP
import MediaTypes
import Origin
import Platform
import Signing
import TestSupport
import Testing

/// Streams that others made, beside the packages.
struct ForeignTests {
    private static let media = (0..<3000).map { UInt8(truncatingIfNeeded: $0 &* 3) }

    private static func withStream(_ body: (Origin, ForeignStream, String) throws -> Void) throws {
        try withPackages("dunes") { fixture in
            let folder = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-test")
            defer { try? FileSystem.removeTree(folder) }
            let root = "\(folder)/Their Clip"
            try FileSystem.createDirectories("\(root)/v0")
            try FileSystem.write(
                Array("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\nv0/index.m3u8\n".utf8), to: "\(root)/master.m3u8")
            try FileSystem.write(Array("#EXTM3U\n#EXTINF:2,\na b.m4s\n".utf8), to: "\(root)/v0/index.m3u8")
            try FileSystem.write(media, to: "\(root)/v0/a b.m4s")
            try FileSystem.write([1], to: "\(folder)/secret")
            let stream = try ForeignStream(root)
            var settings = Origin.Settings(rigToken: "rig-secret")
            settings.foreign = [stream.id: stream]
            try body(makeOrigin(fixture, settings: settings), stream, root)
        }
    }

    /// `/~TOKEN/foreign/their-clip/`.
    private static func folder(_ origin: Origin, at now: Int64 = 0) throws -> String {
        let time = UnixTime(seconds: noon.seconds + now)
        let answer = try origin.get("/v1/reels/their-clip/playback", at: time).json(PlaybackAnswer.self)
        #expect(answer.version == .foreign)
        #expect(answer.url.hasSuffix("/foreign/their-clip/master.m3u8"))
        return String(answer.url.dropFirst("http://localhost:8080".count).dropLast("master.m3u8".count))
    }

    @Test func `a folder is a reel under its name, and its files are served as they are to whoever has a token`() throws
    {
        try Self.withStream { origin, stream, _ in
            #expect(stream.id == ReelID("their-clip"))
            #expect(stream.playlist == "master.m3u8")
            let folder = try Self.folder(origin)
            let response = origin.get("\(folder)v0/a%20b.m4s")
            #expect(response.status == 200)
            #expect(try response.content == Self.media)
            #expect(response.headers["ETag"] == "\"\(SHA256.digest(Self.media).text.prefix(32))\"")
            let part = origin.get("\(folder)v0/a%20b.m4s", ["Range": "bytes=10-19"])
            #expect(part.status == 206)
            #expect(try part.content == Array(Self.media[10..<20]))
            #expect(origin.get("\(folder)v0/index.m3u8").text.contains("a b.m4s"))
            // The packages are there as before.
            #expect(origin.get("\(try origin.signedFolder(of: "dunes"))video/360/init.mp4").status == 200)
        }
    }

    @Test func `without a token, with another's, and after its time there is a refusal by name`() throws {
        try Self.withStream { origin, _, _ in
            #expect(try reason(origin.get("/foreign/their-clip/master.m3u8")) == .missing)
            // `/~TOKEN/media/…`
            let token = try origin.signedFolder(of: "dunes").dropFirst().prefix { $0 != "/" }
            #expect(try reason(origin.get("/\(token)/foreign/their-clip/master.m3u8")) == .scope)
            let old = try Self.folder(origin)
            let later = UnixTime(seconds: noon.seconds + 301)
            #expect(try reason(origin.get("\(old)master.m3u8", at: later)) == .expired)
        }
    }

    @Test func `nothing outside of the folder is served`() throws {
        try Self.withStream { origin, _, root in
            let folder = try Self.folder(origin)
            #expect(try Tool("ln")?.run(["-s", "../secret", "\(root)/out.m4s"]).status == 0)
            for path in ["out.m4s", "absent.m4s", "v0", "", "..%2Fsecret", "../secret", "%2e%2e/secret"] {
                #expect(origin.get("\(folder)\(path)").status >= 400, "\(path)")
            }
        }
    }

    @Test func `removing and restoring it works as of a package`() throws {
        try Self.withStream { origin, stream, _ in
            let folder = try Self.folder(origin)
            func rig(_ method: String) -> Int {
                origin.get(
                    "/rig/reels/\(stream.id)", ["Authorization": "Bearer rig-secret"], method: method
                ).status
            }
            #expect(rig("DELETE") == 200)
            #expect(origin.get("/v1/reels/their-clip/playback").status == 410)
            #expect(origin.get("\(folder)master.m3u8").status == 410)
            #expect(rig("PUT") == 200)
            #expect(origin.get("\(folder)master.m3u8").status == 200)
        }
    }

    @Test func `a folder without a playlist, and one with several that could be meant, is none`() throws {
        let folder = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-test")
        defer { try? FileSystem.removeTree(folder) }
        #expect(throws: ForeignProblem.self) { try ForeignStream(folder) }
        #expect(throws: ForeignProblem.self) { try ForeignStream("\(folder)/absent") }
        for name in ["a", "b"] {
            try FileSystem.write(Array("#EXTM3U\n#EXTINF:2,\nx.ts\n".utf8), to: "\(folder)/\(name).m3u8")
        }
        let problem = #expect(throws: ForeignProblem.self) { try ForeignStream(folder) }
        #expect(problem?.what == "which playlist begins the stream? a.m3u8, b.m3u8")
    }
}
