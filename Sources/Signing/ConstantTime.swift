internal import COpenSSL

/// Comparison that tells an attacker nothing by how long it takes.
package enum ConstantTime {
    /// In a time that depends on the lengths only.
    package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        left.count == right.count && CRYPTO_memcmp(left, right, left.count) == 0
    }
}
