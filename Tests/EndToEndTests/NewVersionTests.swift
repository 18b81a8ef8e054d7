import Catalog
import Foundation
import MediaCache
import Platform
import Signing
import TestSupport
import Testing

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A reel that is packaged again, from another source and under the same id, while it plays.
@Suite(.enabled(if: Tool.isInstalled("curl"), "needs curl")) struct NewVersionTests {
    /// 30 s at 5 frames a second: three times what a player holds ahead, and each frame has a strip.
    private static let frames = 150

    private struct Summary: Decodable {
        struct Frames: Decodable {
            var seen: Int
            var bad: Int
            var verified: Int
        }
        struct Bytes: Decodable {
            var cache: Int
            var byCause: [String: Int]
        }
        var version: VersionID?
        var frames: Frames
        var bytes: Bytes

        init(_ line: some Collection<UInt8>) throws {
            self = try CanonicalJSON.decode(Summary.self, from: Array(line))
        }
    }

    /// `play --json`, whose events come on the same output before what it says of itself.
    private final class RunningPlay {
        private let process = Process()
        private var lines: Lines

        init(_ arguments: [String]) throws {
            let output = Pipe()
            process.executableURL = URL(fileURLWithPath: Tool.reelrig.path)
            process.arguments = ["play"] + arguments + ["--json", "--events", "/dev/stdout"]
            (process.standardInput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            process.standardOutput = output
            lines = Lines(output.fileHandleForReading)
            try process.run()
        }

        deinit {
            send(SIGKILL)
            process.waitUntilExit()
        }

        func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

        /// Reads to a line that has the text, and holds the player there.
        func hold(at text: String) throws {
            while let line = lines.next() {
                if line.contains(text) { return send(SIGSTOP) }
            }
            Issue.record("no line has \(text)")
        }

        /// Lets it go on to its end.
        func end() throws -> (summary: Summary, status: Int32, line: String) {
            send(SIGCONT)
            var last = ""
            while let line = lines.next() { last = line }
            process.waitUntilExit()
            return (try Summary(last.utf8), process.terminationStatus, last)
        }
    }

    /// Two sources, made once for all tests here, and what the first of them is packaged as.
    private enum Sources {
        static let result = Result { try make() }

        private static func make() throws -> String {
            let folder = try makeSharedDirectory()
            for (name, number) in [("old", "21"), ("new", "22")] {
                let made = try Tool.reelrig.run([
                    "sample", name, "--size", "180x320", "--rate", "5", "--length", "30", "--reel", number, "--out",
                    folder,
                ])
                try #require(made.status == 0, "\(made.standardError)")
            }
            let ladder = """
                rungs:
                  - {id: "120", shortSide: 120, videoBitrate: 100k, maxBitrate: 150k}
                  - {id: "180", shortSide: 180, videoBitrate: 200k, maxBitrate: 300k}
                audio:
                  - {id: main, bitrate: 64k}
                preset: ultrafast
                """
            try FileSystem.write(Array(ladder.utf8), to: "\(folder)/ladder.yaml")
            try package("old", in: "\(folder)/reels", from: folder)
            return folder
        }

        static func package(_ source: String, in reels: String, from folder: String) throws {
            let made = try Tool.reelrig.run([
                "package", "\(folder)/\(source).mp4", "--id", "reel", "--out", reels, "--ladder",
                "\(folder)/ladder.yaml",
            ])
            try #require(made.status == 0, "\(made.standardError)")
        }
    }

    /// An origin of one reel, a cache beside it, and another source to package the reel from.
    private struct Rig {
        let folder: String
        let server: Server
        var cache: String { "\(folder)/cache" }
        private var reels: String { "\(folder)/reels" }

        init(in folder: String, serving options: [String] = []) throws {
            self.folder = folder
            try FileManager.default.copyItem(
                atPath: "\(try Sources.result.get())/reels", toPath: "\(folder)/reels")
            server = try Server(["\(folder)/reels"] + options)
        }

        func packageAgain() throws { try Sources.package("new", in: reels, from: Sources.result.get()) }

        var version: VersionID {
            get throws {
                let bytes = try FileSystem.read("\(reels)/reel/reel.json", limit: 1 << 20)
                return try CanonicalJSON.decode(ReelDocument.self, from: bytes).version
            }
        }

        var arguments: [String] { ["--origin", server.announcement.url, "reel", "--cache", cache] }

        func begin() throws -> RunningPlay { try RunningPlay(arguments + ["--speed", "5"]) }

        func play() throws -> Summary { try play(arguments) }

        func play(_ arguments: [String]) throws -> Summary {
            let output = try Tool.reelrig.run(["play"] + arguments + ["--speed", "max", "--json"])
            #expect(output.status == 0, "\(output.standardError)")
            return try Summary(output.standardOutput)
        }

        private func curl(_ arguments: String...) throws -> Tool.Output {
            try #require(Tool("curl")).run(["-sS"] + arguments)
        }

        /// A multivariant playlist's URL, signed now.
        func sign() throws -> String {
            let text = try curl("\(server.announcement.url)/v1/reels/reel/playback")
            return try CanonicalJSON.decode(PlaybackAnswer.self, from: text.standardOutput).url
        }

        func status(_ url: String, id: String = "test-1") throws -> String {
            try curl("-o", "/dev/null", "-w", "%{http_code}", "-H", "X-Request-Id: \(id)", url).text
        }

        /// Objects of the cache by their version. Each has the bytes that its version's package has under its name.
        func cachedObjects() throws -> [VersionID: Int] {
            var counts: [VersionID: Int] = [:]
            for entry in try CacheInspection(cache).entries() {
                let path = try #require(PackageLayout.path(of: entry.key.object, in: entry.key.rendition))
                let file = "\(reels)/reel/\(entry.key.version)/\(path)"
                #expect(SHA256.digest(try FileSystem.read(file, limit: 1 << 24)) == entry.digest, "\(entry.key)")
                counts[entry.key.version, default: 0] += 1
            }
            #expect(try CacheInspection(cache).verify().faults.isEmpty)
            return counts
        }

        /// What the origin delivered until now; it is gone afterwards.
        func log() throws -> [AccessLogEntry] {
            try server.stop(SIGTERM).text.split(separator: "\n").map {
                try CanonicalJSON.decode(AccessLogEntry.self, from: Array($0.utf8))
            }
        }
    }

    /// The versions that each player was sent something of.
    private func versions(_ log: [AccessLogEntry]) -> [Substring: Set<VersionID>] {
        Dictionary(grouping: log.filter { $0.object != nil && $0.status < 300 }) { $0.id.prefix { $0 != "-" } }
            .mapValues { Set($0.compactMap(\.version)) }
    }

    @Test func `a reel that is packaged again while it plays is played to its end as it began, and then as it is now`()
        throws
    {
        try withTemporaryDirectory { (folder: String) in
            let rig = try Rig(in: folder)
            let old = try rig.version
            let url = try rig.sign()
            let player = try rig.begin()
            try player.hold(at: "firstFrame")
            try rig.packageAgain()
            let new = try rig.version
            #expect(new != old)
            // What was signed before is there until it expires.
            #expect(try rig.status(url, id: "packaged-1") == "200" && url.contains("/\(old)/"))
            #expect(try rig.sign().contains("/\(new)/"))
            let (first, status, line) = try player.end()
            #expect(status == 0 && first.version == old, "\(status): \(line)")
            #expect(first.frames.verified == Self.frames && first.frames.bad == 0)
            let whole = try rig.cachedObjects()
            #expect(Set(whole.keys) == [old])
            let second = try rig.play()
            #expect(second.version == new && second.bytes.cache == 0)
            #expect(second.frames.verified == Self.frames && second.frames.bad == 0)
            let third = try rig.play()
            #expect(third.version == new && third.bytes.byCause["play"] == nil)
            #expect(third.frames.verified == Self.frames && third.frames.bad == 0)
            // Apart: nothing of the old one went, or is under a name of the new one.
            let both = try rig.cachedObjects()
            #expect(Set(both.keys) == [old, new] && both[old] == whole[old])
            let log = try rig.log()
            let afterwards = log.drop { $0.id != "packaged-1" }
            #expect(afterwards.contains { $0.object != nil && $0.version == old }, "it had all before")
            let versions = versions(log)
            #expect(versions.count == 2 && versions.values.allSatisfy { $0.count == 1 })
            let offline = try rig.play(["--offline", "reel", "--cache", rig.cache])
            #expect(offline.version == new && offline.frames.verified == Self.frames && offline.frames.bad == 0)
        }
    }

    @Test func `whose URLs end after its reel was packaged again says so and shows nothing of the new version`() throws
    {
        try withTemporaryDirectory { (folder: String) in
            let rig = try Rig(in: folder, serving: ["--ttl", "2"])
            let old = try rig.version
            let player = try rig.begin()
            try player.hold(at: "firstFrame")
            // It is signed later than what the player has.
            let url = try rig.sign()
            try rig.packageAgain()
            let new = try rig.version
            var isRefused = false
            for _ in 0..<5000 where !isRefused { isRefused = try rig.status(url) == "403" }
            #expect(isRefused)
            let (first, status, line) = try player.end()
            // Something of it was shown, all of it the old version's, and then it ended as one that failed.
            #expect(status == 1 && first.version == old && line.contains(#""contentChanged""#), "\(status): \(line)")
            #expect((1..<Self.frames).contains(first.frames.verified))
            #expect(first.frames.bad == 0 && first.frames.seen == first.frames.verified)
            let before = try rig.cachedObjects()
            #expect(Set(before.keys) == [old])
            let second = try rig.play()
            #expect(second.version == new && second.bytes.cache == 0)
            #expect(second.frames.verified == Self.frames && second.frames.bad == 0)
            let both = try rig.cachedObjects()
            #expect(Set(both.keys) == [old, new] && both[old] == before[old])
            let versions = versions(try rig.log())
            #expect(versions.count == 2 && versions.values.allSatisfy { $0.count == 1 })
        }
    }
}
