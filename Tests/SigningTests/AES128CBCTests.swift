import Signing
import TestSupport
import Testing

struct AES128CBCTests {
    private static let key: [UInt8] = Array(0..<16)
    private static let vector: [UInt8] = [UInt8](repeating: 0, count: 15) + [7]

    /// NIST SP 800-38A F.2.2, of which the padding is another block: `openssl enc -aes-128-cbc`.
    @Test func `decrypts the published vector`() throws {
        let key: [UInt8] = [
            0x2b, 0x7e, 0x15, 0x16, 0x28, 0xae, 0xd2, 0xa6, 0xab, 0xf7, 0x15, 0x88, 0x09, 0xcf, 0x4f, 0x3c,
        ]
        let text: [UInt8] = [
            0x6b, 0xc1, 0xbe, 0xe2, 0x2e, 0x40, 0x9f, 0x96, 0xe9, 0x3d, 0x7e, 0x11, 0x73, 0x93, 0x17, 0x2a,
        ]
        let first: [UInt8] = [
            0x76, 0x49, 0xab, 0xac, 0x81, 0x19, 0xb2, 0x46, 0xce, 0xe9, 0x8e, 0x9b, 0x12, 0xe9, 0x19, 0x7d,
        ]
        let padding: [UInt8] = [
            0x89, 0x64, 0xe0, 0xb1, 0x49, 0xc1, 0x0b, 0x7b, 0x68, 0x2e, 0x6e, 0x39, 0xaa, 0xeb, 0x73, 0x1c,
        ]
        #expect(try AES128CBC.decrypt(first + padding, key: key, vector: Array(0..<16)) == text)
    }

    @Test(.enabled(if: Tool.isInstalled("openssl"), "needs openssl"), arguments: [0, 1, 15, 16, 17, 100_000])
    func `decrypts what openssl encrypted, of any length`(count: Int) throws {
        let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        let sealed = try OpenSSL.encrypt(text, key: Self.key, vector: Self.vector)
        #expect(sealed.count == (count / 16 + 1) * 16)
        #expect(try AES128CBC.decrypt(sealed, key: Self.key, vector: Self.vector) == text)
        var other = Self.key
        other[0] ^= 1
        #expect((try? AES128CBC.decrypt(sealed, key: other, vector: Self.vector)) != text)
    }

    @Test(arguments: [
        (16, 15, 16, DecryptionError.keyLength(15)), (16, 32, 16, .keyLength(32)), (16, 16, 8, .vectorLength(8)),
        (0, 16, 16, .length(0)), (17, 16, 16, .length(17)),
    ])
    func `what has the wrong length is told`(count: Int, key: Int, vector: Int, error: DecryptionError) {
        #expect(throws: error) {
            try AES128CBC.decrypt(
                [UInt8](repeating: 1, count: count), key: [UInt8](repeating: 1, count: key),
                vector: [UInt8](repeating: 1, count: vector))
        }
    }
}
