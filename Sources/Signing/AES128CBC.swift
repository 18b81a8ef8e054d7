internal import COpenSSL

/// AES-128 in CBC with PKCS#7 padding: how whole segments are encrypted (RFC 8216 §4.3.2.4, METHOD=AES-128).
package enum AES128CBC {
    /// Bytes of a key, of a vector and of a block.
    package static let keyLength = 16

    /// What was encrypted. Nothing tells a wrong key from damaged bytes: both leave padding that cannot be, but for one
    /// time in 256, when they leave noise.
    package static func decrypt(
        _ bytes: [UInt8], key: [UInt8], vector: [UInt8]
    ) throws(DecryptionError) -> [UInt8] {
        guard key.count == keyLength else { throw .keyLength(key.count) }
        guard vector.count == keyLength else { throw .vectorLength(vector.count) }
        guard !bytes.isEmpty, bytes.count % keyLength == 0, bytes.count <= Int(Int32.max) else {
            throw .length(bytes.count)
        }
        guard let context = EVP_CIPHER_CTX_new() else { throw .failed }
        defer { EVP_CIPHER_CTX_free(context) }
        guard EVP_DecryptInit_ex(context, EVP_aes_128_cbc(), nil, key, vector) == 1 else { throw .failed }
        var isPadded = true
        let text = [UInt8](unsafeUninitializedCapacity: bytes.count + keyLength) { buffer, count in
            var (first, last) = (Int32(0), Int32(0))
            isPadded =
                EVP_DecryptUpdate(context, buffer.baseAddress, &first, bytes, Int32(bytes.count)) == 1
                && EVP_DecryptFinal_ex(context, buffer.baseAddress?.advanced(by: Int(first)), &last) == 1
            count = isPadded ? Int(first + last) : 0
        }
        guard isPadded else { throw .padding }
        return text
    }
}

/// Why bytes could not be decrypted. No key and no part of one is in it.
package enum DecryptionError: Error, Hashable, Sendable, CustomStringConvertible {
    case keyLength(Int)
    case vectorLength(Int)
    /// They are no whole blocks.
    case length(Int)
    /// Another key, another vector, or other bytes.
    case padding
    case failed

    package var description: String {
        switch self {
        case .keyLength(let count): "its content key has \(count) bytes, and not \(AES128CBC.keyLength)"
        case .vectorLength(let count): "its IV has \(count) bytes, and not \(AES128CBC.keyLength)"
        case .length(let count): "its \(count) bytes are no whole blocks of AES"
        case .padding: "it cannot be decrypted with its content key"
        case .failed: "AES could not be set up"
        }
    }
}
