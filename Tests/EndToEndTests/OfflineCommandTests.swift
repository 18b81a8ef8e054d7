import Catalog
import MediaCache
import Platform
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A cold play from an origin, and then one without it.
@Suite struct `reelrig play --offline` {
    private struct Summary: Decodable {
        struct Frames: Decodable, Equatable {
            var expected: Int
            var seen: Int
            var bad: Int
            var verified: Int
            var samplesExpected: Int
            var samplesSeen: Int
        }
        struct Bytes: Decodable {
            var wire: Int
            var cache: Int
        }
        var version: String
        var requests: Int
        var frames: Frames
        var bytes: Bytes
        var segments: [String: Int]
    }

    private func play(_ arguments: [String]) throws -> Summary {
        let result = try Tool.reelrig.run(["play"] + arguments + ["--speed", "max", "--json"])
        try #require(result.status == 0, "\(result.standardError)")
        return try CanonicalJSON.decode(Summary.self, from: result.standardOutput)
    }

    /// Plays a reel into a cache; the origin is gone afterwards.
    private func fill(_ cache: String) throws -> Summary {
        let server = try Server([try Packages.result.get()])
        defer { _ = try? server.stop(SIGTERM) }
        return try play(["--origin", server.announcement.url, "small", "--cache", cache])
    }

    @Test func `plays what was played, every frame and strip right, with no request and the origin gone`() throws {
        try withTemporaryDirectory { (folder: String) in
            let cache = "\(folder)/cache"
            let cold = try fill(cache)
            let offline = try play(["--offline", "small", "--cache", cache])
            #expect(offline.requests == 0)
            #expect(offline.bytes.wire == 0)
            #expect(offline.version == cold.version)
            // 6 s at 30000/1001 are 180 frames, and each has a strip.
            #expect(offline.frames.seen == 180)
            #expect(offline.frames.verified == 180)
            #expect(offline.frames == cold.frames)
            #expect(offline.segments == cold.segments)
            let stats = try Tool.reelrig.run(["cache", "stats", cache])
            #expect(stats.text.contains("1 outlines, "))
            // Neither the address nor a token is anywhere in the directory.
            for file in try FileSystem.list(cache) where file.hasPrefix("index") {
                let bytes = try FileSystem.read("\(cache)/\(file)", limit: 1 << 26)
                for text in ["127.0.0.1", "/~1.", ".m3u8"] { #expect(bytes.firstRange(of: Array(text.utf8)) == nil) }
            }
        }
    }

    @Test func `names what is missing, and says what the cache does not know`() throws {
        try withTemporaryDirectory { (folder: String) in
            let path = "\(folder)/cache"
            _ = try fill(path)
            var evicted: [CacheKey] = []
            do {
                let cache = try DiskCache(path, limit: 1 << 30)
                evicted = cache.prune(to: cache.totalLength - 1)
            }
            let lost = try #require(evicted.first)
            let result = try Tool.reelrig.run(["play", "--offline", "small", "--cache", path, "--speed", "max"])
            #expect(result.status == 3)
            #expect(result.standardError.hasPrefix("reelrig: error: the cache lacks \(lost.rendition) \(lost.object)"))
            let unknown = try Tool.reelrig.run(["play", "--offline", "other", "--cache", path])
            #expect(unknown.status == 2)
            #expect(unknown.standardError.hasPrefix("reelrig: error: the cache knows nothing of this reel (other)"))
            // As JSON a line for each, in the order of the command line, also of one that could not begin.
            let told = try Tool.reelrig.run(["play", "--offline", "other", "small", "--cache", path, "--json"])
            let lines = try told.text.split(separator: "\n").map {
                try CanonicalJSON.decode(Failed.self, from: Array($0.utf8))
            }
            #expect(told.status == 3 && lines.map(\.reel) == ["other", "small"])
            #expect(lines.map(\.reason) == ["notRemembered", "notCached"], "\(told.text)")
            #expect(try Tool.reelrig.run(["cache", "clear", path]).status == 0)
            #expect(try Tool.reelrig.run(["play", "--offline", "small", "--cache", path]).status == 2)
        }
    }

    private struct Failed: Decodable {
        struct Outcome: Decodable {
            struct Failure: Decodable { var _0: Reason }
            struct Reason: Decodable { var notRemembered, notCached: [String: [String]]? }
            var failed: Failure
        }
        var reel: String
        var outcome: Outcome
        var reason: String? {
            let reason = outcome.failed._0
            return reason.notRemembered != nil ? "notRemembered" : reason.notCached != nil ? "notCached" : nil
        }
    }

    @Test func `where no play can begin the one line of JSON says why`() throws {
        struct Refusal: Decodable, Equatable { var error, place, hint: String? }
        try withTemporaryDirectory { (folder: String) in
            let path = "\(folder)/cache"
            func refusal(_ words: String...) throws -> Refusal {
                let output = try Tool.reelrig.run(["play"] + words + ["--json"])
                #expect(output.status > 1 && output.standardError.hasPrefix("reelrig: error: "))
                #expect(output.text.split(separator: "\n").count == 1)
                return try CanonicalJSON.decode(Refusal.self, from: output.standardOutput)
            }
            #expect(try refusal("--offline", "a", "--cache", path) == Refusal(error: "there is no cache", place: path))
            let used = try DiskCache(path, limit: 1 << 20)
            #expect(
                try refusal("--offline", "a", "--cache", used.path)
                    == Refusal(
                        error: "the cache is in use by another process (\(path))",
                        hint: "wait for it, or use another directory or none"))
            #expect(try refusal("--offline", "a").error == "play --offline needs --cache DIR")
            let events = "\(folder)/no/events"
            #expect(try refusal("--origin", "http://127.0.0.1:1", "a", "--events", events).place == events)
        }
    }

    @Test(arguments: [
        (["--offline", "small"], "play --offline needs --cache DIR"),
        (["--offline", "small", "--cache", "none"], "play --offline needs --cache DIR"),
        (["--offline", "small", "--origin", "http://127.0.0.1:1", "--cache", "x"], "play --offline takes reels"),
        (["--offline", "../a", "--cache", "x"], "this is no reel id (../a)"),
        (["--offline", "small", "--cache", "/nowhere/cache"], "there is no cache (/nowhere/cache)"),
    ])
    func `wrong usage is one line and exit code 2`(arguments: [String], message: String) throws {
        let result = try Tool.reelrig.run(["play"] + arguments)
        #expect(result.status == 2)
        #expect(result.standardError.hasPrefix("reelrig: error: \(message)"))
    }
}
