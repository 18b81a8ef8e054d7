import Catalog
import MediaCache
import Platform
import Player
import SQLite
import Signing
import TestSupport
import Testing

/// What was fetched because it might be played.
struct ClassTests {
    private static func preload(_ cache: DiskCache, _ name: String, _ count: Int = 100) {
        #expect(cache.store(bytes(count), for: .fixture(name), digest: nil, use: .preload) == .stored(evicted: []))
    }

    private static func kinds(_ cache: DiskCache) -> [CacheClass] { cache.entries().map(\.kind) }

    @Test func `what was preloaded and never played goes before anything that was played, however old`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 300)
            _ = cache.store(bytes(100), for: .fixture("0"), digest: nil)
            Self.preload(cache, "1")
            Self.preload(cache, "2")
            #expect(cache.store(bytes(100), for: .fixture("3"), digest: nil) == .stored(evicted: [.fixture("1")]))
            #expect(
                cache.store(bytes(200), for: .fixture("4"), digest: nil)
                    == .stored(evicted: [.fixture("2"), .fixture("0")]))
        }
    }

    @Test func `what was preloaded belongs to what was played once it is, also for the next process`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open(limit: 300)
                Self.preload(cache, "0")
                Self.preload(cache, "1")
                #expect(Self.kinds(cache) == [.preloaded, .preloaded])
                #expect(cache.read(.fixture("0")) == bytes(100))
                #expect(Self.kinds(cache) == [.played, .preloaded])
            }
            let cache = try fixture.open(limit: 300)
            #expect(Self.kinds(cache) == [.played, .preloaded])
            #expect(cache.store(bytes(200), for: .fixture("2"), digest: nil) == .stored(evicted: [.fixture("1")]))
        }
    }

    @Test func `to find it there while preloading is no use of it`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 300)
            Self.preload(cache, "0")
            guard case .complete = cache.access(.fixture("0"), for: .preload) else {
                Issue.record("it is there")
                return
            }
            #expect(cache.entries().map(\.hits) == [0])
            #expect(Self.kinds(cache) == [.preloaded])
        }
    }

    @Test func `an object that is preloaded while it begins to be played was fetched to be played`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            guard case .write(let writer) = cache.access(.fixture(), for: .preload),
                case .follow(let follower) = cache.access(.fixture(), for: .play)
            else {
                Issue.record("the first fetches it, the second follows")
                return
            }
            #expect(writer.begin() && writer.append([1]))
            #expect(writer.finish() == .stored(evicted: []))
            #expect(follower.length == 1)
            #expect(Self.kinds(cache) == [.played])
        }
    }

    @Test func `row 47, ExoPlayer 9208: what was evicted and never played is counted over the cache's life`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open(limit: 300)
                for name in ["0", "1", "2"] { Self.preload(cache, name) }
                _ = cache.read(.fixture("1"))
                _ = cache.store(bytes(250), for: .fixture("3"), digest: nil)
                #expect(cache.evictedUnplayed == EvictedUnplayed(objects: 2, bytes: 200))
            }
            let cache = try fixture.open(limit: 300)
            Self.preload(cache, "4", 50)
            cache.prune(to: 0)
            #expect(cache.evictedUnplayed == EvictedUnplayed(objects: 3, bytes: 250))
            #expect(try CacheInspection(fixture.path).evictedUnplayed() == cache.evictedUnplayed)
        }
    }

    @Test(arguments: [false, true])
    func `C12: nobody but its owner may read what is in an object's file`(isFolderGone: Bool) throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            if isFolderGone { try FileSystem.removeTree("\(fixture.path)/objects") }
            _ = cache.store(bytes(16), for: .fixture("key/0"), digest: nil)
            #expect(try fixture.files().map { try FileSystem.status($0).permissions } == [0o600])
        }
    }
}
