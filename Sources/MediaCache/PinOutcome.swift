package import Catalog

/// What became of the wish to keep a reel.
package enum PinOutcome: Hashable, Sendable {
    case pinned
    case alreadyPinned
    /// No object of it is there; these reels are, sorted.
    case absent(reels: [ReelID])
    /// With it so many bytes would be pinned, more than the cache may take: nothing could be evicted for something new.
    case noRoom(bytes: Int, limit: Int)
    /// The index did not take it, which was reported.
    case failed
}
