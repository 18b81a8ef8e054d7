import Catalog
import HTTP
import Signing

/// One content coding of a file, and everything about its responses that never changes.
struct Representation: Sendable {
    enum Source: Sendable {
        /// On the disk.
        case file(String)
        case bytes([UInt8])
    }

    let source: Source
    let size: Int
    /// Strong: the first 32 hex digits of the digest of these bytes, in quotes.
    let entityTag: String
    /// As `Last-Modified` says it, to the second; `nil` for a text that is made for the request.
    let lastModified: String?
    let headers: Headers

    /// - Parameters:
    ///   - digest: of the bytes as this coding has them (RFC 9530 §2).
    ///   - caching: the value of `Cache-Control`.
    init(
        _ source: Source, size: Int, digest: ContentDigest, mediaType: String, lastModified: String?,
        caching: String = Self.immutable, isNegotiated: Bool = false, isPacked: Bool = false
    ) {
        self.source = source
        self.size = size
        self.lastModified = lastModified
        entityTag = "\"\(digest.text.prefix(32))\""
        var headers: Headers = [
            "Content-Type": mediaType,
            "ETag": entityTag,
            "Repr-Digest": "sha-256=:\(Self.base64(digest)):",
            "Accept-Ranges": "bytes",
            "Cache-Control": caching,
        ]
        if let lastModified { headers.append("Last-Modified", lastModified) }
        if isNegotiated { headers.append("Vary", "Accept-Encoding") }
        if isPacked { headers.append("Content-Encoding", "gzip") }
        self.headers = headers
    }

    /// What never changes may be kept for ever, by anybody.
    static let immutable = "public, max-age=31536000, immutable"
    /// The same, by the one who asked.
    static let privateImmutable = "private, max-age=31536000, immutable"

    func body(_ range: Range<Int>) -> Response.Body {
        switch source {
        case .file(let path): .file(path: path, offset: range.lowerBound, length: range.count)
        case .bytes(let bytes): .bytes(range.count == size ? bytes : Array(bytes[range]))
        }
    }

    /// What a 304 says: what guides caches (RFC 9110 §15.4.5), and the length a 200 would have (§8.6).
    var unmodified: Headers {
        var headers = headers
        for name in ["Content-Type", "Content-Encoding", "Repr-Digest", "Accept-Ranges"] { headers[name] = nil }
        headers.append("Content-Length", "\(size)")
        return headers
    }

    /// base64 with its padding (RFC 9530 §2, RFC 8941 §3.3.5).
    private static func base64(_ digest: ContentDigest) -> String {
        Base64URL.encode(digest.bytes).replacing("-", with: "+").replacing("_", with: "/") + "="
    }
}
