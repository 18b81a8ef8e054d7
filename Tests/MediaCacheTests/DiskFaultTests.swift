import Catalog
import Foundation
import MediaCache
import Platform
import Player
import SQLite
import Signing
import TestSupport
import Testing

/// A disk that changes underneath, and processes that die: playback goes on, the object is fetched once, it is told.
struct DiskFaultTests {
    private static func flip(_ path: String, at offset: Int) throws {
        var content = try FileSystem.read(path, limit: 1 << 20)
        content[offset] ^= 1
        try FileSystem.write(content, to: path)
    }

    @Test(arguments: [0, 2500, 4999])
    func `C14: a flipped byte is found by the first read of the next process`(_ offset: Int) throws {
        try CacheFixture.with { fixture in
            let object = bytes(5000)
            do { _ = try fixture.open().store(object, for: .fixture(), digest: nil) }
            try Self.flip(fixture.files()[0], at: offset)
            let cache = try fixture.open()
            #expect(cache.read(.fixture()) == nil)
            #expect(fixture.events.all == [.dropped(.fixture(), .wrongDigest)])
            #expect(try fixture.files().isEmpty)
            #expect(cache.store(object, for: .fixture(), digest: nil) == .stored(evicted: []))
            #expect(cache.read(.fixture()) == object)
        }
    }

