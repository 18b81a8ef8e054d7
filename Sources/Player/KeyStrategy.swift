package import Catalog

/// What an object is filed under in the cache.
package enum KeyStrategy: Sendable {
    /// Its reel, version, rendition and name: the same under every URL.
    case stable
    /// A digest of its URL, signature and all. This is what a cache must not do; it is here as the control that shows
    /// what the stable key is worth. The digest is of the URL's UTF-8.
    case url(digest: @Sendable ([UInt8]) -> ContentDigest)

    /// Whether a key cannot be made without the URL.
    var needsURL: Bool {
        switch self {
        case .stable: false
        case .url: true
        }
    }

    func key(_ stable: CacheKey, url: String) -> CacheKey {
        switch self {
        case .stable: return stable
        case .url(let digest):
            var key = stable
            let name = "\(stable.rendition)/\(digest(Array(url.utf8)))"
            key.rendition = RenditionID(foreign: name) ?? stable.rendition
            return key
        }
    }
}
