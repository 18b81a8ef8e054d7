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
