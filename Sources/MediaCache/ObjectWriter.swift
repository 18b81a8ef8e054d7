package import Catalog
package import Player
import Synchronization

/// The right to write one object. Letting go of it before the end hands the right to the reader that waits longest;
/// when there is none, the bytes stay as a prefix if the rest can be asked for.
///
/// Once a call has said that the object is not kept, the others do nothing.
package final class ObjectWriter: Sendable {
    private let cache: DiskCache
    private let flight: Flight
    private let hasEnded = Atomic(false)

    init(_ cache: DiskCache, _ flight: Flight) {
        self.cache = cache
        self.flight = flight
    }

    deinit { if end() { cache.leave(flight) } }

    /// What of it is there. Its bytes are worth asking for the rest only with an entity tag.
    package var prefix: ObjectPrefix { flight.prefix }

    /// The bytes that are there.
    package func prefixBytes() -> [UInt8] { cache.prefixBytes(flight, from: 0) }

    /// A response has come: 200, whose bytes begin at 0 and replace what is there, or a verified 206 that goes on where
    /// the prefix ends. `false` when the object is not kept.
    package func begin(
        at offset: Int = 0, total: Int? = nil, entityTag: String? = nil, digest: ContentDigest? = nil
    ) -> Bool {
        let description = ObjectPrefix(length: offset, total: total, entityTag: entityTag, digest: digest)
        return keepOn { cache.begin(flight, description) }
    }

    package func append(_ bytes: [UInt8]) -> Bool { keepOn { cache.append(bytes, to: flight) } }

    /// All bytes have come. `digest` is what the origin said of them, if it has not been told before.
    package func finish(digest: ContentDigest? = nil) -> StoreOutcome {
        guard end() else { return .notKept("it was given up before") }
        return cache.finish(flight, digest: digest)
    }

    /// Throws away what is there.
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
