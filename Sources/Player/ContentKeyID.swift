package import Catalog
import StableKeys

/// What a content key is known by: a digest of its URI without what signs it, so that the same key is one key under every
/// URL and for every rendition.
package struct ContentKeyID: Hashable, Sendable, CustomStringConvertible {
    /// 32 hexadecimal digits in lower case.
    package let text: String

    package init?(_ text: String) {
        let digits = text.utf8
        guard digits.count == 32,
            digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        self.text = text
    }

    /// - Parameters:
    ///   - url: of the key, absolute.
    ///   - digest: SHA-256 of bytes.
    init?(url: String, digest: ([UInt8]) -> ContentDigest) {
        self.init(String(digest(Array(StableKey(url).text.utf8)).text.prefix(32)))
    }

    package var description: String { text }

    /// Keys are filed beside the renditions, since several may have one.
    package var rendition: RenditionID {
        guard let rendition = RenditionID("keys/\(text)") else { preconditionFailure("an id is a part of a name") }
        return rendition
    }

    /// Its name in its rendition, which has no other.
    package static let object = ObjectName.contentKey(0)
}
