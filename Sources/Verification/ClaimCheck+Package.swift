internal import Catalog
internal import Platform
internal import Signing

extension ClaimCheck {
    /// Every file that the package lists is there, with its size and its digest.
    ///
    /// - Parameter folder: of the version.
    package func package(below folder: String) -> ClaimRow {
        guard let document else { return skipped(.package, "there is no package.json") }
        let files = document.objects + document.playlists
        let problems = files.compactMap { file -> String? in
            do throws(SystemError) {
                let (size, digest) = try Self.measure("\(folder)/\(file.path)")
                if size != file.size { return "\(file.path) has \(size) bytes, not \(file.size)" }
                return digest == file.sha256 ? nil : "\(file.path) has other bytes than were packaged"
            } catch { return "\(file.path): \(error.reason)" }
        }
        let figures = "\(document.objects.count) objects, \(document.playlists.count) playlists"
        return row(.package, figures, problems)
    }

    private static let pieceSize = 1 << 20

    private static func measure(_ path: String) throws(SystemError) -> (size: Int, digest: ContentDigest) {
        let file = try File.openForReading(path)
        var hash = SHA256()
        var size = 0
        while true {
            let piece = try file.read(at: size, count: pieceSize)
            if piece.isEmpty { return (size, hash.digest()) }
            hash.update(piece)
            size += piece.count
        }
    }
}
