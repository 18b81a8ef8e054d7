import Player

/// A reader that waits for somebody else's fetch into a ``DiskCache``.
package final class DiskFollower: ObjectFollower {
    private let cache: DiskCache
    private let flight: Flight
    private let id: Int

    init(_ cache: DiskCache, _ flight: Flight, id: Int) {
        self.cache = cache
        self.flight = flight
        self.id = id
    }

    deinit { flight.unfollow(id) }

    package var length: Int { flight.prefix.length }

    package func bytes(from offset: Int) -> [UInt8] { cache.prefixBytes(flight, from: offset) }
}
