import Catalog
import MediaCache
import Platform
import Player
import SQLite
import Signing
import TestSupport
import Testing

struct DiskCacheTests {
    @Test func `what was stored is read, also by the next process`() throws {
        try CacheFixture.with { fixture in
            let object = bytes(5000)
            do {
                let cache = try fixture.open()
                #expect(cache.read(.fixture()) == nil)
                #expect(cache.store(object, for: .fixture(), digest: SHA256.digest(object)) == .stored(evicted: []))
                #expect(cache.store([], for: .fixture("init"), digest: nil) == .stored(evicted: []))
                #expect(cache.read(.fixture()) == object)
            }
            let cache = try fixture.open()
            #expect(cache.read(.fixture()) == object)
            #expect(cache.read(.fixture("init")) == [])
            #expect(cache.totalLength == 5000)
            #expect(fixture.events.all.isEmpty)
        }
    }

    @Test func `C2: every column of a key tells objects apart`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let keys: [CacheKey] = [
                .fixture("0"), .fixture("1"), .fixture("init"), .fixture("0", reel: "other"),
                .fixture("0", version: "0"), .fixture("0", rendition: "video/720"),
                .fixture("0", rendition: "video/360:x"), .fixture("key/0"), .fixture("poster"),
            ]
            for (index, key) in keys.enumerated() { _ = cache.store([UInt8(index)], for: key, digest: nil) }
            for (index, key) in keys.enumerated() { #expect(cache.read(key) == [UInt8(index)]) }
            let listed = cache.completeObjects(reel: keys[0].reel, version: keys[0].version)
            #expect(listed == Set(keys.filter { $0.reel == keys[0].reel && $0.version == keys[0].version }))
            #expect(cache.entries().map(\.key) == keys.sorted())
        }
    }

    @Test func `row 7, AndroidVideoCache 14: names on disk have one length and say nothing of the key`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let long = String(repeating: "signature?&=%2F", count: 60)
            for rendition in ["video/360", long] {
                _ = cache.store([1], for: .fixture(rendition: rendition), digest: nil)
            }
            let names = try fixture.files().map { $0.dropFirst(fixture.path.count + 9) }
            #expect(names.map(\.utf8.count) == [32, 32])
            #expect(names.allSatisfy { $0.utf8.allSatisfy(\.isLowercaseHexDigit) })
        }
    }

    @Test func `bytes that are not those of the digest are not kept`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            #expect(cache.store([1], for: .fixture(), digest: SHA256.digest([2])) == .digestMismatch)
            #expect(cache.read(.fixture()) == nil)
            #expect(try fixture.files().isEmpty)
        }
    }

    @Test func `a key answers for one sequence of bytes`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            _ = cache.store([1], for: .fixture(), digest: nil)
            #expect(cache.store([1], for: .fixture(), digest: nil) == .alreadyStored)
            #expect(cache.store([2], for: .fixture(), digest: nil) == .digestMismatch)
            #expect(cache.read(.fixture()) == [1])
        }
    }

    @Test func `C10: what was read longest ago goes first, in the order of reads and not of storing`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 300)
            for name in ["0", "1", "2"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            _ = cache.read(.fixture("0"))
            #expect(
                cache.store(bytes(150), for: .fixture("3"), digest: nil)
                    == .stored(evicted: [.fixture("1"), .fixture("2")]))
            #expect(cache.totalLength == 250)
            #expect(try fixture.bytesOnDisk() == 250)
            #expect(cache.read(.fixture("0")) != nil)
        }
    }

    @Test func `C10: the order of reads outlives the process`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open(limit: 200)
                for name in ["0", "1"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
                _ = cache.read(.fixture("0"))
            }
            let cache = try fixture.open(limit: 200)
            #expect(cache.entries().map(\.hits) == [1, 0])
            #expect(cache.store([1], for: .fixture("2"), digest: nil) == .stored(evicted: [.fixture("1")]))
        }
    }

    @Test func `C10: a read of this process is later than all of the one before, however many those were`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open(limit: 200)
                for name in ["0", "1"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
                for _ in 0..<100 { _ = cache.read(.fixture("0")) }
            }
            let cache = try fixture.open(limit: 200)
            _ = cache.read(.fixture("1"))
            #expect(cache.store([1], for: .fixture("2"), digest: nil) == .stored(evicted: [.fixture("0")]))
        }
    }

    @Test func `listing and asking for a length are no use`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 200)
            for name in ["0", "1"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            #expect(cache.completeObjects(reel: ReelID("reel")!, version: VersionID("0123456789abcdef")!).count == 2)
            #expect(cache.length(of: .fixture("0")) == 100)
            #expect(cache.store([1], for: .fixture("2"), digest: nil) == .stored(evicted: [.fixture("0")]))
        }
    }

    @Test func `row 45, KTVHTTPCache 109: an object larger than the cache is left out, one as large is kept alone`()
        throws
    {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 100)
            _ = cache.store([1], for: .fixture("0"), digest: nil)
            #expect(cache.store(bytes(101), for: .fixture("1"), digest: nil) == .tooLarge)
            #expect(cache.read(.fixture("0")) == [1])
            #expect(cache.store(bytes(100), for: .fixture("2"), digest: nil) == .stored(evicted: [.fixture("0")]))
        }
    }

    @Test func `a smaller limit is kept from the moment of opening`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open(limit: 300)
                for name in ["0", "1", "2"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            }
            let cache = try fixture.open(limit: 250)
            #expect(cache.entries().map(\.key) == [.fixture("1"), .fixture("2")])
            #expect(try fixture.bytesOnDisk() == 200)
        }
    }

    @Test func `C7: many threads storing and reading under a small limit never exceed it, and read nothing wrong`()
        throws
    {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 3000)
            let isWrong = Mutex(false)
            let workers = (0..<4).map { worker in
                Worker {
                    for round in 0..<100 {
                        let number = (worker * 7 + round * 3) % 20
                        let object = bytes(200 + number * 30, seed: UInt64(number))
                        if let read = cache.read(.fixture("\(number)")) {
                            if read != object { isWrong.withLock { $0 = true } }
                        } else {
                            _ = cache.store(object, for: .fixture("\(number)"), digest: nil)
                        }
                        // A file may go between the list and the look at its length.
                        let sizes = (try? fixture.files())?.compactMap { try? FileSystem.status($0).size } ?? []
                        if sizes.reduce(0, +) > 3000 { isWrong.withLock { $0 = true } }
                    }
                }
            }
            for worker in workers { worker.join() }
            #expect(isWrong.withLock { $0 } == false)
            #expect(try fixture.bytesOnDisk() == cache.totalLength)
            #expect(cache.verify().faults.isEmpty)
            #expect(fixture.events.all.isEmpty)
        }
    }

    @Test func `a second opener is told that the cache is in use`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            #expect(throws: CacheError.inUse(path: fixture.path)) { try fixture.open() }
            #expect(cache.read(.fixture()) == nil)
        }
    }
}
