internal import COpenSSL

/// HMAC-SHA256 (RFC 2104) over libcrypto.
enum MessageAuthentication {
    /// 32 bytes.
    static func code(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
            var length = UInt32(0)
            let code = HMAC(
                EVP_sha256(), key, Int32(key.count), message, message.count, buffer.baseAddress, &length)
            // It fails only without memory; no code at all then, which equals no signature.
            count = code == nil ? 0 : Int(length)
        }
    }
}
