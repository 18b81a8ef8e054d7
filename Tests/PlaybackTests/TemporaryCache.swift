import Catalog
import MediaCache
import Platform
import TestSupport

/// Calls with a cache in a directory that is removed.
func withCache(limit: Int = 1 << 24, _ body: (DiskCache) throws -> Void) throws {
    try withTemporaryDirectory { folder in try body(DiskCache("\(folder)/cache", limit: limit)) }
}

/// Calls with what opens one cache again and again.
func withTemporaryCaches(_ body: (() throws -> DiskCache) throws -> Void) throws {
    try withTemporaryDirectory { folder in try body { try DiskCache("\(folder)/cache", limit: 1 << 24) } }
}

extension DiskCache {
    var keys: Set<CacheKey> { Set(entries().map(\.key)) }
}
