package import Catalog
package import Player
import Synchronization

/// The right to write one object of a ``DiskCache``.
package final class DiskWriter: ObjectWriter {
    private let cache: DiskCache
    private let flight: Flight
    private let hasEnded = Atomic(false)

    init(_ cache: DiskCache, _ flight: Flight) {
        self.cache = cache
        self.flight = flight
    }

    deinit { leave() }

    package var prefix: ObjectPrefix { flight.prefix }

    package func prefixBytes() -> [UInt8] { cache.prefixBytes(flight, from: 0) }

    package func begin(_ response: ObjectPrefix) -> Bool { keepOn { cache.begin(flight, response) } }

    package func append(_ bytes: [UInt8]) -> Bool { keepOn { cache.append(bytes, to: flight) } }

    package func finish(digest: ContentDigest?) -> StoreOutcome {
        guard end() else { return .notKept("it was given up before") }
        return cache.finish(flight, digest: digest)
    }

    @discardableResult
    package func leave() -> Int { end() ? cache.leave(flight) : 0 }

    package func discard() { if end() { cache.discard(flight) } }

    private func keepOn(_ step: () -> Bool) -> Bool {
        guard !hasEnded.load(ordering: .acquiring) else { return false }
        if step() { return true }
        _ = end()
        return false
    }

    /// Whether it has not ended before.
    private func end() -> Bool { !hasEnded.exchange(true, ordering: .acquiringAndReleasing) }
}
