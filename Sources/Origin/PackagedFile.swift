import Catalog
import HTTP
import Platform

/// One file of a packaged version, and what its responses are made of.
struct PackagedFile: Sendable {
    /// On the disk.
    let path: String
    /// What the disk said of it when the package was read.
    let stamp: FileStatus
    let representations: Representations
    /// Of small files that are asked for often.
    let bytes: [UInt8]?
    let rendition: RenditionID?
    let object: ObjectName?

    /// - Parameter path: inside the version's folder.
    init(_ path: String, in folder: String, digest: ContentDigest, stamp: FileStatus, bytes: [UInt8]?) {
        self.path = "\(folder)/\(path)"
        self.stamp = stamp
        self.bytes = bytes
        let known = PackageLayout.object(atPath: path)
        rendition = known?.rendition ?? PackageLayout.rendition(ofPlaylistAtPath: path)
        object = known?.object
        let type = PackageLayout.mediaType(ofPath: path)
        let modified = HTTPDate.text(max(0, stamp.modified / 1_000_000_000))
        if let bytes {
            representations = Representations(bytes, digest: digest, mediaType: type, lastModified: modified)
        } else {
            representations = Representations(
                identity: Representation(
                    .file(self.path), size: stamp.size, digest: digest, mediaType: type, lastModified: modified))
        }
    }

    /// Whether the disk still says the same.
    var isUnchanged: Bool { (try? FileSystem.linkStatus(path)) == stamp }
}
