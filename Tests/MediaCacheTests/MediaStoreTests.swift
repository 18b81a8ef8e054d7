import Catalog
import MediaCache
import Platform
import Player
import Signing
import TestSupport
import Testing

/// A cache, and beside it what was downloaded.
struct MediaStoreTests {
    private static func withStore(
        cache: Int = 1000, downloads: Int = 1000, _ body: (MediaStore, CacheFixture) throws -> Void
    ) throws {
        try CacheFixture.with { fixture in
            let budget = MediaBudget(
                cache: cache + DiskCache.leastOverhead, preload: cache, downloads: downloads + DiskCache.leastOverhead)
            try body(
                try MediaStore(fixture.path, budget: budget, opensDownloads: true, report: fixture.events.add), fixture)
        }
    }

    private static func fetch(_ store: MediaStore, _ name: String, _ count: Int, for use: ObjectUse) -> StoreOutcome? {
        guard case .write(let writer) = store.access(.fixture(name), for: use), writer.begin(total: count),
            writer.append(bytes(count))
        else { return nil }
        return writer.finish()
    }

    private static func isThere(_ store: MediaStore, _ name: String) -> Bool {
        if case .complete = store.access(.fixture(name)) { true } else { false }
    }

    @Test func `C8: what was downloaded is never evicted, and what does not fit is not kept`() throws {
        try Self.withStore { store, _ in
            #expect(Self.fetch(store, "0", 600, for: .download) == .stored(evicted: []))
            #expect(Self.fetch(store, "1", 500, for: .download) == nil)
            #expect(Self.fetch(store, "2", 900, for: .play) == .stored(evicted: []))
            #expect(Self.fetch(store, "3", 900, for: .play) == .stored(evicted: [.fixture("2")]))
            #expect(Self.isThere(store, "0"))
            #expect(store.cache.totalLength == 900)
            #expect(store.downloads?.totalLength == 600)
            #expect(store.downloads?.prune(to: 0) == [])
        }
    }

    @Test
    func
        `row 46, ExoPlayer 7796: what is downloaded and was cached moves: nothing is fetched, and nothing is there twice`()
        throws
    {
        try Self.withStore { store, _ in
            #expect(Self.fetch(store, "0", 600, for: .play) == .stored(evicted: []))
            guard case .complete(let object) = store.access(.fixture("0"), for: .download) else {
                Issue.record("it was there")
                return
            }
            #expect(object == bytes(600))
            #expect(store.cache.totalLength == 0)
            #expect(store.downloads?.totalLength == 600)
            #expect(Self.isThere(store, "0"))
            #expect(
                store.completeObjects(reel: ReelID("reel")!, version: VersionID("0123456789abcdef")!)
                    == [.fixture("0")])
        }
    }

    @Test func `what was downloaded is read first, also by a process that downloads nothing`() throws {
        try CacheFixture.with { fixture in
            do {
                let store = try MediaStore(fixture.path, budget: MediaBudget(cache: 20_000), opensDownloads: true)
                #expect(Self.fetch(store, "0", 100, for: .download) == .stored(evicted: []))
            }
            let store = try MediaStore(fixture.path, budget: MediaBudget(cache: 20_000))
            #expect(Self.isThere(store, "0"))
            #expect(store.cache.entries().isEmpty)
            #expect(store.downloads?.entries().map(\.hits) == [1])
        }
    }

    @Test func `row 66, Mux elements 51: no more is preloaded than the budget says, and what is played does not count`()
        throws
    {
        try CacheFixture.with { fixture in
            let store = try MediaStore(fixture.path, budget: MediaBudget(cache: 20_000, preload: 300))
            #expect(Self.fetch(store, "0", 200, for: .preload) == .stored(evicted: []))
            #expect(Self.fetch(store, "1", 200, for: .preload) == nil)
            #expect(Self.fetch(store, "1", 200, for: .play) == .stored(evicted: []))
            #expect(Self.isThere(store, "0"))
            #expect(Self.fetch(store, "2", 300, for: .preload) == .stored(evicted: []))
        }
    }

    @Test func `a memory warning ends preloading and shrinks the buffer`() throws {
        try Self.withStore { store, _ in
            store.warnOfMemory()
            #expect(store.budget.buffer == .seconds(5))
            #expect(Self.fetch(store, "0", 1, for: .preload) == nil)
            #expect(Self.fetch(store, "0", 1, for: .play) == .stored(evicted: []))
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `a full disk shrinks the budget: nothing is preloaded, the cache keeps to what fits, downloads stay`() throws {
        try SmallDisk.with(size: "800k") { folder in
            let store = try MediaStore(
                "\(folder)/cache", budget: MediaBudget(cache: 1 << 30, preload: 1 << 30), opensDownloads: true)
            #expect(Self.fetch(store, "1000", 20_000, for: .download) == .stored(evicted: []))
            for number in 0..<80 { _ = Self.fetch(store, "\(number)", 20_000, for: .play) }
            #expect(store.budget.preload == 0)
            #expect(store.budget.cache < 800 << 10)
            #expect(store.budget.downloads == 20_000)
            #expect(store.cache.totalLength <= store.budget.cache)
            #expect(Self.isThere(store, "1000"))
            #expect(store.cache.verify().faults.isEmpty)
        }
    }
}
