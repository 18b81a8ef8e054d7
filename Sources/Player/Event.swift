package import Catalog
package import HTTP

/// What a driver tells a session.
package enum Event: Hashable, Sendable {
    case start
    /// Playback is no longer wanted.
    case stop
    /// The status and header fields of a response.
    case head(FetchID, FetchHead)
    /// Body bytes of a response.
    case received(FetchID, Int)
    /// The end of a fetch. `body` is what was collected of a document or of an error's body; an object's bytes stay
    /// with the driver.
    case ended(FetchID, FetchEnd, body: [UInt8])
    /// What of the version the cache holds.
    case cacheListed(Set<CacheKey>)
    /// An object was in the cache: the driver has its bytes, so many.
    case cached(ObjectID, Int)
    case missed(ObjectID)
    /// The first bytes of an object were in the cache, and the rest can be asked for.
    case foundPrefix(ObjectID, ObjectPrefix)
    /// So many bytes of an object that did not become whole are in the cache for another time.
    case leftPrefix(ObjectID, Int)
    /// The cache does not keep an object whose response has begun, for the reason given.
    case refused(ObjectID, String)
    /// What became of an object that was to be checked and kept.
    case stored(ObjectID, StoreResult)
    /// The first frame of a piece is decoded and could be shown.
    case firstFrame(ObjectID)
    case decoded(ObjectID, DecodeReport)
    /// Memory or the disk is short, and these numbers of the budget became less: no more media than it says is held ahead
    /// of the playhead from now on, and nothing is preloaded.
    case warned(of: MediaBudget.Shortage, [MediaBudget.Step])
    /// The moment that ``Action/wake(at:)`` named has come, or another.
    case timer
}

/// How an object that arrived was received by the cache, if there is one.
package enum StoreResult: Hashable, Sendable, Codable {
    case kept(evicted: [CacheKey])
    /// There is no cache, it has no room, or it failed; playback goes on.
    case notKept(reason: String?)
    /// The bytes are not those that the digest names.
    case digestMismatch
}
