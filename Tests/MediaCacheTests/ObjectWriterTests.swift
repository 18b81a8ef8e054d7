import Catalog
import MediaCache
import Platform
import Player
import Signing
import TestSupport
import Testing

/// Objects that come in pieces: prefixes that can be resumed, and readers that follow one fetch.
struct ObjectWriterTests {
    private static let object = bytes(1000)
    private static let digest = SHA256.digest(object)

    private static func writer(_ cache: DiskCache, _ key: CacheKey = .fixture()) throws -> any ObjectWriter {
        guard case .write(let writer) = cache.access(key) else { throw NotTheWriter() }
        return writer
    }

    private struct NotTheWriter: Error {}

    /// Writes the first bytes of the object and lets go.
    private static func breakOff(_ cache: DiskCache, after count: Int, entityTag: String? = "\"a\"") throws {
        let writer = try writer(cache)
        #expect(writer.begin(total: 1000, entityTag: entityTag, digest: digest))
        #expect(writer.append(Array(object.prefix(count))))
    }

    @Test func `C5: pieces become one object, and nothing is there before the last`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let writer = try Self.writer(cache)
            #expect(writer.prefix == ObjectPrefix())
            #expect(writer.begin(total: 1000))
            for start in stride(from: 0, to: 1000, by: 100) {
                #expect(cache.read(.fixture()) == nil)
                #expect(writer.append(Array(Self.object[start..<start + 100])))
            }
            #expect(cache.completeObjects(reel: ReelID("reel")!, version: VersionID("0123456789abcdef")!).isEmpty)
            #expect(writer.finish(digest: Self.digest) == .stored(evicted: []))
            #expect(cache.read(.fixture()) == Self.object)
        }
    }

    @Test(arguments: [1, 500, 999], [true, false])
    func `what a broken-off fetch brought is gone on with, also by the next process`(_ count: Int, _ reopens: Bool)
        throws
    {
        try CacheFixture.with { fixture in
            var cache: DiskCache? = try fixture.open()
            try Self.breakOff(cache!, after: count)
            #expect(cache!.totalLength == count)
            if reopens {
                cache = nil
                cache = try fixture.open()
            }
            let writer = try Self.writer(cache!)
            #expect(writer.prefix.length == count)
            #expect(writer.prefix.total == 1000)
            #expect(writer.prefix.entityTag == "\"a\"")
            #expect(writer.prefixBytes() == Array(Self.object.prefix(count)))
            #expect(writer.begin(at: count, total: 1000, entityTag: "\"a\""))
            #expect(writer.append(Array(Self.object.dropFirst(count))))
            #expect(writer.finish() == .stored(evicted: []))
            #expect(cache!.read(.fixture()) == Self.object)
            #expect(cache!.totalLength == 1000)
            #expect(fixture.events.all.isEmpty)
        }
    }

    @Test func `without an entity tag the rest cannot be asked for, and nothing stays`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            try Self.breakOff(cache, after: 500, entityTag: nil)
            #expect(cache.totalLength == 0)
            #expect(try fixture.files().isEmpty)
        }
    }

    @Test func `a whole answer to a request for the rest begins anew`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            try Self.breakOff(cache, after: 700)
            let writer = try Self.writer(cache)
            #expect(writer.begin(at: 0, total: 1000, entityTag: "\"b\"", digest: Self.digest))
            #expect(writer.prefix.length == 0)
            #expect(writer.append(Self.object))
            #expect(writer.finish() == .stored(evicted: []))
            #expect(cache.read(.fixture()) == Self.object)
        }
    }

    @Test func `bytes that go on elsewhere, or with another entity, are not taken`() throws {
        for (offset, tag, total) in [
            (499, "\"a\"", 1000), (501, "\"a\"", 1000), (500, "\"b\"", 1000), (500, "\"a\"", 1001),
        ] {
            try CacheFixture.with { fixture in
                let cache = try fixture.open()
                try Self.breakOff(cache, after: 500)
                let writer = try Self.writer(cache)
                #expect(!writer.begin(at: offset, total: total, entityTag: tag))
                #expect(!writer.append([1]))
                #expect(try fixture.files().isEmpty)
                #expect(cache.totalLength == 0)
            }
        }
    }

    @Test func `row 30, pocket-casts 5869, and C5: more bytes than announced, or fewer, are not the object`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let long = try Self.writer(cache)
            #expect(long.begin(total: 999, entityTag: "\"a\""))
            #expect(!long.append(Self.object))
            let short = try Self.writer(cache)
            #expect(short.prefix.length == 0)
            #expect(short.begin(total: 1001, entityTag: "\"a\""))
            #expect(short.append(Self.object))
            #expect(short.finish() == .notKept("it was cut short"))
            #expect(cache.read(.fixture()) == nil)
            #expect(try Self.writer(cache).prefix.length == 1000)
        }
    }

    @Test func `C5: bytes of another digest are thrown away, those of the prefix too`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            try Self.breakOff(cache, after: 500)
            let writer = try Self.writer(cache)
            #expect(writer.begin(at: 500, total: 1000, entityTag: "\"a\""))
            #expect(writer.append(Array(Self.object.suffix(500).reversed())))
            #expect(writer.finish() == .digestMismatch)
            #expect(try Self.writer(cache).prefix == ObjectPrefix())
            #expect(try fixture.files().isEmpty)
        }
    }

    @Test func `a prefix that changed on the disk is found before anything is added to it`() throws {
        try CacheFixture.with { fixture in
            do { try Self.breakOff(fixture.open(), after: 500) }
            var content = try FileSystem.read(fixture.files()[0], limit: 1000)
            content[100] ^= 1
            try FileSystem.write(content, to: fixture.files()[0])
            let cache = try fixture.open()
            let writer = try Self.writer(cache)
            #expect(!writer.begin(at: 500, total: 1000, entityTag: "\"a\""))
            #expect(try Self.writer(cache).prefix == ObjectPrefix())
        }
    }

    @Test func `a prefix of another length than its file is begun anew`() throws {
        try CacheFixture.with { fixture in
            do { try Self.breakOff(fixture.open(), after: 500) }
            try FileSystem.write([1, 2, 3], to: fixture.files()[0])
            let cache = try fixture.open()
            #expect(try Self.writer(cache).prefix == ObjectPrefix())
            #expect(fixture.events.all == [.dropped(.fixture(), .wrongLength)])
            #expect(cache.totalLength == 0)
        }
    }

    @Test func `C9: readers of an object under way cause one fetch, see it grow, and then have it`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let writer = try Self.writer(cache)
            let readers = try (0..<5).map { _ in try Reader(cache) }
            #expect(writer.begin(total: 1000, digest: Self.digest))
            #expect(writer.append(Array(Self.object.prefix(300))))
            for reader in readers {
                #expect(reader.news == ["grew to 300"])
                #expect(reader.bytes(from: 200) == Array(Self.object[200..<300]))
                #expect(reader.bytes(from: 300) == [])
            }
            #expect(writer.append(Array(Self.object.dropFirst(300))))
            #expect(writer.finish() == .stored(evicted: []))
            for reader in readers {
                #expect(reader.news == ["grew to 300", "grew to 1000", "complete"])
                #expect(reader.bytes(from: 0) == Self.object)
            }
        }
    }

    @Test func `C9: a writer that goes away hands over to the reader that waits longest`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            var writer: (any ObjectWriter)? = try Self.writer(cache)
            let (first, second) = (try Reader(cache), try Reader(cache))
            #expect(writer!.begin(total: 1000, entityTag: "\"a\"", digest: Self.digest))
            #expect(writer!.append(Array(Self.object.prefix(400))))
            writer = nil
            #expect(first.news == ["grew to 400", "write from 400"])
            #expect(second.news == ["grew to 400"])
            let heir = try #require(first.takeWriter())
            #expect(heir.begin(at: 400, total: 1000, entityTag: "\"a\""))
            #expect(heir.append(Array(Self.object.dropFirst(400))))
            #expect(heir.finish() == .stored(evicted: []))
            #expect(second.news == ["grew to 400", "grew to 1000", "complete"])
        }
    }

    @Test func `a reader that is gone inherits nothing`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            var writer: (any ObjectWriter)? = try Self.writer(cache)
            var first: Reader? = try Reader(cache)
            let second = try Reader(cache)
            #expect(writer!.begin(total: 1000, entityTag: "\"a\""))
            first = nil
            writer = nil
            #expect(first == nil)
            #expect(second.news == ["write from 0"])
        }
    }

    @Test func `when the bytes are wrong, its readers ask again and one of them fetches`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            let writer = try Self.writer(cache)
            let reader = try Reader(cache)
            #expect(writer.begin(total: 1000, digest: Self.digest))
            #expect(writer.append(Self.object.reversed()))
            #expect(writer.finish() == .digestMismatch)
            #expect(reader.news == ["grew to 1000", "gone"])
            #expect(try Self.writer(cache).prefix == ObjectPrefix())
        }
    }

    @Test func `row 48, ExoPlayer 9132: a paused reader holds nothing up`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 1000)
            let writer = try Self.writer(cache)
            let paused = try Reader(cache)
            #expect(writer.begin(total: 1000))
            #expect(writer.append(Self.object))
            #expect(writer.finish() == .stored(evicted: []))
            #expect(cache.store(bytes(600), for: .fixture("1"), digest: nil) == .stored(evicted: [.fixture()]))
            // What it began to read it reads to the end, although it was evicted.
            #expect(paused.bytes(from: 500) == Array(Self.object[500...]))
        }
    }

    @Test func `room for what is under way is taken from the beginning, and given back`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 1500)
            _ = cache.store(bytes(600), for: .fixture("9"), digest: nil)
            var writer: (any ObjectWriter)? = try Self.writer(cache)
            #expect(writer!.begin(total: 1000))
            // 1000 are spoken for: 500 are left, and the object of 600 had to go.
            #expect(cache.length(of: .fixture("9")) == nil)
            #expect(cache.store(bytes(501), for: .fixture("1"), digest: nil) == .notKept("there is no room for it"))
            #expect(cache.store(bytes(500), for: .fixture("2"), digest: nil) == .stored(evicted: []))
            writer = nil
            #expect(cache.store(bytes(1000), for: .fixture("3"), digest: nil) == .stored(evicted: []))
        }
    }

    @Test
    func `row 33, expo 43957: an object of unknown length takes room as it grows, and is left out when there is none`()
        throws
    {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 1000)
            _ = cache.store(bytes(600), for: .fixture("9"), digest: nil)
            let writer = try Self.writer(cache)
            #expect(writer.begin())
            #expect(writer.append(bytes(400)))
            #expect(cache.length(of: .fixture("9")) == 600)
            #expect(writer.append(bytes(600)))
            #expect(cache.length(of: .fixture("9")) == nil)
            #expect(!writer.append([1]))
            #expect(try fixture.files().isEmpty)
        }
    }

    @Test func `prefixes go before any complete object, and never while they grow`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open(limit: 1000)
            try Self.breakOff(cache, after: 300)
            _ = cache.store(bytes(600), for: .fixture("9"), digest: nil)
            #expect(cache.totalLength == 900)
            #expect(cache.store(bytes(300), for: .fixture("8"), digest: nil) == .stored(evicted: []))
            #expect(cache.totalLength == 900)
            #expect(try Self.writer(cache).prefix == ObjectPrefix())
        }
    }

    @Test func `a writer outlives the emptying of the cache and keeps nothing`() throws {
        try CacheFixture.with { fixture in
            let cache = try fixture.open()
            _ = cache.store([1], for: .fixture("1"), digest: nil)
            try Self.breakOff(cache, after: 500)
            cache.clear()
            #expect(try fixture.files().isEmpty)
            #expect(cache.totalLength == 0)
            #expect(try Self.writer(cache).prefix == ObjectPrefix())
        }
    }

    /// A reader that came second.
    private final class Reader: Sendable {
        private let list = Mutex<(texts: [String], writer: (any ObjectWriter)?)>(([], nil))
        private let follower: Mutex<(any ObjectFollower)?>

        init(_ cache: DiskCache) throws {
            follower = Mutex(nil)
            let access = cache.access(.fixture()) { [weak self] news in self?.hear(news) }
            guard case .follow(let follower) = access else { throw NotTheWriter() }
            self.follower.withLock { $0 = follower }
        }

        var news: [String] { list.withLock { $0.texts } }

        func takeWriter() -> (any ObjectWriter)? { list.withLock { $0.writer.take() } }

        func bytes(from offset: Int) -> [UInt8] { follower.withLock { $0 }?.bytes(from: offset) ?? [] }

        private func hear(_ news: ObjectNews) {
            list.withLock { list in
                switch news {
                case .grew(let length): list.texts.append("grew to \(length)")
                case .complete: list.texts.append("complete")
                case .gone: list.texts.append("gone")
                case .write(let writer):
                    list.texts.append("write from \(writer.prefix.length)")
                    list.writer = writer
                }
            }
        }
    }
}
