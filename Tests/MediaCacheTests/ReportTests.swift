import Catalog
import MediaCache
import Platform
import Player
import SQLite
import Signing
import TestSupport
import Testing

/// What was reported of other caches, row by row, as far as no other test here is one of the rows.
struct ReportTests {
    private static func writer(_ cache: DiskCache, _ name: String = "0") -> (any ObjectWriter)? {
        if case .write(let writer) = cache.access(.fixture(name)) { writer } else { nil }
    }

    @Test func `row 3, media 572: what is there of a reel is asked by its name`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            for name in ["init", "0", "1"] { _ = cache.store([1], for: .fixture(name), digest: nil) }
            _ = cache.store([1], for: .fixture(reel: "other"), digest: nil)
            let there = cache.completeObjects(reel: ReelID("reel")!, version: VersionID("0123456789abcdef")!)
            #expect(there == [.fixture("init"), .fixture("0"), .fixture("1")])
            #expect(cache.completeObjects(reel: ReelID("reel")!, version: VersionID("0")!).isEmpty)
        }
    }

    @Test func `row 6, media 2518: the same segment of two rungs is two objects`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            for (rung, seed) in [("video/360", 1), ("video/720", 2)] as [(String, UInt64)] {
                for name in ["init", "0"] {
                    _ = cache.store(bytes(500, seed: seed), for: .fixture(name, rendition: rung), digest: nil)
                }
            }
            for (rung, seed) in [("video/360", 1), ("video/720", 2)] as [(String, UInt64)] {
                for name in ["init", "0"] {
                    #expect(cache.read(.fixture(name, rendition: rung)) == bytes(500, seed: seed))
                }
            }
            #expect(cache.totalLength == 2000)
        }
    }

    @Test func `C12: a content key is kept under its number, for its owner alone, and nothing in the folder has a URL`()
        throws
    {
        try CacheFixture.with { fixture in
            let secret = bytes(16, seed: 99)
            do {
                let cache = try fixture.open()
                for number in 0..<2 {
                    let key = CacheKey.fixture("key/\(number)")
                    #expect(
                        cache.store(number == 0 ? secret : bytes(16), for: key, digest: nil) == .stored(evicted: []))
                }
            }
            let cache = try fixture.open()
            #expect(cache.read(.fixture("key/0")) == secret)
            #expect(cache.read(.fixture("key/1")) == bytes(16))
            #expect(try fixture.files().allSatisfy { try FileSystem.status($0).permissions == 0o600 })
        }
    }

    @Test func `row 24, ExoPlayer 3762: two readers and an evictor read nothing that is wrong`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 4000)
            let wrong = Mutex(0)
            let readers = (0..<2).map { reader in
                Worker {
                    for round in 0..<150 {
                        let number = (round + reader) % 6
                        let object = bytes(900, seed: UInt64(number))
                        switch cache.access(.fixture("\(number)")) {
                        case .complete(let read): if read != object { wrong.withLock { $0 += 1 } }
                        case .write(let writer):
                            guard writer.begin(total: 900, digest: SHA256.digest(object)) else { continue }
                            if writer.append(object) { _ = writer.finish() }
                        case .follow: break
                        }
                    }
                }
            }
            let evictor = Worker { for round in 0..<150 { cache.prune(to: round % 2 * 2000) } }
            (readers + [evictor]).forEach { $0.join() }
            #expect(wrong.withLock { $0 } == 0)
            #expect(cache.verify().faults.isEmpty)
            #expect(try fixture.bytesOnDisk() == cache.totalLength)
        }
    }

    @Test func `row 28, media 2813: a fetch that is called off after any byte harms nothing`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let object = bytes(64)
            for count in 0...64 {
                let writer = try #require(Self.writer(cache, "\(count)"))
                #expect(writer.begin(total: 64, entityTag: "\"a\""))
                if count > 0 { #expect(writer.append(Array(object.prefix(count)))) }
                #expect(writer.leave() == count)
                #expect(writer.leave() == 0)
                writer.discard()
                #expect(try #require(Self.writer(cache, "\(count)")).prefix.length == count)
            }
            #expect(cache.totalLength == (0...64).reduce(0, +))
            #expect(fixture.events.all.isEmpty)
        }
    }

    @Test func `row 29, ExoPlayer 7326: killed after the last byte it is complete for the next process, unfetched`()
        throws
    {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let object = bytes(1000)
            let writer = try #require(Self.writer(cache))
            #expect(writer.begin(total: 1000, entityTag: "\"a\"", digest: SHA256.digest(object)))
            #expect(writer.append(object))
            let killed = try fixture.copy(to: "\(fixture.path)-killed")
            guard case .complete(object) = try killed.open().access(.fixture()) else {
                Issue.record("nothing is missing")
                return
            }
            #expect(killed.events.all.isEmpty)
        }
    }

    @Test func `row 43, ExoPlayer 3260: files that are not where the index says do not hold eviction up`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 1000)
            for name in ["0", "1", "2"] { _ = cache.store(bytes(300), for: .fixture(name), digest: nil) }
            for file in try fixture.files() { try FileSystem.removeFile(file) }
            #expect(
                cache.store(bytes(900), for: .fixture("3"), digest: nil)
                    == .stored(evicted: [.fixture("0"), .fixture("1"), .fixture("2")]))
            #expect(try fixture.bytesOnDisk() == cache.totalLength)
        }
    }

    @Test func `row 49, ExoPlayer 9760: the right to write that is let go of is anybody's again`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            do { _ = Self.writer(cache) }
            #expect(Self.writer(cache) != nil)
            #expect(cache.totalLength == 0)
        }
    }

    @Test func `row 50, ExoPlayer 4253: a cache of 20,000 objects opens by its index, and looks at no file`() throws {
        try CacheFixture.with { fixture in
            do { _ = try fixture.open(limit: 1 << 40).store(bytes(10), for: .fixture("0"), digest: nil) }
            let connection = try Connection.open("\(fixture.path)/index.sqlite")
            try connection.transaction {
                let insert = try connection.prepare(
                    "INSERT INTO objects SELECT NULL, ?, version, rendition, ?, length, digest, ?, 0, 1 FROM objects LIMIT 1"
                )
                for number in 1..<20_000 {
                    try insert.run(
                        .text("reel-\(number / 100)"), .text("\(number)"), .integer(number))
                }
            }
            let cache = try fixture.open(limit: 1 << 40)
            #expect(cache.totalLength == 200_000)
            #expect(
                cache.completeObjects(reel: ReelID("reel-7")!, version: VersionID("0123456789abcdef")!).count == 100)
            #expect(fixture.events.all.isEmpty)
            #expect(cache.read(.fixture("0")) == bytes(10))
        }
    }

    @Test func `an older program refuses a cache of this form by name`() throws {
        try CacheFixture.with { fixture in
            do { _ = try fixture.open() }
            let index = try Connection.open("\(fixture.path)/index.sqlite")
            let schema = try index.integer("PRAGMA user_version")
            // What every program compares with what it knows, from the first form on.
            #expect(schema == 6)
        }
    }
}
