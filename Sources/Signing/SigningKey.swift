internal import Catalog
package import MediaTypes

/// A key that signs tokens. Neither its description nor its reflection shows the secret.
package struct SigningKey: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable
{
    /// `[A-Za-z0-9_-]{1,32}`.
    package let kid: String
    /// From then on it verifies nothing.
    package var retireAt: UnixTime?
    let secret: [UInt8]

    /// `nil` unless the key id has its form and the secret 32 bytes.
    package init?(kid: String, secret: [UInt8], retireAt: UnixTime? = nil) {
        guard Token.isKeyID(kid), secret.count == 32 else { return nil }
        self.kid = kid
        self.secret = secret
        self.retireAt = retireAt
    }

    /// A new secret from a source that must be fit for secrets, as the system's is.
    package init?(kid: String, using generator: inout some RandomNumberGenerator) {
        self.init(kid: kid, secret: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    package func isRetired(at now: UnixTime) -> Bool { retireAt.map { $0 <= now } ?? false }

    package var description: String { "signing key \(kid)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: ["kid": kid]) }

    var document: SigningKeysDocument.Key {
        SigningKeysDocument.Key(kid: kid, secret: Base64URL.encode(secret), retireAt: retireAt)
    }
}
