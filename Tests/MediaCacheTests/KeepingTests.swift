import Catalog
import MediaCache
import Platform
import Player
import SQLite
import Signing
import TestSupport
import Testing

/// What is not evicted, and what outlives a change of the index's form.
struct KeepingTests {
    @Test func `C8: what is protected is not evicted, and when nothing else is left the new object is left out`() throws
    {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 300)
            cache.protect([ReelID("a")!, ReelID("b")!])
            for reel in ["a", "b", "c"] { _ = cache.store(bytes(100), for: .fixture(reel: reel), digest: nil) }
            #expect(
                cache.store(bytes(100), for: .fixture(reel: "d"), digest: nil)
                    == .stored(evicted: [.fixture(reel: "c")]))
            cache.protect([ReelID("a")!, ReelID("b")!, ReelID("d")!])
            #expect(cache.store([1], for: .fixture(reel: "e"), digest: nil) == .notKept("there is no room for it"))
            cache.protect([])
            #expect(cache.store([1], for: .fixture(reel: "e"), digest: nil) == .stored(evicted: [.fixture(reel: "a")]))
        }
    }

    @Test func `C8: pins outlive the process, and hold against pruning but not against clearing`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open()
                for reel in ["a", "b"] { _ = cache.store(bytes(100), for: .fixture(reel: reel), digest: nil) }
                #expect(cache.pin(ReelID("a")!) == .pinned)
                #expect(cache.pin(ReelID("a")!) == .alreadyPinned)
            }
            let cache = try fixture.open(limit: 150)
            #expect(cache.entries().map(\.key) == [.fixture(reel: "a")])
            #expect(cache.pinnedReels == [ReelID("a")!])
            #expect(cache.prune(to: 0) == [])
            #expect(cache.unpin(ReelID("a")!))
            #expect(cache.prune(to: 0) == [.fixture(reel: "a")])
            _ = cache.store([1], for: .fixture(reel: "a"), digest: nil)
            cache.pin(ReelID("a")!)
            cache.clear()
            #expect(cache.totalLength == 0)
        }
    }

    @Test func `pruning goes no further than it must, in the order of reads`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            for name in ["0", "1", "2"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            _ = cache.read(.fixture("0"))
            #expect(cache.prune(to: 200) == [.fixture("1")])
            #expect(try fixture.bytesOnDisk() == 200)
        }
    }

    // The forms of the index, as the programs of their time made them.
    private static let schemas = [
        """
        CREATE TABLE objects (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reel TEXT NOT NULL, version TEXT NOT NULL, rendition TEXT NOT NULL, object TEXT NOT NULL,
            length INTEGER NOT NULL CHECK (length >= 0),
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            last_read INTEGER NOT NULL,
            hits INTEGER NOT NULL DEFAULT 0,
            UNIQUE (reel, version, rendition, object)
        ) STRICT;
        CREATE INDEX objects_by_last_read ON objects (last_read, id);
        CREATE TABLE state (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        PRAGMA application_id = \(0x5252_6361);
        """,
        """
        CREATE TABLE prefixes (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reel TEXT NOT NULL, version TEXT NOT NULL, rendition TEXT NOT NULL, object TEXT NOT NULL,
            length INTEGER NOT NULL CHECK (length >= 0),
            total INTEGER CHECK (total >= 0),
            entity_tag TEXT,
            digest BLOB CHECK (length(digest) = 32),
            prefix_digest BLOB CHECK (length(prefix_digest) = 32),
            UNIQUE (reel, version, rendition, object)
        ) STRICT;
        """,
        "CREATE TABLE pins (reel TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;",
        """
        CREATE TABLE outlines (
            id INTEGER PRIMARY KEY AUTOINCREMENT,
            reel TEXT NOT NULL, version TEXT NOT NULL,
            body BLOB NOT NULL,
            digest BLOB NOT NULL CHECK (length(digest) = 32),
            UNIQUE (reel, version)
        ) STRICT;
        """,
    ]

    @Test(arguments: [1, 2, 3, 4])
    func
        `row 4, ExoPlayer 6662: a cache of an earlier form is read as it is, and brought up to date without losing a byte`(
            _ schema: Int
        )
        throws
    {
        try CacheFixture.with { fixture in
            let object = bytes(500)
            do { _ = try fixture.open().store(object, for: .fixture(), digest: nil) }
            try FileSystem.removeFile("\(fixture.path)/index.sqlite")
            // Those programs put files into folders by the first two digits of their names.
            let file = try fixture.files()[0]
            let (name, objects) = (FileSystem.lastComponent(of: file), FileSystem.parent(of: file))
            try FileSystem.createDirectories("\(objects)/\(name.prefix(2))")
            try FileSystem.rename(file, to: "\(objects)/\(name.prefix(2))/\(name.dropFirst(2))")
            do {
                let old = try Connection.open("\(fixture.path)/index.sqlite")
                for sql in Self.schemas.prefix(schema) { try old.execute(sql) }
                try old.prepare(
                    "INSERT INTO objects VALUES (7, 'reel', '0123456789abcdef', 'video/360', '0', 500, ?, 3, 2)"
                )
                .run(.blob(SHA256.digest(object).bytes))
                try old.execute("INSERT INTO state VALUES ('clean', 1); PRAGMA user_version = \(schema)")
            }
            let before = try CacheInspection(fixture.path)
            #expect(try before.entries().map(\.hits) == [2])
            #expect(try before.prefixes().isEmpty)
            #expect(try before.pinnedReels() == [])
            #expect(try before.entries().map(\.kind) == [.played])
            #expect(try before.verify().faults.isEmpty)
            guard case .complete(object) = try ReadOnlyCache(fixture.path).access(.fixture()) else {
                Issue.record("it is there")
                return
            }
            let cache = try fixture.open()
            #expect(cache.read(.fixture()) == object)
            #expect(try fixture.files() == [file])
            #expect(cache.pin(ReelID("reel")!) == .pinned)
            #expect(fixture.events.all.isEmpty)
        }
    }

    @Test func `a cache whose files were being moved when the process was killed has them all`() throws {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open()
                for name in ["0", "1"] { _ = cache.store(bytes(500), for: .fixture(name), digest: nil) }
                guard case .write(let writer) = cache.access(.fixture("2")) else { return }
                #expect(writer.begin(total: 500, entityTag: "\"a\"") && writer.append(bytes(100)))
            }
            // One is moved already, the others are not.
            let objects = "\(fixture.path)/objects"
            for name in try FileSystem.list(objects).dropFirst() {
                try FileSystem.createDirectories("\(objects)/\(name.prefix(2))")
                try FileSystem.rename("\(objects)/\(name)", to: "\(objects)/\(name.prefix(2))/\(name.dropFirst(2))")
            }
            try Connection.open("\(fixture.path)/index.sqlite").execute("PRAGMA user_version = 5")
            let cache = try fixture.open()
            for name in ["0", "1"] { #expect(cache.read(.fixture(name)) == bytes(500)) }
            guard case .write(let writer) = cache.access(.fixture("2")) else { return }
            #expect(writer.prefixBytes() == bytes(100))
            #expect(try FileSystem.list(objects).count == 3)
            #expect(fixture.events.all.isEmpty)
        }
    }
}