    @Test func `a flipped byte is found by the first read of the process that stored it`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            _ = cache.store(bytes(5000), for: .fixture(), digest: nil)
            try Self.flip(fixture.files()[0], at: 7)
            #expect(cache.read(.fixture()) == nil)
        }
    }

    @Test(arguments: [0, 4999, 5001])
    func `row 25, ExoPlayer 10773: a file of another length is found by any read`(_ length: Int) throws {
        try CacheFixture.with { fixture in
            let object = bytes(5000)
            let cache = try fixture.open()
            _ = cache.store(object, for: .fixture(), digest: nil)
            #expect(cache.read(.fixture()) == object)
            try FileSystem.write((object + [0]).prefix(length), to: fixture.files()[0])
            #expect(cache.read(.fixture()) == nil)
            #expect(fixture.events.all == [.dropped(.fixture(), .wrongLength)])
            #expect(cache.totalLength == 0)
        }
    }

    @Test(arguments: ["folder", "link to itself"])
    func `what cannot be read is dropped, and the object stored again`(_ place: String) throws {
        try CacheFixture.with { fixture in
            let object = bytes(5000)
            let cache = try fixture.open()
            _ = cache.store(object, for: .fixture(), digest: nil)
            let file = try fixture.files()[0]
            try FileSystem.removeFile(file)
            if place == "folder" {
                try FileSystem.createDirectories("\(file)/a")
            } else {
                try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: file)
            }
            guard case .write(let writer) = cache.access(.fixture()) else { throw CacheFault.missing }
            writer.discard()
            #expect(fixture.events.all == [.dropped(.fixture(), place == "folder" ? .wrongLength : .unreadable)])
            #expect(cache.store(object, for: .fixture(), digest: nil) == .stored(evicted: []))
            #expect(cache.read(.fixture()) == object)
        }
    }

    @Test func `deleted files are misses, and are stored again`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            _ = cache.store([1], for: .fixture(), digest: nil)
            try FileSystem.removeTree("\(fixture.path)/objects")
            #expect(cache.read(.fixture()) == nil)
            #expect(fixture.events.all == [.dropped(.fixture(), .missing)])
            #expect(cache.store([1], for: .fixture(), digest: nil) == .stored(evicted: []))
            #expect(cache.read(.fixture()) == [1])
        }
    }

    @Test(arguments: [false, true])
    func `without its index, or with nothing in it, a cache begins anew and says so`(isEmpty: Bool) throws {
        try CacheFixture.with { fixture in
            do { _ = try fixture.open().store([1], for: .fixture(), digest: nil) }
            let index = "\(fixture.path)/index.sqlite"
            if isEmpty { try FileSystem.write([UInt8](), to: index) } else { try FileSystem.removeFile(index) }
            // Whoever looks on is told that too: it is not that there is no cache.
            let refusal = #expect(throws: (any Error).self) { _ = try CacheInspection(fixture.path) }
            #expect((refusal as? CacheError)?.hint?.contains("begins anew") ?? (refusal is SQLiteError))
            let cache = try fixture.open()
            #expect(fixture.events.all == [.emptied(reason: "its index was \(isEmpty ? "empty" : "missing")")])
            #expect(cache.read(.fixture()) == nil)
            #expect(try fixture.files().isEmpty)
        }
    }

    @Test func `a damaged index begins anew, wherever the damage is`() throws {
        for offset in [0, 20, 100, 4096, 4200, 8192, 12300] {
            try CacheFixture.with { fixture in
                do { for name in 0..<20 { _ = try fixture.open().store([1], for: .fixture("\(name)"), digest: nil) } }
                let index = "\(fixture.path)/index.sqlite"
                var content = try FileSystem.read(index, limit: 1 << 20)
                guard offset < content.count else { return }
                for place in offset..<min(offset + 40, content.count) { content[place] = 0xA5 }
                try FileSystem.write(content, to: index)
                // Some damage shows at once, some only when its page is read.
                let cache = try fixture.open()
                for name in 0..<20 {
                    if let read = cache.read(.fixture("\(name)")) { #expect(read == [1]) }
                    #expect(
                        ![.tooLarge, .digestMismatch].contains(cache.store([1], for: .fixture("\(name)"), digest: nil)))
                }
            }
        }
    }

    @Test func `a file of text in the place of the index is damage`() throws {
        try CacheFixture.with { fixture in
            do { _ = try fixture.open().store([1], for: .fixture(), digest: nil) }
            try FileSystem.write(Array("This is no index, but a longer text.".utf8), to: "\(fixture.path)/index.sqlite")
            let cache = try fixture.open()
            guard case .emptied = fixture.events.all.first else {
                Issue.record("\(fixture.events.all)")
                return
            }
            #expect(cache.store([1], for: .fixture(), digest: nil) == .stored(evicted: []))
        }
    }

    @Test func `what a killed process left is put in order`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            for name in ["0", "1", "2"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            let killed = try fixture.copy(to: "\(fixture.path)-killed")
            let files = try killed.files()
            try FileSystem.removeFile(files[0])
            try FileSystem.write([1, 2, 3], to: files[1])
            try FileSystem.write(
                [1, 2, 3, 4], to: "\(FileSystem.parent(of: files[2]))/\(String(repeating: "a", count: 32))")
            try FileSystem.write([1], to: "\(files[2]).part")
            try FileSystem.write([9], to: "\(FileSystem.parent(of: files[2]))/notes.txt")
            let reopened = try killed.open()
            #expect(Set(killed.events.all.map { String("\($0)".prefix(7)) }) == ["dropped", "removed"])
            #expect(killed.events.all.contains(.orphansRemoved(count: 2, bytes: 5)))
            #expect(reopened.entries().count == 1)
            #expect(reopened.totalLength == 100)
            // Files that are not ours are left alone.
            #expect(try killed.files().map { FileSystem.lastComponent(of: $0) }.contains("notes.txt"))
        }
    }

    /// Looking at each of very many files would take as long as they are many.
    @Test func `after a process was killed the files that it found are counted, and those that it made looked at`()
        throws
    {
        try CacheFixture.with { fixture in
            do {
                let cache = try fixture.open()
                for name in ["0", "1", "2"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            }
            let cache = try fixture.open()
            for name in ["3", "4"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            let killed = try fixture.copy(to: "\(fixture.path)-killed")
            func file(_ name: String) -> String {
                "\(killed.path)/objects/\(FileSystem.lastComponent(of: cache.file(of: .fixture(name))))"
            }
            for name in ["0", "3"] { try FileSystem.write([1], to: file(name)) }
            try FileSystem.removeFile(file("1"))
            let reopened = try killed.open()
            #expect(
                killed.events.all == [.dropped(.fixture("1"), .missing), .dropped(.fixture("3"), .wrongLength)])
            #expect(reopened.totalLength == 300)
            #expect(reopened.read(.fixture("0")) == nil)
            #expect(killed.events.all.last == .dropped(.fixture("0"), .wrongLength))
            #expect(reopened.verify().intact == 2)
        }
    }

    @Test func `a newer cache is refused by name, and stays as it is`() throws {
        try CacheFixture.with { fixture in
            do { _ = try fixture.open().store([1], for: .fixture(), digest: nil) }
            try Connection.open("\(fixture.path)/index.sqlite").execute("PRAGMA user_version = 99")
            let error = #expect(throws: CacheError.self) { try fixture.open() }
            #expect(error.map { "\($0)".hasPrefix("the cache has schema 99, and this reelrig knows up to ") } == true)
            #expect(try fixture.files().count == 1)
        }
    }

    @Test func `another program's database is refused, and stays as it is`() throws {
        try CacheFixture.with { fixture in
            try FileSystem.createDirectories(fixture.path)
            try Connection.open("\(fixture.path)/index.sqlite").execute("CREATE TABLE theirs (a)")
            let before = try FileSystem.read("\(fixture.path)/index.sqlite", limit: 1 << 20)
            #expect(throws: CacheError.self) { try fixture.open() }
            #expect(try FileSystem.read("\(fixture.path)/index.sqlite", limit: 1 << 20) == before)
        }
    }

    @Test func `a path that cannot hold a cache is an error that names it`() throws {
        try CacheFixture.with { fixture in
            try FileSystem.write([], to: fixture.path)
            #expect(throws: CacheError.notOurs(expected: "a folder", path: fixture.path)) { try fixture.open() }
        }
    }

    @Test func `verifying reads everything again, and drops what is faulty`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            for name in ["0", "1", "2"] { _ = cache.store(bytes(100), for: .fixture(name), digest: nil) }
            for name in ["0", "1", "2"] { _ = cache.read(.fixture(name)) }
            try Self.flip(fixture.files()[1], at: 50)
            let seen = try CacheInspection(fixture.path).verify()
            let result = cache.verify()
            #expect(seen == result)
            #expect(result.intact == 2)
            #expect(result.intactBytes == 200)
            #expect(result.faults.map(\.fault) == [.wrongDigest])
            #expect(cache.verify().faults.isEmpty)
        }
    }

    @Test func `looking on sees what a writer has stored, and there must be a cache`() throws {
        try CacheFixture.with { fixture in
            #expect(throws: CacheError.missing(path: fixture.path)) { _ = try CacheInspection(fixture.path).entries() }
            let cache = try fixture.open()
            _ = cache.store([1, 2], for: .fixture(), digest: nil)
            let entries = try CacheInspection(fixture.path).entries()
            #expect(entries.map(\.key) == [.fixture()])
            #expect(entries.map(\.digest) == [SHA256.digest([1, 2])])
            cache.clear()
            #expect(try CacheInspection(fixture.path).entries().isEmpty)
            #expect(try fixture.files().isEmpty)
            #expect(cache.totalLength == 0)
        }
    }
}
