import Catalog
import MediaCache
import Platform
import TestSupport
import Testing

struct CacheCommandTests {
    private struct Listing: Decodable {
        struct Object: Decodable {
            var rendition: String
            var object: String
            var bytes: Int
            var hits: Int
            var state: String
            var `class`: String
            var ageSeconds: Int
        }
        var objects: [Object]
    }

    private static func withCache(_ body: (String) throws -> Void) throws {
        try withTemporaryDirectory { folder in
            let cache = try DiskCache("\(folder)/cache", limit: 20_000)
            for (name, count) in [("init", 3), ("0", 500)] {
                let key = CacheKey(
                    reel: ReelID("bars")!, version: VersionID("0123456789abcdef")!,
                    rendition: RenditionID("video/360")!, object: ObjectName(name)!)
                _ = cache.store([UInt8](repeating: 7, count: count), for: key, digest: nil)
            }
            try body("\(folder)/cache")
        }
    }

    @Test func `lists, sums and checks a cache that is in use, and does not empty it`() throws {
        try Self.withCache { path in
            let list = try Tool.reelrig.run(["cache", "ls", path, "--json"])
            let objects = try CanonicalJSON.decode(Listing.self, from: list.standardOutput).objects
            #expect(
                objects.map { "\($0.rendition) \($0.object) \($0.bytes) \($0.hits)" } == [
                    "video/360 init 3 0", "video/360 0 500 0",
                ])
            #expect(objects.allSatisfy { $0.state == "complete" && $0.class == "played" && $0.ageSeconds < 3600 })
            let other = try Tool.reelrig.run(["cache", "ls", path, "--json", "--reel", "other"])
            #expect(try CanonicalJSON.decode(Listing.self, from: other.standardOutput).objects.isEmpty)
            #expect(other.standardError.isEmpty)
            let told = try Tool.reelrig.run(["cache", "ls", path, "--reel", "other"])
            #expect(told.status == 0)
            #expect(told.standardError == "reelrig: the cache has nothing of this reel: it has bars (other)\n")
            #expect(try Tool.reelrig.run(["cache", "ls", path, "--reel", "bars"]).standardError.isEmpty)
            let stats = try Tool.reelrig.run(["cache", "stats", path])
            #expect(
                stats.text == """
                    2 objects of 1 reels, 503 bytes; 0 hits
                    2 played as they came and not from the cache so far, 503 bytes
                    0 preloaded and not played so far, 0 bytes; evicted unplayed 0, 0 bytes
                    0 unfinished, 0 bytes
                    0 outlines, 0 bytes
                    0 downloaded, 0 bytes
                    pinned: none
                    limit of the last player: 20000 bytes

                    """)
            #expect(try Tool.reelrig.run(["cache", "verify", path]).text == "2 objects intact, 503 bytes; 0 faulty\n")
            let clear = try Tool.reelrig.run(["cache", "clear", path])
            #expect(clear.status == 3)
            #expect(
                clear.standardError.hasPrefix(
                    "reelrig: error: the cache is in use by another process (\(path))\nhint: "))
        }
    }

    @Test func `a faulty object makes the check fail, and clearing leaves nothing`() throws {
        try withTemporaryDirectory { folder in
            try Self.withCache { path in _ = try Tool("cp")?.run(["-a", path, "\(folder)/copy"]) }
            let path = "\(folder)/copy"
            let sub = "\(path)/objects"
            for name in try FileSystem.list(sub) { try FileSystem.write([1], to: "\(sub)/\(name)") }
            let check = try Tool.reelrig.run(["cache", "verify", path])
            #expect(check.status == 1)
            #expect(check.text.contains("bars:0123456789abcdef:video/360:init: its file has another length\n"))
            #expect(try Tool.reelrig.run(["cache", "clear", path]).status == 0)
            #expect(try Tool.reelrig.run(["cache", "stats", path]).text.hasPrefix("0 objects"))
        }
    }

    @Test func `a pinned reel stays when the cache is pruned, and the check can repair`() throws {
        try withTemporaryDirectory { folder in
            try Self.withCache { path in _ = try Tool("cp")?.run(["-a", path, "\(folder)/copy"]) }
            let path = "\(folder)/copy"
            #expect(try Tool.reelrig.run(["cache", "pin", path, "--reel", "bars"]).text == "pinned: bars\n")
            let pruned = try Tool.reelrig.run(["cache", "prune", path, "--to", "100"])
            #expect(pruned.status == 1)
            #expect(pruned.text == "removed 0 objects; 503 bytes are left, all of pinned reels\n")
            #expect(
                try Tool.reelrig.run(["cache", "ls", path]).text.contains(
                    "bars:0123456789abcdef:video/360:init  pinned\n"))
            #expect(try Tool.reelrig.run(["cache", "unpin", path, "--reel", "bars"]).text == "pinned: none\n")
            let again = try Tool.reelrig.run(["cache", "prune", path, "--to", "500"])
            #expect(again.status == 0)
            #expect(again.text == "removed 1 objects; 500 bytes are left\n")
            for name in try FileSystem.list("\(path)/objects") {
                try FileSystem.write([1], to: "\(path)/objects/\(name)")
            }
            #expect(try Tool.reelrig.run(["cache", "verify", path, "--repair"]).status == 1)
            #expect(try Tool.reelrig.run(["cache", "verify", path]).status == 0)
        }
    }

    @Test func `every verb says the same as JSON, one document each`() throws {
        try withTemporaryDirectory { folder in
            try Self.withCache { path in _ = try Tool("cp")?.run(["-a", path, "\(folder)/copy"]) }
            let path = "\(folder)/copy"
            let verbs: [([String], String)] = [
                (
                    ["stats"],
                    """
                    {"bytes": 503, "downloaded": 0, "downloadedBytes": 0, "evictedUnplayed": {"bytes": 0, "objects": 0}, \
                    "format": 1, "hits": 0, "limit": 20000, "objects": 2, "outlineBytes": 0, "outlines": 0, "pinned": [], \
                    "pinnedBytes": 0, "playedOnce": 2, "playedOnceBytes": 503, "prefixBytes": 0, "prefixes": 0, \
                    "preloaded": 0, "preloadedBytes": 0, "reels": 1}
                    """
                ),
                (["pin", "--reel", "bars"], #"{"format": 1, "pinned": ["bars"]}"#),
                (["unpin", "--reel", "bars"], #"{"format": 1, "pinned": []}"#),
                (["verify"], #"{"faults": [], "format": 1, "intact": 2, "intactBytes": 503, "isRepaired": false}"#),
                (["prune", "--to", "500"], #"{"bytesLeft": 500, "format": 1, "isEnough": true, "objects": 1}"#),
                (["clear"], #"{"bytesLeft": 0, "format": 1, "isEnough": true, "objects": 1}"#),
                (["ls"], #"{"format": 1, "objects": []}"#),
            ]
            for (words, expected) in verbs {
                let output = try Tool.reelrig.run(["cache", words[0], path, "--json"] + words.dropFirst())
                #expect(output.status == 0)
                #expect(Self.keysAndValues(output.text) == Self.keysAndValues(expected), "\(words)")
            }
        }
    }

    /// The document without its white space: none of its strings has any.
    private static func keysAndValues(_ json: String) -> String { json.filter { !$0.isWhitespace } }

    @Test func `only a reel that is there is pinned, and only a pinned one unpinned, and which there are is told`()
        throws
    {
        try withTemporaryDirectory { folder in
            try Self.withCache { path in _ = try Tool("cp")?.run(["-a", path, "\(folder)/copy"]) }
            let path = "\(folder)/copy"
            let pin = try Tool.reelrig.run(["cache", "pin", path, "--reel", "baars"])
            #expect(pin.status == 2)
            #expect(
                pin.standardError == "reelrig: error: the cache has nothing of this reel (baars)\nhint: it has bars\n")
            let unpin = try Tool.reelrig.run(["cache", "unpin", path, "--reel", "bars"])
            #expect(unpin.status == 2)
            #expect(unpin.standardError == "reelrig: error: this reel is not pinned (bars)\nhint: none is\n")
            #expect(try Tool.reelrig.run(["cache", "stats", path]).text.contains("\npinned: none\n"))
        }
    }

    @Test func `an index that cannot be read is told in words, with what SQLite says and what to do`() throws {
        try withTemporaryDirectory { folder in
            let index = "\(folder)/index.sqlite"
            for (bytes, what) in [([], "nothing is in it"), (Array("no index".utf8), "file is not a database")] {
                try FileSystem.write(bytes, to: index)
                for verb in ["ls", "stats", "verify"] {
                    let output = try Tool.reelrig.run(["cache", verb, folder])
                    #expect(output.status == 2)
                    #expect(
                        output.standardError.hasPrefix(
                            "reelrig: error: the cache's index is damaged: SQLite says '\(what)', code "))
                    #expect(output.standardError.contains(" (\(index))\nhint: the next play"))
                }
            }
            #expect(try Tool.reelrig.run(["cache", "clear", folder]).status == 0)
            #expect(try Tool.reelrig.run(["cache", "ls", folder]).status == 0)
            try FileSystem.removeTree(index)
            try FileSystem.createDirectories(index)
            for verb in ["ls", "clear"] {
                let output = try Tool.reelrig.run(["cache", verb, folder])
                #expect(output.status == 2)
                #expect(
                    output.standardError == """
                        reelrig: error: the cache has a file here, and this is none (\(index))
                        hint: remove it, or use another directory

                        """)
            }
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `on a full disk a cache is looked at, pruned and cleared`() throws {
        try SmallDisk.with(size: "1m") { folder in
            let path = "\(folder)/cache"
            do {
                let cache = try DiskCache(path, limit: 1 << 20)
                for number in 0..<10 {
                    let key = CacheKey("bars:0123456789abcdef:video/360:\(number)")!
                    _ = cache.store([UInt8](repeating: 7, count: 50_000), for: key, digest: nil)
                }
            }
            func fill() { try? FileSystem.write([UInt8](repeating: 0, count: 1 << 20), to: "\(folder)/theirs") }
            fill()
            #expect(
                try Tool.reelrig.run(["cache", "stats", path]).text.hasPrefix("10 objects of 1 reels, 500000 bytes"))
            #expect(try Tool.reelrig.run(["cache", "verify", path]).text.hasPrefix("10 objects intact"))
            let prune = try Tool.reelrig.run(["cache", "prune", path, "--to", "200K"])
            #expect(prune.status == 0 && prune.standardError.isEmpty)
            #expect(prune.text == "removed 6 objects; 200000 bytes are left\n")
            fill()
            let clear = try Tool.reelrig.run(["cache", "clear", path])
            #expect(clear.status == 0 && clear.standardError.isEmpty)
            #expect(clear.text == "removed 4 objects; 0 bytes are left\n")
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `on a full disk what may go can be less than SQLite takes, and goes without a trace`() throws {
        try SmallDisk.with(size: "1m") { folder in
            let path = "\(folder)/cache"
            do {
                let cache = try DiskCache(path, limit: 1 << 20)
                for number in 0..<10 {
                    let key = CacheKey("\(number == 0 ? "loose" : "pinned"):0123456789abcdef:video/360:\(number)")!
                    _ = cache.store([UInt8](repeating: 7, count: number == 0 ? 5000 : 50_000), for: key, digest: nil)
                }
                cache.pin(ReelID("pinned")!)
            }
            try? FileSystem.write([UInt8](repeating: 0, count: 1 << 20), to: "\(folder)/theirs")
            let prune = try Tool.reelrig.run(["cache", "prune", path, "--to", "100K"])
            #expect(prune.status == 1 && prune.standardError.isEmpty, "\(prune.standardError)")
            #expect(prune.text == "removed 1 objects; 450000 bytes are left, all of pinned reels\n")
            let verify = try Tool.reelrig.run(["cache", "verify", path])
            #expect(verify.status == 0 && verify.text == "9 objects intact, 450000 bytes; 0 faulty\n")
            #expect(!(try Tool.reelrig.run(["cache", "ls", path]).text.contains("loose")))
            try FileSystem.removeFile("\(folder)/theirs")
            #expect(try DiskCache(path, limit: 1 << 20).verify().faults.isEmpty)
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `on a full disk all of which is pinned a reel is unpinned, and then there is room`() throws {
        try SmallDisk.with(size: "1m") { folder in
            let path = "\(folder)/cache"
            do {
                let cache = try DiskCache(path, limit: 1 << 20)
                for number in 0..<10 {
                    let key = CacheKey("bars:0123456789abcdef:video/360:\(number)")!
                    _ = cache.store([UInt8](repeating: 7, count: 50_000), for: key, digest: nil)
                }
                cache.pin(ReelID("bars")!)
            }
            try? FileSystem.write([UInt8](repeating: 0, count: 1 << 20), to: "\(folder)/theirs")
            func run(_ words: String...) throws -> Tool.Output {
                try Tool.reelrig.run(["cache", words[0], path] + words.dropFirst())
            }
            let prune = try run("prune", "--to", "1K")
            #expect(prune.status == 1, "\(prune.standardError)")
            #expect(prune.text == "removed 0 objects; 500000 bytes are left, all of pinned reels\n")
            #expect(try run("pin", "--reel", "bars").status == 0)
            let unpin = try run("unpin", "--reel", "bars")
            #expect(unpin.status == 0 && unpin.standardError.isEmpty, "\(unpin.standardError)")
            #expect(try run("verify").text == "10 objects intact, 500000 bytes; 0 faulty\n")
            #expect(try run("prune", "--to", "1K").text == "removed 10 objects; 0 bytes are left\n")
        }
    }

    @Test func `what is refused is one document too`() throws {
        struct Refusal: Decodable { var format: Int, error: String, place: String?, hint: String? }
        try Self.withCache { path in
            let refusals: [([String], Int32, String, String?)] = [
                (
                    ["clear", path], 3, "the cache is in use by another process (\(path))",
                    "wait for it, or use another"
                ),
                (["ls", "\(path)/none"], 2, "there is no cache (\(path)/none)", nil),
                (["prune", path], 2, "--to is missing", nil),
                (["pin", path, "--reel", "../a"], 2, "this is no reel id", nil),
                (["ls", path, "--to", "1M"], 2, "--to does not go with ls", nil),
                (["dance", path], 2, "cache takes a verb and a directory", "reelrig cache ls|"),
            ]
            for (words, status, error, hint) in refusals {
                let output = try Tool.reelrig.run(["cache"] + words + ["--json"])
                let refusal = try CanonicalJSON.decode(Refusal.self, from: output.standardOutput)
                #expect(output.status == status && refusal.format == 1 && refusal.error.hasPrefix(error), "\(refusal)")
                #expect(refusal.hint?.hasPrefix(hint ?? "-") ?? (hint == nil), "\(refusal)")
                #expect(output.standardError.hasPrefix("reelrig: error: \(refusal.error)"))
            }
        }
    }

    @Test func `objects without an index are a damaged cache, which clear begins anew`() throws {
        try withTemporaryDirectory { folder in
            let object = "\(folder)/objects/\(String(repeating: "0a", count: 16))"
            try FileSystem.createDirectories("\(folder)/objects")
            try FileSystem.write([1, 2, 3], to: object)
            let said = "reelrig: error: the cache's index is damaged: it is missing, and 1 files are there"
            for words in [["ls"], ["stats"], ["verify"], ["prune", "--to", "0"], ["pin", "--reel", "a"]] {
                let output = try Tool.reelrig.run(["cache", words[0], folder] + words.dropFirst())
                #expect(output.status == 2 && output.standardError.hasPrefix(said), "\(output.standardError)")
                #expect(FileSystem.exists(object))
            }
            let cleared = try Tool.reelrig.run(["cache", "clear", folder])
            #expect(cleared.status == 0 && cleared.standardError.contains("its index was missing"))
            #expect(!FileSystem.exists(object))
            #expect(try Tool.reelrig.run(["cache", "prune", folder, "--to", "0"]).status == 0)
        }
    }

    @Test func `wrong usage and a directory that is no cache are told`() throws {
        for words in [
            ["cache"], ["cache", "ls"], ["cache", "dance", "/"], ["cache", "stats", "/", "--reel", "a"],
            ["cache", "ls", "/", "--repair"], ["cache", "ls", "/", "--to", "1M"],
        ] {
            #expect(try Tool.reelrig.run(words).status == 2)
        }
        try withTemporaryDirectory { folder in
            for verb in ["ls", "stats", "verify", "clear"] {
                let output = try Tool.reelrig.run(["cache", verb, folder])
                #expect(output.status == 2)
                #expect(output.standardError == "reelrig: error: there is no cache (\(folder))\n")
                #expect(try FileSystem.list(folder).isEmpty)
            }
        }
    }
}
