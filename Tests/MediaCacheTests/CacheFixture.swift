import Catalog
import MediaCache
import Platform
import Signing
import TestSupport

/// A cache in a directory of its own, and what it reported.
struct CacheFixture {
    let path: String
    let events = EventList()

    static func with(_ body: (CacheFixture) throws -> Void) throws {
        try withTemporaryDirectory { folder in try body(CacheFixture(path: "\(folder)/cache")) }
    }

    /// - Parameter limit: of the objects alone: few of them, so that what their folder takes is known.
    func open(limit: Int = 1 << 20) throws -> DiskCache {
        try DiskCache(path, limit: limit + DiskCache.leastOverhead, report: events.add)
    }

    /// Object files, by their bytes: what a disk holds, whatever the index says.
    func files() throws -> [String] { try FileSystem.list("\(path)/objects").map { "\(path)/objects/\($0)" } }

    /// The sum of the lengths of all files.
    func bytesOnDisk() throws -> Int { try files().reduce(0) { try $0 + FileSystem.status($1).size } }

    /// As a process that is killed leaves it: the files at this moment, and nothing that comes later.
    func copy(to other: String) throws -> CacheFixture {
        _ = try Tool("cp").map { try $0.run(["-a", path, other]) }
        return CacheFixture(path: other)
    }
}

final class EventList: Sendable {
    private let list = Mutex<[CacheEvent]>([])

    var all: [CacheEvent] { list.withLock { $0 } }

    @Sendable func add(_ event: CacheEvent) { list.withLock { $0.append(event) } }
}

extension CacheKey {
    /// `reel:0123456789abcdef:rendition:object`.
    static func fixture(
        _ object: String = "0", reel: String = "reel", version: String = "0123456789abcdef",
        rendition: String = "video/360"
    ) -> CacheKey {
        CacheKey(
            reel: ReelID(reel)!, version: VersionID(version)!, rendition: RenditionID(foreign: rendition)!,
            object: ObjectName(object)!)
    }
}

/// Bytes that differ from seed to seed.
func bytes(_ count: Int, seed: UInt64 = 1) -> [UInt8] {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 56)
    }
}
