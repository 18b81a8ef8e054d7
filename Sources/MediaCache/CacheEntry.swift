package import Catalog

/// One complete object of a cache.
package struct CacheEntry: Hashable, Sendable {
    package var key: CacheKey
    /// Bytes.
    package var length: Int
    package var digest: ContentDigest
    /// When it was read last, or stored, on the cache's logical clock: a later use has a greater number.
    package var lastRead: Int64
    /// How often it was read to be played.
    package var hits: Int
    package var kind = CacheClass.played
}

/// How much speaks for keeping an object. Those of a lower class are evicted before any of a higher one.
package enum CacheClass: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// Fetched because it might be played, and not played so far.
    case preloaded = 0
    /// Fetched to be played, or played since.
    case played = 1

    package var text: String {
        switch self {
        case .preloaded: "preloaded"
        case .played: "played"
        }
    }

    package static func < (left: CacheClass, right: CacheClass) -> Bool { left.rawValue < right.rawValue }
}

/// What was evicted in a cache's life without ever having been played.
package struct EvictedUnplayed: Hashable, Sendable, Codable {
    package var objects: Int
    package var bytes: Int

    package init(objects: Int = 0, bytes: Int = 0) {
        self.objects = objects
        self.bytes = bytes
    }
}

/// What is wrong with an object on disk.
package enum CacheFault: String, Error, Hashable, Sendable, Codable {
    case missing
    /// There is something in its place that cannot be read.
    case unreadable
    /// Shorter or longer than it was.
    case wrongLength
    /// Other bytes than were stored.
    case wrongDigest
}
