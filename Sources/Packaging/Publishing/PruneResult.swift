internal import Catalog
package import MediaTypes

/// What ``Pruner`` removed, or would, and what it did not, each with its path.
package struct PruneResult: Sendable, Equatable {
    package enum Kind: String, Sendable, Codable {
        /// A version whose last URL has expired.
        case version
        /// What a killed run left: a folder in which it worked, or an unfinished `reel.json.new`.
        case unfinished
    }

    package struct Removal: Sendable, Equatable, Codable {
        package var path: String
        package var kind: Kind
        /// Of all its files.
        package var bytes: Int

        package init(path: String, kind: Kind, bytes: Int) {
            self.path = path
            self.kind = kind
            self.bytes = bytes
        }
    }

    /// An old version to which there may still be URLs.
    package struct Keeping: Sendable, Equatable, Codable {
        package var path: String
        /// From then on it is removed.
        package var until: UnixTime

        package init(path: String, until: UnixTime) {
            self.path = path
            self.until = until
        }
    }

    /// What is not known, in use, or could not be removed.
    package struct Remainder: Sendable, Equatable, Codable {
        package var path: String
        package var why: String

        package init(path: String, why: String) {
            self.path = path
            self.why = why
        }
    }

    /// How many folders of reels were looked into.
    package var reels = 0
    package var removed: [Removal] = []
    package var kept: [Keeping] = []
    package var leftAlone: [Remainder] = []
    /// What should have been removed.
    package var failed: [Remainder] = []

    package init() {}
}
