/// What there is for a reader of an object.
package enum ObjectAccess: Sendable {
    case complete([UInt8])
    /// It is not there, or not all of it, and nobody fetches it: the reader does.
    case write(ObjectWriter)
    /// Somebody else fetches it.
    case follow(ObjectFollower)
}

/// What a reader that follows is told. It is called on the writer's thread.
package enum ObjectNews: Sendable {
    /// So many bytes are there.
    case grew(to: Int)
    /// All of it is in the cache.
    case complete
    /// The writer went before the end: now it is the reader's to fetch.
    case write(ObjectWriter)
    /// It is not kept: the reader asks again.
    case gone
}
