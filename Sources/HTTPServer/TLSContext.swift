internal import CTLS

/// What every TLS connection of a server shares: its certificate and its key, in OpenSSL's `SSL_CTX`.
final class TLSContext: Sendable {
    /// OpenSSL counts who uses it under a lock of its own, and nothing is set after `init`, so that any thread may make
    /// sessions of it.
    nonisolated(unsafe) let context: OpaquePointer

    /// `nil` when the certificate or its key is none, or they do not belong together.
    init?(_ identity: ServerIdentity) {
        guard let context = SSL_CTX_new(TLS_server_method()) else { return nil }
        self.context = context
        defer { ERR_clear_error() }
        guard reelrig_ssl_ctx_min_tls12(context) == 1, Self.use(identity, in: context) else { return nil }
        reelrig_ssl_ctx_write_pieces(context)
    }

    deinit { SSL_CTX_free(context) }

    private static func use(_ identity: ServerIdentity, in context: OpaquePointer) -> Bool {
        let usesChain = withReader(of: identity.certificate) { reader in
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
        return usesChain
            && withReader(of: identity.privateKey) { reader in
                guard let key = PEM_read_bio_PrivateKey(reader, nil, noPassword, nil) else { return false }
                defer { EVP_PKEY_free(key) }
                return SSL_CTX_use_PrivateKey(context, key) == 1 && SSL_CTX_check_private_key(context) == 1
            }
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
