internal import Catalog
internal import MediaTypes
internal import Platform

/// Which versions of a reel are old, and since when.
///
/// A version was replaced at the latest when `reel.json` was last written, which its modification time tells: the time
/// is exact of the version replaced last, and too late of others, which then stay longer than they must. A version that
/// a killed run put in its place and never made current is as old as its folder.
struct OldVersions {
    enum Verdict {
        case current
        case unknown(why: String)
        case kept(until: UnixTime)
        case expired
    }

    let folder: ReelFolder
    private let keepFor: Duration
    private let now: UnixTime
    private let current: Current

    private enum Current {
        case version(VersionID, since: UnixTime)
        case unknown(why: String)
    }

    init(_ folder: ReelFolder, keepFor: Duration, now: UnixTime) {
        self.folder = folder
        self.keepFor = keepFor
        self.now = now
        current = Self.current(folder)
    }

    func judge(_ version: VersionID) -> Verdict {
        switch current {
        case .unknown(let why): return .unknown(why: why)
        case .version(version, _): return .current
        case .version(_, let since):
            guard let package = folder.package(version) else {
                return .unknown(why: "its \(PackageLayout.document) cannot be read")
            }
            let path = folder.path(of: version)
            let known = Set((package.objects + package.playlists).map(\.path) + [PackageLayout.document])
            do throws(SystemError) {
                if let other = try Self.firstFile(below: path, notIn: known) {
                    return .unknown(why: "it has a file that is none of its own: \(other)")
                }
                let replaced = max(since, try FileSystem.linkStatus(path).modificationTime)
                let until = replaced + keepFor
                return now < until ? .kept(until: until) : .expired
            } catch {
                return .unknown(why: error.reason)
            }
        }
    }

    private static func current(_ folder: ReelFolder) -> Current {
        let name = PackageLayout.reelDocument
        do {
            guard let document = try folder.document() else { return .unknown(why: "there is no \(name) beside it") }
            guard let package = folder.package(document.version), folder.isIntact(package) else {
                return .unknown(why: "the version that \(name) names is not whole")
            }
            return .version(document.version, since: try FileSystem.status(folder.documentPath).modificationTime)
        } catch {
            return .unknown(why: "the \(name) beside it cannot be read")
        }
    }

    /// The path of a file, or of what is neither file nor folder, that is not among those known.
    private static func firstFile(
        below root: String, _ inner: String = "", notIn known: Set<String>
    ) throws(SystemError) -> String? {
        for name in try FileSystem.list(root + inner) {
            let path = "\(inner)/\(name)"
            if try FileSystem.linkStatus(root + path).kind == .directory {
                if let found = try firstFile(below: root, path, notIn: known) { return found }
            } else if !known.contains(String(path.dropFirst())) {
                return String(path.dropFirst())
            }
        }
        return nil
    }
}

extension FileStatus {
    fileprivate var modificationTime: UnixTime { UnixTime(milliseconds: modified / 1_000_000) }
}
