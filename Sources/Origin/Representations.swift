import Catalog
import HTTP
import Signing

/// The codings of one text, of which each request is answered with one: the bytes as they are, and gzip of playlists,
/// manifests for DASH and JSON where that is shorter.
struct Representations: Sendable {
    let identity: Representation
    let gzip: Representation?

    init(identity: Representation, gzip: Representation? = nil) {
        self.identity = identity
        self.gzip = gzip
    }

    /// - Parameter isPacked: whether gzip is made at all.
    init(
        _ bytes: [UInt8], digest: ContentDigest? = nil, mediaType: String, lastModified: String?,
        caching: String = Representation.immutable, isPacked: Bool = true
    ) {
        func made(_ bytes: [UInt8], _ digest: ContentDigest, isPacked: Bool) -> Representation {
            Representation(
                .bytes(bytes), size: bytes.count, digest: digest, mediaType: mediaType, lastModified: lastModified,
                caching: caching, isNegotiated: Compression.applies(to: mediaType), isPacked: isPacked)
        }
        identity = made(bytes, digest ?? SHA256.digest(bytes), isPacked: false)
        gzip = (isPacked ? Compression.packed(bytes, mediaType) : nil).map {
            made($0, SHA256.digest($0), isPacked: true)
        }
    }

    func chosen(for request: Request) -> Representation {
        guard let gzip, Self.prefersGzip(request) else { return identity }
        return gzip
    }

    static func prefersGzip(_ request: Request) -> Bool {
        AcceptedEncodings(request.headers.values(of: "Accept-Encoding")).prefersGzip
    }
}
