internal import Catalog
package import MediaTypes
package import Platform

/// Removes what no URL can name any more and what killed runs left. What is current, in use or not known stays.
package struct Pruner: Sendable {
    /// Under which the reels are.
    package var out: String
    /// How long after it was replaced a version stays: the longest life of a URL, and how far clocks may differ.
    package var keepFor: Duration
    /// Nothing is removed.
    package var isDryRun: Bool

    package init(out: String, keepFor: Duration, isDryRun: Bool = false) {
        self.out = out
        self.keepFor = keepFor
        self.isDryRun = isDryRun
    }

    package func run(now: UnixTime) throws(SystemError) -> PruneResult {
        var result = PruneResult()
        for name in try FileSystem.list(out) {
            let path = "\(out)/\(name)"
            guard let reel = ReelID(name), Self.isFolder(path) else {
                result.leave(path, "it is no folder of a reel")
                continue
            }
            prune(ReelFolder(out: out, reel: reel), now, &result)
        }
        return result
    }

    private func prune(_ folder: ReelFolder, _ now: UnixTime, _ result: inout PruneResult) {
        do throws(SystemError) {
            let names = try FileSystem.list(folder.path)
            guard names.contains(PackageLayout.reelDocument) || names.contains(where: Workshop.isName) else {
                return result.leave(folder.path, "it has no \(PackageLayout.reelDocument)")
            }
            result.reels += 1
            guard let lock = try FileLock.acquire(existing: folder.path) else {
                return result.leave(folder.path, "another run is publishing or pruning it")
            }
            let versions = OldVersions(folder, keepFor: keepFor, now: now)
            // Workshops sort first: the place in which a version is removed is free by then.
            for name in try FileSystem.list(folder.path) { prune(name, versions, &result) }
            if !isDryRun, try FileSystem.list(folder.path).isEmpty { try FileSystem.removeTree(folder.path) }
            _ = consume lock
        } catch {
            result.leave(folder.path, error.reason)
        }
    }

    private func prune(_ name: String, _ versions: OldVersions, _ result: inout PruneResult) {
        let folder = versions.folder
        let path = "\(folder.path)/\(name)"
        switch name {
        case PackageLayout.reelDocument: break
        // Nobody else writes `reel.json` while the folder is locked.
        case FileSystem.lastComponent(of: FileSystem.replacement(of: folder.documentPath)):
            remove(path, .unfinished, &result) { () throws(SystemError) in
                try FileSystem.removeFile(path)
                return true
            }
        case _ where Workshop.isName(name) && Self.isFolder(path):
            pruneWorkshop(path, &result)
        default:
            guard let version = VersionID(name), version != .foreign, Self.isFolder(path) else {
                return result.leave(path, "it is not known")
            }
            switch versions.judge(version) {
            case .current: break
            case .unknown(let why): result.leave(path, why)
            case .kept(let until): result.kept.append(.init(path: path, until: until))
            case .expired:
                remove(path, .version, &result) { () throws(SystemError) in try Workshop.retire(version, of: folder) }
            }
        }
    }

    private func pruneWorkshop(_ path: String, _ result: inout PruneResult) {
        let lockPath = "\(path)/\(Workshop.lockName)"
        do throws(SystemError) {
            if isDryRun, !FileSystem.exists(lockPath) { return remove(path, .unfinished, &result) { true } }
            guard let lock = try isDryRun ? FileLock.acquire(existing: lockPath) : FileLock.acquire(lockPath) else {
                return result.leave(path, "a run is working in it")
            }
            remove(path, .unfinished, &result) { () throws(SystemError) in
                try Workshop.discard(path)
                return true
            }
            _ = consume lock
        } catch {
            result.failed.append(.init(path: path, why: error.reason))
        }
    }

    private func remove(
        _ path: String, _ kind: PruneResult.Kind, _ result: inout PruneResult, _ body: () throws(SystemError) -> Bool
    ) {
        do throws(SystemError) {
            let bytes = try Self.size(of: path)
            let isGone = isDryRun ? true : try body()
            guard isGone else { return result.leave(path, "another run is removing it") }
            result.removed.append(.init(path: path, kind: kind, bytes: bytes))
        } catch {
            result.failed.append(.init(path: path, why: "\(error.operation): \(error.reason)"))
        }
    }

    /// A link to a folder is none.
    private static func isFolder(_ path: String) -> Bool {
        (try? FileSystem.linkStatus(path))?.kind == .directory
    }

    private static func size(of path: String) throws(SystemError) -> Int {
        let status = try FileSystem.linkStatus(path)
        guard status.kind == .directory else { return status.size }
        var sum = 0
        for name in try FileSystem.list(path) { sum += try size(of: "\(path)/\(name)") }
        return sum
    }
}

extension PruneResult {
    fileprivate mutating func leave(_ path: String, _ why: String) { leftAlone.append(.init(path: path, why: why)) }
}
