package import Catalog
package import MediaTypes

/// The keys that verify, and which of them signs.
package struct SigningKeys: Hashable, Sendable {
    package let active: SigningKey
    /// All of them, the active one too, in the order of the file.
    package let all: [SigningKey]

    package init(_ only: SigningKey) {
        active = only
        all = [only]
    }

    private init(active: SigningKey, all: [SigningKey]) {
        self.active = active
        self.all = all
    }

    package init(_ document: SigningKeysDocument) throws(SigningKeysProblem) {
        guard document.keys.count <= 64 else { throw .tooMany }
        var keys = [SigningKey]()
        for entry in document.keys {
            guard Token.isKeyID(entry.kid) else { throw .badKeyID }
            guard !keys.contains(where: { $0.kid == entry.kid }) else { throw .doubled(kid: entry.kid) }
            guard let secret = Base64URL.decode(entry.secret),
                let key = SigningKey(kid: entry.kid, secret: secret, retireAt: entry.retireAt)
            else { throw .badSecret(kid: entry.kid) }
            keys.append(key)
        }
        guard let active = keys.first(where: { $0.kid == document.active }) else { throw .noActiveKey }
        self.init(active: active, all: keys)
    }

    package var document: SigningKeysDocument {
        SigningKeysDocument(active: active.kid, keys: all.map(\.document))
    }

    package func key(_ kid: some StringProtocol) -> SigningKey? { all.first { $0.kid == kid } }

    /// With a new key that signs from now on; the one before it verifies until `moment`, which should leave every
    /// token it signed the time to expire. A key of the same id is replaced.
    package func rotated(to key: SigningKey, oldRetiresAt moment: UnixTime?) -> SigningKeys {
        var old = active
        old.retireAt = moment
        let others = all.map { $0.kid == old.kid ? old : $0 }.filter { $0.kid != key.kid }
        return SigningKeys(active: key, all: others + [key])
    }

    /// Without the keys that verify nothing any more.
    package func dropping(retiredAt now: UnixTime) -> SigningKeys {
        SigningKeys(active: active, all: all.filter { $0.kid == active.kid || !$0.isRetired(at: now) })
    }

    /// With one key's retirement set. The active key stays as it is: something must sign.
    package func retiring(_ kid: String, at moment: UnixTime) -> SigningKeys {
        SigningKeys(
            active: active,
            all: all.map { key in
                guard key.kid == kid, kid != active.kid else { return key }
                var retired = key
                retired.retireAt = moment
                return retired
            })
    }
}

/// Why a set of signing keys is unusable. It never repeats a secret.
package enum SigningKeysProblem: Error, Hashable, Sendable, CustomStringConvertible {
    case tooMany
    case badKeyID
    case doubled(kid: String)
    case badSecret(kid: String)
    case noActiveKey
    /// The file may be read by others than its owner.
    case tooWide(mode: UInt16)
    case unreadable(String)
    case notJSON(String)

    package var description: String {
        switch self {
        case .tooMany: "more than 64 signing keys"
        case .badKeyID: "a kid has 1 to 32 letters, digits, '-' or '_'"
        case .doubled(let kid): "there are two signing keys '\(kid)'"
        case .badSecret(let kid): "the secret of signing key '\(kid)' is not the base64url of 32 bytes"
        case .noActiveKey: "'active' names no signing key of the file"
        case .tooWide(let mode): "its mode is 0\(String(mode, radix: 8)), and only its owner may read signing keys"
        case .unreadable(let reason): reason
        case .notJSON(let problem): "it is no signing keys file: \(problem)"
        }
    }
}
