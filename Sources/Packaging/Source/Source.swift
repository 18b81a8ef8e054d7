package import Catalog
internal import FFmpeg
internal import Platform
internal import Signing

/// A file that is to be packaged: looked at, read once for its digest and once for its packets, not yet decoded.
package struct Source: Sendable {
    package let path: String
    package let reel: ReelID
    package let digest: ContentDigest
    package let scan: SourceScan
    /// Beside the file.
    package let captions: [CaptionFile]
    private let status: FileStatus

    /// `id` is the one the user gave; without, the file's name is made one. `findsCaptions` looks for captions beside it.
    package static func open(_ path: String, id: ReelID?, findsCaptions: Bool = true) throws -> Source {
        let status = try check(path)
        let digest = try digest(of: path)
        let reel = id ?? reelID(of: path) ?? ReelID("reel-\(digest.text.prefix(8))")!
        let scan = try SourceScan.scan(try open(path)) { try open(path) }
        return Source(
            path: path, reel: reel, digest: digest, scan: scan,
            captions: findsCaptions ? try CaptionFile.beside(path) : [], status: status)
    }

    private static func open(_ path: String) throws(UnusableSource) -> Input {
        do throws(AVError) { return try Input.open(path: path) } catch {
            // libavformat would list every container that is read here.
            let isForeign = error.text.contains("not on whitelist")
            throw .notMedia(isForeign ? "its format is not one of video or audio" : error.text)
        }
    }

    /// The id that a file's name makes; `nil` when nothing of it can be used, and the digest will name the reel.
    package static func reelID(of path: String) -> ReelID? { ReelID(stem: stem(of: path)) }

    func plan(_ ladder: Ladder) throws(UnusableSource) -> Plan {
        do throws(PlanError) {
            var plan = try Plan(scan.summary, ladder)
            plan.subtitles = captions.compactMap(\.id)
            return plan
        } catch .nothingToShow {
            throw .nothingToShow
        } catch {
            throw .outOfBounds(error.description)
        }
    }

    /// The same file for its sound alone, since nothing of its video can be decoded; `nil` when it has none.
    func withoutVideo() -> Source? {
        guard scan.summary.audio != nil else { return nil }
        var scan = scan
        scan.video = nil
        scan.summary.video = nil
        scan.losses.append("nothing of its video can be decoded; it is left out")
        return Source(path: path, reel: reel, digest: digest, scan: scan, captions: captions, status: status)
    }

    /// Whether the file is still the one that was looked at.
    func checkUnchanged() throws {
        guard let now = try? FileSystem.status(path), now == status else { throw UnusableSource.changed }
    }

    /// What fails because the file is another one by now says so.
    func explaining<Result>(_ body: () throws -> Result) throws -> Result {
        do { return try body() } catch {
            try checkUnchanged()
            throw error
        }
    }

    static func check(_ path: String) throws(UnusableSource) -> FileStatus {
        let status: FileStatus
        do throws(SystemError) { status = try FileSystem.status(path) } catch {
            throw error.isMissing ? .missing : .unreadable(error.reason)
        }
        switch status.kind {
        case .directory: throw .isDirectory
        case .other: throw .notAFile
        case .file where status.size == 0: throw .empty
        case .file: return status
        }
    }

    /// `piece` is called for each piece, and what it throws ends the reading.
    static func digest(of path: String, piece: () throws -> Void = {}) throws -> ContentDigest {
        do {
            let file = try File.openForReading(path)
            var digest = SHA256()
            try file.withPieces {
                try piece()
                digest.update($0)
            }
            return digest.digest()
        } catch let error as SystemError {
            throw UnusableSource.unreadable(error.reason)
        }
    }

    /// The file's name without its extension.
    static func stem(of path: String) -> Substring {
        let name = FileSystem.lastComponent(of: path)[...]
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return name }
        return name[..<dot]
    }
}
