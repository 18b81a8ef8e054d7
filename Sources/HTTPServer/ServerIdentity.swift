/// Why a server cannot prove itself.
package enum IdentityProblem: Error, Hashable, Sendable {
    /// It is none, in PEM.
    case certificate
    /// It is none, in PEM.
    case privateKey
    case encryptedKey
    /// The key is not the certificate's.
    case pair
    /// OpenSSL has no memory, or is forbidden what it needs.
    case system
}

/// What a server proves itself with over TLS.
package struct ServerIdentity: Sendable {
    /// In PEM, the server's own first, then those that lead to one that clients know.
    package var certificate: String
    /// In PEM, without a password. A secret.
    package var privateKey: String

    package init(certificate: String, privateKey: String) {
        self.certificate = certificate
        self.privateKey = privateKey
    }
}
