import Catalog
import MediaCache
import Platform
import Player
import TestSupport
import Testing

/// The limit is what `du` says of the objects' folder, whatever is pinned.
struct LimitTests {
    private static let reel = ReelID("reel")!

    private static func store(
        _ cache: DiskCache, _ name: String, _ count: Int, reel: String = "reel", use: ObjectUse = .play
    ) -> StoreOutcome {
        cache.store(bytes(count), for: .fixture(name, reel: reel), digest: nil, use: use)
    }

    /// Apparent bytes of a folder and what is in it, as `du` sums them.
    private static func usage(_ path: String) throws -> Int? {
        try Tool("du").flatMap { Int(try $0.run(["-s", "-B1", "--apparent-size", path]).text.prefix { $0.isNumber }) }
    }

    @Test(.enabled(if: Tool("du") != nil, "needs du"))
    func `C7: du never finds more than the limit, while objects of every kind come, break off, grow and go`() throws {
        try CacheFixture.with { fixture in
            let limit = 150_000
            let cache = try DiskCache(fixture.path, limit: limit, report: fixture.events.add)
            cache.limitPreloads(to: 40_000)
            let workers = (0..<3).map { worker in
                Worker {
                    for round in 0..<300 {
                        let number = (worker * 131 + round * 17) % 211
                        let object = bytes(number % 7 == 0 ? 20_000 : 50 + number * 9, seed: UInt64(number))
                        let use: ObjectUse = round % 3 == 0 ? .preload : .play
                        guard case .write(let writer) = cache.access(.fixture("\(number)"), for: use) else { continue }
                        let isLengthKnown = round % 5 != 0
                        guard
                            writer.begin(
                                at: writer.prefix.length, total: isLengthKnown ? object.count : nil,
                                entityTag: "\"\(number)\"")
                        else { continue }
                        for piece in stride(from: writer.prefix.length, to: object.count, by: 1500) {
                            guard writer.append(Array(object[piece..<min(piece + 1500, object.count)])) else { break }
                            if round % 4 == 1, piece > object.count / 2 { break }
                        }
                        if writer.prefix.length == object.count { _ = writer.finish() } else { writer.leave() }
                        if round % 50 == 49 { cache.prune(to: 30_000) }
                    }
                }
            }
            var most = 0
            for _ in 0..<60 { most = max(most, try Self.usage("\(fixture.path)/objects") ?? Int.max) }
            for worker in workers { worker.join() }
            most = max(most, try Self.usage("\(fixture.path)/objects") ?? Int.max)
            #expect(most <= limit)
            // A limit that is never reached would prove nothing.
            #expect(cache.totalLength > 0 && most > limit / 3)
            #expect(cache.verify().faults.isEmpty)
            #expect(try fixture.bytesOnDisk() == cache.totalLength)
        }
    }

    @Test func `a folder that grew with many small files counts, and is made anew when they are gone`() throws {
        try CacheFixture.with { fixture in
            let cache = try DiskCache(fixture.path, limit: 60_000, report: fixture.events.add)
            for number in 0..<1000 { _ = Self.store(cache, "\(number)", 1) }
            let folder = try FileSystem.status("\(fixture.path)/objects").size
            #expect(folder + cache.totalLength <= 60_000)
            cache.clear()
            #expect(try FileSystem.status("\(fixture.path)/objects").size <= 4096)
            #expect(Self.store(cache, "0", 40_000) == .stored(evicted: []))
            #expect(fixture.events.all.isEmpty)
        }
    }

    @Test func `only a reel that is there can be pinned, and only as much as the last player's limit`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open(limit: 1000)
                for reel in ["a", "b"] { #expect(Self.store(cache, "0", 500, reel: reel) == .stored(evicted: [])) }
                #expect(cache.pin(ReelID("c")!) == .absent(reels: [ReelID("a")!, ReelID("b")!]))
            }
            do {
                // `reelrig cache pin` has no limit of its own.
                let cache = try DiskCache(fixture.path, limit: .max)
                #expect(cache.pin(ReelID("a")!) == .pinned)
                #expect(cache.pin(ReelID("b")!) == .pinned)
                cache.unpin(ReelID("b")!)
                #expect(Self.store(cache, "1", 100, reel: "b") == .stored(evicted: []))
                #expect(
                    cache.pin(ReelID("b")!) == .noRoom(bytes: 1100, limit: 1000 + DiskCache.leastOverhead))
                #expect(cache.pinnedReels == [ReelID("a")!])
            }
        }
    }

    @Test func `a limit below what is pinned keeps that and nothing else, and it is told once`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open(limit: 1000)
                for reel in ["a", "b"] { _ = Self.store(cache, "0", 400, reel: reel) }
                cache.pin(ReelID("a")!)
            }
            let cache = try fixture.open(limit: 300)
            let told = CacheEvent.pinsInTheWay(bytes: 400, limit: 300 + DiskCache.leastOverhead)
            #expect(fixture.events.all == [told])
            #expect(cache.entries().map(\.key) == [.fixture(reel: "a")])
            for name in ["1", "2"] { #expect(Self.store(cache, name, 10) == .notKept("there is no room for it")) }
            #expect(cache.read(.fixture(reel: "a")) == bytes(400))
            #expect(fixture.events.all == [told])
        }
    }

    @Test func `what cannot fit beside what stays evicts nothing`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 1000)
            for (reel, count) in [("a", 600), ("b", 300)] { _ = Self.store(cache, "0", count, reel: reel) }
            cache.pin(ReelID("a")!)
            #expect(Self.store(cache, "1", 500) == .notKept("there is no room for it"))
            #expect(cache.entries().map(\.length) == [600, 300])
            #expect(Self.store(cache, "1", 400) == .stored(evicted: [.fixture(reel: "b")]))
            #expect(fixture.events.all == [.pinsInTheWay(bytes: 600, limit: 1000 + DiskCache.leastOverhead)])
        }
    }

    @Test(arguments: ["objects", "lock", "index.sqlite"])
    func `something else in the place of a file or a folder is told by name, and stays`(_ name: String) throws {
        try CacheFixture.with { fixture in
            do { _ = try fixture.open().store([1], for: .fixture(), digest: nil) }
            let place = "\(fixture.path)/\(name)"
            try FileSystem.removeTree(place)
            if name == "objects" {
                try FileSystem.write([7], to: place)
            } else {
                try FileSystem.createDirectories(place)
            }
            let error = #expect(throws: CacheError.self) { try fixture.open() }
            #expect(error == .notOurs(expected: name == "objects" ? "a folder" : "a file", path: place))
            #expect(FileSystem.exists(place))
        }
    }

    @Test func `an index of no bytes is no cache to look at, and begins anew when it is played`() throws {
        try CacheFixture.with { fixture in
            do { _ = try fixture.open().store([1], for: .fixture(), digest: nil) }
            try FileSystem.write([], to: "\(fixture.path)/index.sqlite")
            #expect(throws: (any Error).self) { _ = try CacheInspection(fixture.path).entries() }
            let cache = try fixture.open()
            #expect(fixture.events.all == [.emptied(reason: "its index was empty")])
            #expect(cache.store([1], for: .fixture(), digest: nil) == .stored(evicted: []))
        }
    }

    @Test func `what there is of an object under way is seen by who looks on`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            guard case .write(let writer) = cache.access(.fixture()) else { return }
            #expect(writer.begin(total: 1000, entityTag: "\"a\"") && writer.append(bytes(300)))
            #expect(try CacheInspection(fixture.path).prefixes().map(\.length) == [300])
        }
    }
}
