import Catalog
import Player
import Signing

/// An object as it came, and what it is opened with.
struct SealedBytes: Sendable {
    var bytes: [UInt8]
    /// `nil` when it is clear.
    var key: [UInt8]?
    var vector: [UInt8]

    func opened() throws(DecryptionError) -> [UInt8] {
        guard let key else { return bytes }
        return try AES128CBC.decrypt(bytes, key: key, vector: vector)
    }
}

extension DecodeReport {
    /// Of a segment that could not be opened: how much is in it nobody knows.
    init(sealed kind: RenditionKind, problem: String) {
        self.init(
            framesExpected: kind == .video ? nil : 0, samplesExpected: kind == .video ? 0 : nil, problems: [problem])
    }
}
