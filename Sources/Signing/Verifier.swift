package import Catalog
internal import HTTP
package import MediaTypes

/// Decides whether a token allows a path now.
package struct Verifier: Sendable {
    package var keys: SigningKeys
    /// How far clocks may differ: both ends of the validity move by it.
    package var skew: Duration
    /// Refuses tokens that are not bound to the client's address.
    package var requiresAddress: Bool
    /// What these keys have verified before.
    private let verified: VerifiedTokens?

    package init(
        keys: SigningKeys, skew: Duration = .zero, requiresAddress: Bool = false, verified: VerifiedTokens? = nil
    ) {
        self.verified = verified
        self.keys = keys
        self.skew = skew
        self.requiresAddress = requiresAddress
    }

    /// The signature first, then time, then scope: nothing is learnt from a token that we did not sign.
    ///
    /// A token bound to another client's address is refused as `signature`, because the address is not carried.
    package func verify(
        _ text: Substring?, path: RawPath, address: String, at now: UnixTime
    ) throws(RefusalReason) -> Token {
        guard let text, !text.isEmpty else { throw .missing }
        let token = try signedToken(text, address: address, at: now)
        try checkTime(of: token, at: now)
        guard token.scope.covers(path) else { throw .scope }
        return token
    }

    package func verify(
        _ text: (some StringProtocol)?, path: RawPath, address: String, at now: UnixTime
    ) throws(RefusalReason) -> Token {
        try verify(text.map { Substring($0) }, path: path, address: address, at: now)
    }

    private func signedToken(_ text: Substring, address: String, at now: UnixTime) throws(RefusalReason) -> Token {
        let bytes = text.bytes
        if !requiresAddress, let token = verified?.token(bytes) {
            _ = try key(of: token, at: now)
            return token
        }
        guard let token = Token(text) else { throw .malformed }
        if try isUnbound(token, address: address, at: now) { verified?.remember(token, as: bytes) }
        return token
    }

    /// Whether everybody may use the token; one that is signed neither for everybody nor for `address` is refused.
    private func isUnbound(_ token: Token, address: String, at now: UnixTime) throws(RefusalReason) -> Bool {
        let key = try key(of: token, at: now)
        let isUnbound = isSigned(token, with: key, address: "")
        if isUnbound, !requiresAddress { return true }
        if !address.isEmpty, isSigned(token, with: key, address: address) { return false }
        throw isUnbound ? .address : .signature
    }

    private func key(of token: Token, at now: UnixTime) throws(RefusalReason) -> SigningKey {
        guard let key = keys.key(token.kid), !key.isRetired(at: now) else { throw .unknownKey }
        return key
    }

    private func isSigned(_ token: Token, with key: SigningKey, address: String) -> Bool {
        let message = Array(token.signedText(address: address).utf8)
        return ConstantTime.areEqual(
            MessageAuthentication.code(of: message, key: key.secret), token.signature)
    }

    /// `nbf ≤ now < exp`, strictly, as RFC 7519 §4.1.4 says of `exp`.
    private func checkTime(of token: Token, at now: UnixTime) throws(RefusalReason) {
        if let start = token.notBefore, now + skew < UnixTime(seconds: start) { throw .notYetValid }
        guard now < UnixTime(seconds: token.expires) + skew else { throw .expired }
    }
}
