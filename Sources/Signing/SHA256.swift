internal import COpenSSL
package import Catalog

/// A SHA-256 digest of bytes that come piece by piece.
package struct SHA256: ~Copyable {
    private let context: OpaquePointer

    package init() {
        guard let context = EVP_MD_CTX_new(), EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            fatalError("out of memory for a digest")
        }
        self.context = context
    }

    deinit { EVP_MD_CTX_free(context) }

    package mutating func update(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { update($0) }
    }

    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        bytes.withUnsafeBytes { update($0) }
    }

    package mutating func update(_ bytes: Span<UInt8>) {
        bytes.withUnsafeBytes { update($0) }
    }

    /// The digest of everything so far. More may follow.
    package func digest() -> ContentDigest {
        guard let copy = EVP_MD_CTX_new(), EVP_MD_CTX_copy_ex(copy, context) == 1 else {
            fatalError("out of memory for a digest")
        }
        defer { EVP_MD_CTX_free(copy) }
        let bytes = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            EVP_DigestFinal_ex(copy, buffer.baseAddress, nil)
            count = 32
        }
        return ContentDigest(bytes: bytes)!
    }

    package static func digest(_ bytes: [UInt8]) -> ContentDigest {
        var hash = SHA256()
        hash.update(bytes)
        return hash.digest()
    }

    private mutating func update(_ bytes: UnsafeRawBufferPointer) {
        // The digest of a memory buffer cannot fail once its context is set up.
        EVP_DigestUpdate(context, bytes.baseAddress, bytes.count)
    }
}
