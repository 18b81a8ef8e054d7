import Catalog
import Foundation
import MediaCache
import Platform
import Player
import SQLite
import Signing
import TestSupport
import Testing

/// Disks that are full or cannot be written.
struct FullDiskTests {
    private static func isNoSpace(_ event: CacheEvent) -> Bool {
        if case .noSpace = event { true } else { false }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `on a disk that is smaller than the limit what is new takes the place of what is old, and nothing is wrong`()
        throws
    {
        try SmallDisk.with(size: "600k") { folder in
            let fixture = CacheFixture(path: "\(folder)/cache")
            do {
                let cache = try fixture.open(limit: 1 << 30)
                for number in 0..<100 {
                    let outcome = cache.store(
                        bytes(10_000, seed: UInt64(number)), for: .fixture("\(number)"), digest: nil)
                    if case .stored = outcome { continue }
                    guard case .notKept = outcome else {
                        Issue.record("\(outcome)")
                        continue
                    }
                }
                #expect(fixture.events.all.contains(where: Self.isNoSpace))
                #expect(cache.limit < 600 << 10)
                for entry in cache.entries() {
                    guard case .segment(let number) = entry.key.object else { continue }
                    #expect(cache.read(entry.key) == bytes(10_000, seed: UInt64(number)))
                }
                // It goes on being of use: of the last ones most are there.
                #expect(cache.entries().count { if case .segment(90...) = $0.key.object { true } else { false } } > 5)
                #expect(try fixture.bytesOnDisk() == cache.totalLength)
            }
            let again = try fixture.open(limit: 1 << 30)
            #expect(again.verify().faults.isEmpty)
            #expect(try fixture.bytesOnDisk() == again.totalLength)
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func
        `row 44, AndroidVideoCache 203: when somebody else fills the disk nothing more is kept, and what is there is read`()
        throws
    {
        try SmallDisk.with(size: "600k") { folder in
            let fixture = CacheFixture(path: "\(folder)/cache")
            let cache = try fixture.open(limit: 1 << 30)
            for number in 0..<5 { _ = cache.store(bytes(10_000), for: .fixture("\(number)"), digest: nil) }
            #expect(throws: SystemError.self) { try FileSystem.write(bytes(600 << 10), to: "\(folder)/theirs") }
            for number in 5..<20 { _ = cache.store(bytes(10_000), for: .fixture("\(number)"), digest: nil) }
            for entry in cache.entries() { #expect(cache.read(entry.key) == bytes(10_000)) }
            #expect(cache.verify().faults.isEmpty)
            try FileSystem.removeFile("\(folder)/theirs")
            cache.prune(to: 0)
            #expect(try fixture.bytesOnDisk() == 0)
        }
    }

    /// A cache of ten objects, one of them pinned, on a disk that somebody else has filled to the last byte.
    private static func withFullDisk(_ body: (CacheFixture) throws -> Void) throws {
        try SmallDisk.with(size: "1m") { folder in
            let fixture = CacheFixture(path: "\(folder)/cache")
            do {
                let cache = try fixture.open(limit: 1 << 30)
                for number in 0..<10 {
                    let key = CacheKey.fixture("\(number)", reel: number == 0 ? "pinned" : "reel")
                    #expect(cache.store(bytes(50_000), for: key, digest: nil) == .stored(evicted: []))
                }
                cache.pin(ReelID("pinned")!)
            }
            #expect(throws: SystemError.self) { try FileSystem.write(bytes(1 << 20), to: "\(folder)/theirs") }
            try body(fixture)
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"), arguments: ["prune", "clear", "play"])
    func `a cache whose writer was killed on a disk that is full since can be used`(_ use: String) throws {
        try CacheFixture.with { fixture in
            let living = try fixture.open()
            for number in 0..<10 { _ = living.store(bytes(6000), for: .fixture("\(number)"), digest: nil) }
            try SmallDisk.with(size: "1m") { folder in
                let killed = try fixture.copy(to: "\(folder)/cache")
                #expect(try FileSystem.status("\(killed.path)/index.sqlite-wal").size > 100_000)
                try FileSystem.removeFile("\(killed.path)/index.sqlite-shm")
                #expect(throws: SystemError.self) { try FileSystem.write(bytes(1 << 20), to: "\(folder)/theirs") }
                #expect(try CacheInspection(killed.path).entries().count == 10)
                do {
                    let cache = try DiskCache(
                        killed.path, limit: use == "play" ? 1 << 20 : .max, clears: use == "clear",
                        report: killed.events.add)
                    if use == "prune" { cache.prune(to: 20_000) }
                    #expect(cache.totalLength <= (use == "clear" ? 0 : use == "prune" ? 20_000 : 60_000))
                    #expect(cache.verify().faults.isEmpty)
                    #expect(killed.events.all.allSatisfy(Self.isNoSpace), "\(killed.events.all)")
                }
                let again = try killed.open()
                #expect(again.verify().faults.isEmpty)
                #expect(try killed.bytesOnDisk() == again.totalLength)
            }
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `a later program's cache on a full disk loses nothing`() throws {
        try Self.withFullDisk { fixture in
            let index = "\(fixture.path)/index.sqlite"
            // The form is a number in the database's header, whose last byte is overwritten in place.
            let handle = try #require(FileHandle(forUpdatingAtPath: index))
            try handle.seek(toOffset: 63)
            try handle.write(contentsOf: [99])
            try handle.close()
            for clears in [false, true] {
                #expect(throws: CacheError.newerSchema(found: 99, known: 6, path: index)) {
                    try DiskCache(fixture.path, limit: .max, clears: clears)
                }
            }
            #expect(try fixture.bytesOnDisk() == 500_000)
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `a budget hears of a disk that was full before it was there`() throws {
        try Self.withFullDisk { fixture in
            let store = try MediaStore(
                fixture.path, budget: MediaBudget(cache: 1 << 30, downloads: 1000), report: fixture.events.add)
            #expect(fixture.events.all.count { Self.isNoSpace($0) } == 1)
            #expect(store.budget.preload == 0)
            #expect(store.budget.cache == store.cache.limit)
            #expect(store.cache.limit < 500_000)
            #expect(store.budget.downloads == 0)
            #expect(store.cache.entries().contains { $0.key.reel.text == "pinned" })
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `a cache on a full disk can be pruned`() throws {
        try Self.withFullDisk { fixture in
            do {
                let cache = try DiskCache(fixture.path, limit: .max, report: fixture.events.add)
                cache.prune(to: 100_000)
                #expect(cache.totalLength == 100_000)
                #expect(cache.entries().map(\.key.reel.text) == ["pinned", "reel"])
                #expect(try fixture.bytesOnDisk() == 100_000)
                #expect(cache.verify().faults.isEmpty)
            }
            #expect(try fixture.open(limit: 1 << 30).totalLength == 100_000)
        }
    }

    /// As ``withFullDisk(_:)``, and nothing of it may be evicted.
    private static func withPinnedFullDisk(_ body: (CacheFixture) throws -> Void) throws {
        try withFullDisk { fixture in
            let theirs = "\(FileSystem.parent(of: fixture.path))/theirs"
            try FileSystem.removeFile(theirs)
            do { try fixture.open(limit: 1 << 30).pin(ReelID("reel")!) }
            #expect(throws: SystemError.self) { try FileSystem.write(bytes(1 << 20), to: theirs) }
            try body(fixture)
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"), arguments: [true, false])
    func `a cache on a full disk can be cleared, also when all of it is pinned`(_ isAllPinned: Bool) throws {
        try (isAllPinned ? Self.withPinnedFullDisk : Self.withFullDisk) { fixture in
            do {
                let cache = try DiskCache(fixture.path, limit: .max, clears: true, report: fixture.events.add)
                #expect(cache.totalLength == 0)
                #expect(cache.entries().isEmpty)
            }
            #expect(try fixture.files().isEmpty)
            #expect(try fixture.open(limit: 1 << 30).verify() == CacheVerification())
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `what is pinned on a full disk can be unpinned, as often as one likes, and nothing is lost`() throws {
        try Self.withPinnedFullDisk { fixture in
            let reel = ReelID("reel")!
            /// Opens it on a disk of which somebody else has taken what was left.
            func open() throws -> DiskCache {
                let names = try FileSystem.list(FileSystem.parent(of: fixture.path))
                let more = "\(FileSystem.parent(of: fixture.path))/more-\(names.count)"
                #expect(throws: SystemError.self) { try FileSystem.write(bytes(1 << 18), to: more) }
                return try DiskCache(fixture.path, limit: .max, report: fixture.events.add)
            }
            // Each time anew: what one process gave up for it the next one finds laid by again.
            for _ in 0..<3 {
                do { #expect(try open().prune(to: 0).isEmpty) }
                do { #expect(try open().unpin(reel)) }
                #expect(try CacheInspection(fixture.path).pinnedReels().map(\.text) == ["pinned"])
                do { #expect(try open().pin(reel) == .pinned) }
                #expect(try CacheInspection(fixture.path).verify().intact == 10)
            }
            do { #expect(try open().unpin(reel)) }
            do { #expect(try open().prune(to: 50_000).count == 9) }
            #expect(fixture.events.all.isEmpty, "\(fixture.events.all)")
            let again = try fixture.open(limit: 1 << 30)
            #expect(again.entries().map(\.key.reel.text) == ["pinned"] && again.verify().faults.isEmpty)
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `where nothing was laid by and all is pinned a full disk is named, and what is there stays`() throws {
        try Self.withPinnedFullDisk { fixture in
            try FileSystem.removeFile("\(fixture.path)/reserve")
            let more = "\(FileSystem.parent(of: fixture.path))/more"
            #expect(throws: SystemError.self) { try FileSystem.write(bytes(1 << 20), to: more) }
            let error = #expect(throws: CacheError.self) { try fixture.open() }
            #expect(error?.isEnvironment == true)
            #expect(try CacheInspection(fixture.path).verify().intact == 10)
            try FileSystem.removeFile(more)
            #expect(try fixture.open(limit: 1 << 30).verify().intact == 10)
        }
    }

    @Test(
        .enabled(
            if: SmallDisk.canMount && CrashTests.canStopAtCalls, "needs the rights to mount and to trace, no sanitizer"),
        arguments: ["pwrite64", "write", "unlink", "ftruncate"])
    func `killed at any call while it unpins on a full disk, it loses neither its index nor an object`(_ call: String)
        throws
    {
        for number in 1..<200 {
            var isOver = false
            try Self.withPinnedFullDisk { fixture in
                let output = try #require(Tool("strace")).run([
                    "-f", "-o", "/dev/null", "-e", "inject=\(call):signal=SIGKILL:when=\(number)", Tool.cacheRig.path,
                    "unpin", fixture.path, "reel",
                ])
                isOver = output.status == 0
                // The disk is as full as it was.
                do {
                    let cache = try DiskCache(fixture.path, limit: .max, report: fixture.events.add)
                    #expect(cache.verify().intact == 10)
                    if isOver { #expect(cache.pinnedReels.map(\.text) == ["pinned"]) }
                }
                #expect(fixture.events.all.isEmpty, "\(fixture.events.all)")
            }
            if isOver { return }
        }
        Issue.record("there are more calls of \(call) than were tried")
    }

    @Test func `a write that finds no room is given up, told once, and makes room by what is there`() throws {
        try CacheFixture.with { fixture in
            let room = Mutex(2500)
            let cache = try DiskCache(fixture.path, limit: 1 << 20, report: fixture.events.add) { count in
                let fits = room.withLock { room in
                    room -= count
                    return room >= 0
                }
                if !fits { throw SystemError.noSpace("write", "here") }
            }
            for name in ["0", "1"] {
                #expect(cache.store(bytes(1000), for: .fixture(name), digest: nil) == .stored(evicted: []))
            }
            #expect(cache.store(bytes(1000), for: .fixture("2"), digest: nil) == .notKept("there is no room for it"))
            #expect(fixture.events.all == [.noSpace(limit: 2000 + DiskCache.leastOverhead)])
            #expect(cache.totalLength == 2000)
            room.withLock { $0 = 1 << 20 }
            #expect(cache.store(bytes(1000), for: .fixture("3"), digest: nil) == .stored(evicted: [.fixture("0")]))
        }
    }

    @Test func `where nothing can be written what is there is read, faults are told, and nothing changes`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open()
                for name in ["0", "1"] { _ = cache.store(bytes(1000), for: .fixture(name), digest: nil) }
            }
            let before = try FileSystem.list(fixture.path)
            let cache = try ReadOnlyCache(fixture.path, report: fixture.events.add)
            #expect(cache.completeObjects(reel: ReelID("reel")!, version: VersionID("0123456789abcdef")!).count == 2)
            guard case .complete(let object) = cache.access(.fixture("0")) else {
                Issue.record("it is there")
                return
            }
            #expect(object == bytes(1000))
            guard case .write(let writer) = cache.access(.fixture("2")) else {
                Issue.record("nobody else fetches it")
                return
            }
            #expect(!writer.begin(total: 1))
            #expect(writer.finish() == .notKept("the cache cannot be written"))
            try FileSystem.write([1], to: "\(fixture.path)/objects/\(Self.name(of: "1", fixture))")
            for _ in 0..<2 {
                guard case .write = cache.access(.fixture("1")) else {
                    Issue.record("it is faulty")
                    return
                }
            }
            #expect(fixture.events.all == [.dropped(.fixture("1"), .wrongLength)])
            #expect(try FileSystem.list(fixture.path) == before)
            #expect(try CacheInspection(fixture.path).entries().map(\.hits) == [0, 0])
        }
    }

    private static func name(of object: String, _ fixture: CacheFixture) throws -> String {
        let path = try fixture.open().file(of: .fixture(object))
        return FileSystem.lastComponent(of: path)
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `opening a directory that cannot be written says so, and reading it works`() throws {
        try SmallDisk.with(size: "600k") { folder in
            let fixture = CacheFixture(path: "\(folder)/cache")
            do { _ = try fixture.open().store([1, 2], for: .fixture(), digest: nil) }
            #expect(try #require(Tool("mount")).run(["-o", "remount,ro", folder]).status == 0)
            let error = #expect(throws: SystemError.self) { try fixture.open() }
            #expect(error?.isForbidden == true)
            guard case .complete([1, 2]) = try ReadOnlyCache(fixture.path).access(.fixture()) else {
                Issue.record("it is there")
                return
            }
        }
    }
}
