package import MediaTypes

/// The signing keys file (mode 0600). It holds secrets: it is never printed, and its descriptions say none.
package struct SigningKeysDocument: Hashable, Sendable, Codable {
    /// The `kid` that signs.
    package var active: String
    package var keys: [Key]

    package init(active: String, keys: [Key]) {
        self.active = active
        self.keys = keys
    }

    package struct Key: Hashable, Sendable, Codable, CustomStringConvertible, CustomDebugStringConvertible {
        /// `[A-Za-z0-9_-]{1,32}`.
        package var kid: String
        /// base64url of 32 bytes, unpadded.
        package var secret: String
        /// From then on the key verifies nothing.
        package var retireAt: UnixTime?

        package init(kid: String, secret: String, retireAt: UnixTime? = nil) {
            self.kid = kid
            self.secret = secret
            self.retireAt = retireAt
        }

        package var description: String { "signing key \(kid)" }
        package var debugDescription: String { description }
    }
}
