/// What there is for a reader of an object.
package enum ObjectAccess: Sendable {
    case complete([UInt8])
    /// It is not there, or not all of it, and nobody fetches it: the reader does.
    case write(any ObjectWriter)
    /// Somebody else fetches it.
    case follow(any ObjectFollower)
}

/// What a reader that follows is told. It is called on the writer's thread.
package enum ObjectNews: Sendable {
    /// So many bytes are there.
    case grew(to: Int)
    /// All of it is in the cache.
    case complete
    /// The writer went before the end: now it is the reader's to fetch.
    case write(any ObjectWriter)
    /// It is not kept: the reader asks again.
    case gone
}

/// A reader that waits for somebody else's fetch. It holds no lock; letting go of it ends the waiting.
package protocol ObjectFollower: AnyObject, Sendable {
    var length: Int { get }

    /// What is there from an offset on. It is checked against its digest only when it is complete.
    func bytes(from offset: Int) -> [UInt8]
}
