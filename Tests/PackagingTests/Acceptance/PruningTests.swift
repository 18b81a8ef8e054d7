import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// Two versions of one reel, packaged one after the other.
private struct TwoVersions {
    let out: String
    let old: PackagedReel
    let new: PackagedReel

    var folder: String { "\(out)/r" }
    /// When the new one replaced the old one.
    var replaced: UnixTime {
        get throws {
            UnixTime(milliseconds: try FileSystem.status("\(folder)/reel.json").modified / 1_000_000)
        }
    }

    func names() throws -> [String] { try FileSystem.list(folder) }

    func prune(after time: Duration, isDryRun: Bool = false) throws -> PruneResult {
        try Pruner(out: out, keepFor: .seconds(300), isDryRun: isDryRun).run(now: try replaced + time)
    }
}

@Suite(.serialized, .enabled(if: Reader.areInstalled, "needs ffmpeg to make a clip"))
struct PruningTests {
    private func withVersions(_ body: (TwoVersions) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let clip = try AppendixClip.short.make(in: folder)
            func make(_ rate: Int) throws -> PackagedReel {
                let rung = Ladder.Rung(
                    id: "180", shortSide: 180, videoBitrate: .kilobits(rate), maxBitrate: .kilobits(rate * 2))
                let ladder = Ladder(rungs: [rung], audio: [], preset: "ultrafast")
                return try PackagedReel.make(clip, into: "\(folder)/reels", ladder: ladder, id: "r")
            }
            try body(TwoVersions(out: "\(folder)/reels", old: try make(100), new: try make(120)))
        }
    }

    @Test func `an old version stays until its last URL has expired`() throws {
        try withVersions { reel in
            let result = try reel.prune(after: .seconds(299))
            #expect(result.removed == [] && result.leftAlone == [] && result.failed == [])
            #expect(result.kept == [.init(path: reel.old.folder, until: try reel.replaced + .seconds(300))])
            #expect(FileSystem.exists("\(reel.old.folder)/package.json"))
        }
    }

    @Test func `an old version goes when its last URL has expired, and the current one does not`() throws {
        try withVersions { reel in
            let bytes = try tree(of: reel.old.folder).values.reduce(0) { $0 + $1.count }
            let current = try tree(of: reel.new.folder)
            let dry = try reel.prune(after: .seconds(300), isDryRun: true)
            #expect(dry.removed == [.init(path: reel.old.folder, kind: .version, bytes: bytes)])
            #expect(FileSystem.exists("\(reel.old.folder)/package.json"))
            #expect(try reel.prune(after: .seconds(300)) == dry)
            #expect(try reel.names() == [reel.new.document.version.text, "reel.json"])
            #expect(try tree(of: reel.new.folder) == current)
            #expect(try reel.prune(after: .seconds(1_000_000)).removed == [])
            #expect(try reel.names() == [reel.new.document.version.text, "reel.json"])
        }
    }

    @Test func `what killed runs left goes, and what a living run holds stays`() throws {
        try withVersions { reel in
            let names = [".tmp-0123456789abcdef", ".tmp-00000000000000ab-old", ".tmp-fedcba9876543210"]
            for name in names {
                try FileSystem.createDirectories("\(reel.folder)/\(name)/version/video/180")
                try FileSystem.write([1, 2, 3], to: "\(reel.folder)/\(name)/version/video/180/00000.m4s")
            }
            try FileSystem.write([1, 2], to: "\(reel.folder)/reel.json.new")
            let living = try FileLock.acquire("\(reel.folder)/.tmp-fedcba9876543210/lock")
            let before = try tree(of: reel.out)
            let dry = try reel.prune(after: .zero, isDryRun: true)
            #expect(try tree(of: reel.out) == before)
            let result = try reel.prune(after: .zero)
            #expect(result == dry)
            #expect(
                result.removed == [
                    .init(path: "\(reel.folder)/.tmp-00000000000000ab-old", kind: .unfinished, bytes: 3),
                    .init(path: "\(reel.folder)/.tmp-0123456789abcdef", kind: .unfinished, bytes: 3),
                    .init(path: "\(reel.folder)/reel.json.new", kind: .unfinished, bytes: 2),
                ])
            #expect(
                result.leftAlone == [
                    .init(path: "\(reel.folder)/.tmp-fedcba9876543210", why: "a run is working in it")
                ])
            let versions = [reel.old.document.version.text, reel.new.document.version.text].sorted()
            #expect(try reel.names() == [".tmp-fedcba9876543210"] + versions + ["reel.json"])
            _ = consume living
        }
    }

    @Test func `a reel that a run is publishing is left alone`() throws {
        try withVersions { reel in
            let publishing = try FileLock.acquire(existing: reel.folder)
            let before = try tree(of: reel.out)
            let result = try reel.prune(after: .seconds(1000))
            #expect(result.removed == [])
            #expect(result.leftAlone == [.init(path: reel.folder, why: "another run is publishing or pruning it")])
            #expect(try tree(of: reel.out) == before)
            _ = consume publishing
        }
    }

    @Test func `what is not known stays, and is said`() throws {
        try withVersions { reel in
            try FileSystem.write([1], to: "\(reel.old.folder)/video/notes.txt")
            try FileSystem.write([1], to: "\(reel.folder)/readme")
            try FileSystem.createDirectories("\(reel.folder)/0123456789abcdef")
            try FileSystem.createDirectories("\(reel.folder)/.tmp-mine")
            try FileSystem.createDirectories("\(reel.out)/other")
            try FileSystem.write([1], to: "\(reel.out)/index.html")
            let before = try tree(of: reel.out)
            let result = try reel.prune(after: .seconds(1000))
            #expect(try tree(of: reel.out) == before)
            #expect(result.removed == [] && result.failed == [])
            let reasons = Dictionary(uniqueKeysWithValues: result.leftAlone.map { ($0.path, $0.why) })
            #expect(
                reasons == [
                    reel.old.folder: "it has a file that is none of its own: video/notes.txt",
                    "\(reel.folder)/readme": "it is not known",
                    "\(reel.folder)/0123456789abcdef": "its package.json cannot be read",
                    "\(reel.folder)/.tmp-mine": "it is not known",
                    "\(reel.out)/other": "it has no reel.json",
                    "\(reel.out)/index.html": "it is no folder of a reel",
                ])
        }
    }

    @Test(arguments: ["{", nil])
    func `without a reel.json that can be read, no version is removed`(_ text: String?) throws {
        try withVersions { reel in
            let time = try reel.replaced + .seconds(1000)
            try FileSystem.createDirectories("\(reel.folder)/.tmp-0123456789abcdef")
            try FileSystem.removeFile("\(reel.folder)/reel.json")
            if let text { try FileSystem.write(Array(text.utf8), to: "\(reel.folder)/reel.json") }
            let result = try Pruner(out: reel.out, keepFor: .seconds(300)).run(now: time)
            #expect(result.removed.map(\.kind) == [.unfinished])
            #expect(result.leftAlone.count == 2)
            #expect(FileSystem.exists(reel.old.folder) && FileSystem.exists(reel.new.folder))
        }
    }

    @Test func `while the current version is not whole, no version is removed`() throws {
        try withVersions { reel in
            try FileSystem.removeFile("\(reel.new.folder)/video/180/00000.m4s")
            let result = try reel.prune(after: .seconds(1000))
            #expect(result.removed == [])
            #expect(result.leftAlone.map(\.path) == [reel.old.folder, reel.new.folder].sorted())
            #expect(result.leftAlone.allSatisfy { $0.why == "the version that reel.json names is not whole" })
        }
    }

    @Test func `the folder of a reel of which a killed run left nothing else goes too`() throws {
        try withTemporaryDirectory { out in
            try FileSystem.createDirectories("\(out)/r/.tmp-0123456789abcdef/version")
            _ = try Pruner(out: out, keepFor: .zero).run(now: UnixTime(seconds: 1))
            #expect(try FileSystem.list(out) == [])
        }
    }
}
