import Catalog
import HTTP
import MediaTypes
import Platform
import Signing

/// One file of a packaged version, and everything about its responses that never changes.
struct PackagedFile: Sendable {
    /// On the disk.
    let path: String
    let size: Int
    /// What the disk said of it when the package was read.
    let stamp: FileStatus
    /// Strong: the first 32 hex digits of the digest, in quotes.
    let entityTag: String
    /// As `Last-Modified` says it, to the second.
    let lastModified: String
    let headers: Headers
    /// Of small files that are asked for often.
    let bytes: [UInt8]?
    let rendition: RenditionID?
    let object: ObjectName?

    /// - Parameter path: inside the version's folder.
    init(_ path: String, in folder: String, digest: ContentDigest, stamp: FileStatus, bytes: [UInt8]?) {
        self.path = "\(folder)/\(path)"
        size = stamp.size
        self.stamp = stamp
        self.bytes = bytes
        entityTag = "\"\(digest.text.prefix(32))\""
        lastModified = HTTPDate.text(max(0, stamp.modified / 1_000_000_000))
        let known = PackageLayout.object(atPath: path)
        rendition = known?.rendition ?? PackageLayout.rendition(ofPlaylistAtPath: path)
        object = known?.object
        headers = [
            "Content-Type": PackageLayout.mediaType(ofPath: path),
            "ETag": entityTag,
            "Last-Modified": lastModified,
            "Repr-Digest": "sha-256=:\(Self.base64(digest)):",
            "Accept-Ranges": "bytes",
            "Cache-Control": "public, max-age=31536000, immutable",
        ]
    }

    func body(_ range: Range<Int>) -> Response.Body {
        if let bytes { return .bytes(range.count == size ? bytes : Array(bytes[range])) }
        return .file(path: path, offset: range.lowerBound, length: range.count)
    }

    /// Whether the disk still says the same.
    var isUnchanged: Bool { (try? FileSystem.linkStatus(path)) == stamp }

    /// base64 with its padding (RFC 9530 §2, RFC 8941 §3.3.5).
    private static func base64(_ digest: ContentDigest) -> String {
        Base64URL.encode(digest.bytes).replacing("-", with: "+").replacing("_", with: "/") + "="
    }
}
