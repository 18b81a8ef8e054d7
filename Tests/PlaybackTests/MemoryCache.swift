import Catalog
import Player
import Synchronization

/// A cache without a disk and without a limit.
final class MemoryCache: ObjectCache {
    private let objects = Mutex<[CacheKey: [UInt8]]>([:])

    var keys: Set<CacheKey> { objects.withLock { Set($0.keys) } }

    func completeObjects(reel: ReelID, version: VersionID) -> Set<CacheKey> {
        keys.filter { $0.reel == reel && $0.version == version }
    }

    func read(_ key: CacheKey) -> [UInt8]? { objects.withLock { $0[key] } }

    func store(_ bytes: [UInt8], for key: CacheKey, digest: ContentDigest?) -> StoreOutcome {
        objects.withLock { $0[key] = bytes }
        return .stored(evicted: [])
    }
}
