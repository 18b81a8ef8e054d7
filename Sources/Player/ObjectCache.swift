package import Catalog

/// What playback asks of a cache of objects. Thread-safe; every object in it is complete and verified.
package protocol ObjectCache: Sendable {
    /// The complete objects of a version, without reading them and without counting as use.
    func completeObjects(reel: ReelID, version: VersionID) throws -> Set<CacheKey>

    /// An object's bytes, which counts as its latest use; `nil` on a miss. What fails verification is dropped and is a
    /// miss.
    func read(_ key: CacheKey) throws -> [UInt8]?

    /// Keeps a complete object. `digest` is what the origin said of it, and is verified.
    func store(_ bytes: [UInt8], for key: CacheKey, digest: ContentDigest?) throws -> StoreOutcome
}

/// What became of an object that was offered to a cache.
package enum StoreOutcome: Hashable, Sendable {
    /// Kept; these were evicted to make room.
    case stored(evicted: [CacheKey])
    /// Larger than the whole cache: playback goes on without it.
    case tooLarge
    /// It is there already with the same bytes.
    case alreadyStored
    /// Its bytes are not those of `digest`, or not those already stored under the key.
    case digestMismatch
    /// There is no room beside what else is being stored, or the disk failed, as told: playback goes on without it.
    case notKept(String)
}
