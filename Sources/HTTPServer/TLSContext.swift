internal import CTLS

/// What every TLS connection of a server shares: its certificate and its key, in OpenSSL's `SSL_CTX`.
final class TLSContext: Sendable {
    /// OpenSSL counts who uses it under a lock of its own, and nothing is set after `init`, so that any thread may make
    /// sessions of it.
    nonisolated(unsafe) let context: OpaquePointer

    init(_ identity: ServerIdentity) throws(IdentityProblem) {
        guard let context = SSL_CTX_new(TLS_server_method()) else { throw .system }
        self.context = context
        defer { ERR_clear_error() }
        guard reelrig_ssl_ctx_min_tls12(context) == 1 else { throw .system }
        try Self.use(certificate: identity.certificate, in: context)
        try Self.use(privateKey: identity.privateKey, in: context)
        reelrig_ssl_ctx_write_pieces(context)
    }

    deinit { SSL_CTX_free(context) }

    private static func use(certificate: String, in context: OpaquePointer) throws(IdentityProblem) {
        let isUsed = withReader(of: certificate) { reader in
            guard let own = PEM_read_bio_X509(reader, nil, noPassword, nil) else { return false }
            defer { X509_free(own) }
            guard SSL_CTX_use_certificate(context, own) == 1 else { return false }
            while let next = PEM_read_bio_X509(reader, nil, noPassword, nil) {
                guard reelrig_ssl_ctx_add_chain(context, next) == 1 else {
                    X509_free(next)
                    return false
                }
            }
            return true
        }
        if !isUsed { throw .certificate }
    }

    /// The certificate is there already.
    private static func use(privateKey: String, in context: OpaquePointer) throws(IdentityProblem) {
        var problem: IdentityProblem? = privateKey.contains("ENCRYPTED") ? .encryptedKey : .privateKey
        _ = withReader(of: privateKey) { reader in
            guard let key = PEM_read_bio_PrivateKey(reader, nil, noPassword, nil) else { return false }
            defer { EVP_PKEY_free(key) }
            let fits = SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1
            problem = fits ? nil : .pair
            return fits
        }
        if let problem { throw problem }
    }

    private static func withReader(of text: String, _ body: (OpaquePointer) -> Bool) -> Bool {
        var text = text
        return text.withUTF8 { bytes in
            guard let reader = BIO_new_mem_buf(bytes.baseAddress, Int32(clamping: bytes.count)) else { return false }
            defer { BIO_free(reader) }
            return body(reader)
        }
    }
}

/// A key that is encrypted is refused; OpenSSL would ask for its password on the terminal.
private func noPassword(
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int32, _ writes: Int32, _ closure: UnsafeMutableRawPointer?
) -> Int32 { -1 }
