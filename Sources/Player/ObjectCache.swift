package import Catalog

/// What playback asks of a cache of objects. Thread-safe; every object in it is complete and verified.
package protocol ObjectCache: Sendable {
    /// The complete objects of a version, without reading them and without counting as use.
    func completeObjects(reel: ReelID, version: VersionID) -> Set<CacheKey>

    /// The object, or the right to fetch it, or somebody who does. Reading it to play it counts as its latest use. What
    /// fails verification is dropped and is not there.
    ///
    /// `notify` is called only when the answer is ``ObjectAccess/follow(_:)``, until the follower is let go of or the
    /// news is other than growth.
    func access(
        _ key: CacheKey, for use: ObjectUse, notify: @escaping @Sendable (ObjectNews) -> Void
    ) -> ObjectAccess

    /// Bytes that can still be kept; `nil` where what is there makes room for what is new.
    func room(for use: ObjectUse) -> Int?

    /// Keeps an outline beside the objects of its version, with what is known of it already.
    func remember(_ outline: ReelOutline)

    /// What is kept of a reel's playlists, of the version that was played last; `nil` when nothing is.
    func outline(of reel: ReelID) -> ReelOutline?

    /// Reels that are never evicted from now on, in place of those named before: what is playing, and what is next.
    func protect(_ reels: Set<ReelID>)
}

extension ObjectCache {
    package func room(for use: ObjectUse) -> Int? { nil }
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
