package import Catalog

/// The right to write one object into a cache. Letting go of it before the end hands the right to the reader that waits
/// longest; when there is none, the bytes stay as a prefix if the rest can be asked for.
///
/// Once a call has said that the object is not kept, the others do nothing.
package protocol ObjectWriter: AnyObject, Sendable {
    /// What of it is there. Its bytes are worth asking for the rest only with an entity tag.
    var prefix: ObjectPrefix { get }

    /// The bytes that are there.
    func prefixBytes() -> [UInt8]

    /// A response has come: 200, whose bytes begin at 0 and replace what is there, or a verified 206 that goes on where
    /// the prefix ends. `length` is where its bytes go. `false` when the object is not kept.
    func begin(_ response: ObjectPrefix) -> Bool

    func append(_ bytes: [UInt8]) -> Bool

    /// All bytes have come. `digest` is what the origin said of them, if it has not been told before.
    func finish(digest: ContentDigest?) -> StoreOutcome

    /// Lets go of it, and says how many bytes stay for another time.
    @discardableResult
    func leave() -> Int

    /// Throws away what is there.
    func discard()
}

extension ObjectWriter {
    package func begin(
        at offset: Int = 0, total: Int? = nil, entityTag: String? = nil, digest: ContentDigest? = nil
    ) -> Bool {
        begin(ObjectPrefix(length: offset, total: total, entityTag: entityTag, digest: digest))
    }

    package func finish() -> StoreOutcome { finish(digest: nil) }
}
