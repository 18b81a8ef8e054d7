package import Catalog

/// One complete object of a cache.
package struct CacheEntry: Hashable, Sendable {
    package var key: CacheKey
    /// Bytes.
    package var length: Int
    package var digest: ContentDigest
    /// When it was read last, or stored, on the cache's logical clock: a later use has a greater number.
    package var lastRead: Int64
    /// How often it was read.
    package var hits: Int
}

/// What is wrong with an object on disk.
package enum CacheFault: String, Error, Hashable, Sendable, Codable {
    case missing
    /// Shorter or longer than it was.
    case wrongLength
    /// Other bytes than were stored.
    case wrongDigest
}
