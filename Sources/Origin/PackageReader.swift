import Catalog
import Platform
import Signing

/// Reads packages from the disk and believes nothing: what is missing, of another size, a symbolic link or outside the
/// version's folder makes the package broken.
struct PackageReader: Sendable {
    let root: String

    func reelPath(_ id: ReelID) -> String { "\(root)/\(id)/\(PackageLayout.reelDocument)" }

    func hasFolder(of version: VersionID, _ id: ReelID) -> Bool { FileSystem.exists("\(root)/\(id)/\(version)") }

    func reel(_ id: ReelID) throws(PackageProblem) -> ReelDocument {
        try expectFolder("\(root)/\(id)")
        let path = reelPath(id)
        let document = try decode(ReelDocument.self, from: read(path, limit: 1 << 16), path)
        guard document.id == id else { throw PackageProblem("it is of reel '\(document.id)'", path) }
        return document
    }

    func version(_ version: VersionID, of id: ReelID) throws(PackageProblem) -> PackagedVersion {
        let folder = "\(root)/\(id)/\(version)"
        var folders = [folder: try expectFolder(folder)]
        let path = "\(folder)/\(PackageLayout.document)"
        let bytes = try read(path, limit: 1 << 26)
        let document = try decode(PackageDocument.self, from: bytes, path)
        guard document.reel == id, document.version == version else {
            throw PackageProblem("it is of reel '\(document.reel)', version \(document.version)", path)
        }
        var files = [
            PackageLayout.document: PackagedFile(
                PackageLayout.document, in: folder, digest: SHA256.digest(bytes), stamp: try stamp(path), bytes: bytes)
        ]
        for entry in document.objects + document.playlists {
            let isPlaylist =
                PackageLayout.object(atPath: entry.path) == nil && !PackageLayout.isProgressive(path: entry.path)
            try expectFolders(of: entry.path, in: folder, known: &folders)
            guard files.updateValue(try file(entry, in: folder, loaded: isPlaylist), forKey: entry.path) == nil else {
                throw PackageProblem("'\(entry.path)' is listed twice", path)
            }
        }
        return PackagedVersion(document: document, files: files, folders: folders)
    }

    private func file(
        _ entry: PackageDocument.File, in folder: String, loaded: Bool
    ) throws(PackageProblem) -> PackagedFile {
        let path = "\(folder)/\(entry.path)"
        let stamp = try stamp(path)
        guard stamp.size == entry.size else {
            throw PackageProblem("it has \(stamp.size) bytes and package.json says \(entry.size)", path)
        }
        var bytes: [UInt8]?
        if loaded, stamp.size <= 1 << 20 {
            let read = try read(path, limit: 1 << 20)
            guard SHA256.digest(read) == entry.sha256 else {
                throw PackageProblem("its SHA-256 is not the one in package.json", path)
            }
            bytes = read
        }
        return PackagedFile(entry.path, in: folder, digest: entry.sha256, stamp: stamp, bytes: bytes)
    }

    /// Every folder on the way to a listed path; the path itself must be one that a request can name.
    private func expectFolders(
        of path: String, in folder: String, known: inout [String: FileStatus]
    ) throws(PackageProblem) {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard (try? RawPath("/\(path)")) != nil, !path.contains("%"), parts.allSatisfy({ $0.first != "." }) else {
            throw PackageProblem("package.json lists a path that is not served: '\(path)'", folder)
        }
        var place = folder
        for part in parts.dropLast() {
            place += "/\(part)"
            if known[place] == nil { known[place] = try expectFolder(place) }
        }
    }

    @discardableResult
    private func expectFolder(_ path: String) throws(PackageProblem) -> FileStatus {
        let status = try status(path)
        guard status.kind == .directory else { throw PackageProblem("it is no folder", path) }
        return status
    }

    private func stamp(_ path: String) throws(PackageProblem) -> FileStatus {
        let status = try status(path)
        guard status.kind == .file else { throw PackageProblem("it is no regular file", path) }
        return status
    }

    private func status(_ path: String) throws(PackageProblem) -> FileStatus {
        do { return try FileSystem.linkStatus(path) } catch { throw PackageProblem(error.reason, path) }
    }

    private func read(_ path: String, limit: Int) throws(PackageProblem) -> [UInt8] {
        _ = try stamp(path)
        do { return try FileSystem.read(path, limit: limit) } catch { throw PackageProblem(error.reason, path) }
    }

    private func decode<Document: Decodable>(
        _ type: Document.Type, from bytes: [UInt8], _ path: String
    ) throws(PackageProblem) -> Document {
        do {
            try Format.check(try CanonicalJSON.decode(Revision.self, from: bytes).format, of: path)
            return try CanonicalJSON.decode(type, from: bytes)
        } catch {
            throw PackageProblem("\(error)", path)
        }
    }

    private struct Revision: Decodable {
        var format: Int
    }
}
