package import Catalog

/// The first bytes of an object, and what the origin has said of the whole.
package struct ObjectPrefix: Hashable, Sendable {
    /// Bytes that are there.
    package var length: Int
    /// Bytes of the whole; `nil` while it is not known.
    package var total: Int?
    /// The strong entity tag of the whole as it was sent, for `If-Range` (RFC 9110 §13.1.5). Without one the rest
    /// cannot be asked for.
    package var entityTag: String?
    /// What the whole must digest to.
    package var digest: ContentDigest?
    /// What these first bytes digest to, when their writer has come to say so.
    package var prefixDigest: ContentDigest?

    package init(length: Int = 0, total: Int? = nil, entityTag: String? = nil, digest: ContentDigest? = nil) {
        self.length = length
        self.total = total
        self.entityTag = entityTag
        self.digest = digest
    }
}

extension ObjectPrefix {
    /// Why an object of a length, if that is known, is not kept.
    package static func noRoom(for length: Int?) -> String {
        length.map { "it takes \($0) bytes, and there is no room for them" } ?? "there is no room for it"
    }
}
