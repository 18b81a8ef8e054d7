/// A reader that waits for somebody else's fetch. It holds no lock; letting go of it ends the waiting.
package final class ObjectFollower: Sendable {
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

    /// What is there from an offset on. It is checked against its digest only when it is complete.
    package func bytes(from offset: Int) -> [UInt8] { cache.prefixBytes(flight, from: offset) }
}
