package import MediaTypes

/// Makes tokens with one key.
package struct Signer: Sendable {
    private let key: SigningKey

    package init(_ key: SigningKey) { self.key = key }

    /// - Parameters:
    ///   - expires: the first second at which the token is no longer valid; fractions are dropped.
    ///   - address: canonical text of the only client that may use it. It is signed and not carried.
    package func token(
        for scope: TokenScope, expires: UnixTime, notBefore: UnixTime? = nil, address: String = ""
    ) -> Token {
        let (end, start) = (max(0, expires.seconds), notBefore.map { max(0, $0.seconds) })
        let text = Token.signedText(
            kid: key.kid, expires: end, notBefore: start, scope: scope, address: address)
        let signature = MessageAuthentication.code(of: Array(text.utf8), key: key.secret)
        return Token(kid: key.kid, expires: end, notBefore: start, scope: scope, signature: signature)
    }
}
