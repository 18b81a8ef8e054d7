import Platform

/// The `openssl` command, for what our own code is compared with.
package enum OpenSSL {
    /// AES-128 in CBC with PKCS#7 padding.
    package static func encrypt(_ text: [UInt8], key: [UInt8], vector: [UInt8]) throws -> [UInt8] {
        try withTemporaryDirectory { folder in
            try FileSystem.write(text, to: "\(folder)/text")
            let options = ["enc", "-aes-128-cbc", "-K", hex(key), "-iv", hex(vector)]
            guard let tool = Tool("openssl") else { throw Missing() }
            let result = try tool.run(options + ["-in", "\(folder)/text", "-out", "\(folder)/sealed"])
            guard result.status == 0 else { throw Missing() }
            return try FileSystem.read("\(folder)/sealed", limit: 1 << 30)
        }
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private struct Missing: Error {}
}
