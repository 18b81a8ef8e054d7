import Catalog
import Platform
import Synchronization

/// The packages below a folder, read once and again when their `reel.json` changes.
final class PackageFolder: Sendable {
    private let reader: PackageReader
    private let report: @Sendable (PackageProblem) -> Void
    private let state = Mutex(State())

    private struct State {
        var reels: [ReelID: Reel] = [:]
        var versions: [Name: PackagedVersion] = [:]
        /// What was reported of versions that are there and broken.
        var problems: [Name: PackageProblem] = [:]
    }

    private struct Name: Hashable {
        var reel: ReelID
        var version: VersionID
    }

    /// What was read of a reel, and the stamp of the file it was read from. Broken ones are remembered too, so that
    /// each problem is reported once.
    private struct Reel {
        var stamp: FileStatus
        var document: ReelDocument?
    }

    /// As many versions as are kept in memory.
    private static let mostVersions = 1024

    init(_ root: String, report: @escaping @Sendable (PackageProblem) -> Void) {
        reader = PackageReader(root: root)
        self.report = report
    }

    /// Every intact reel, sorted by id.
    func reels() throws(SystemError) -> [ReelDocument] {
        try FileSystem.list(reader.root).compactMap(ReelID.init).compactMap(reel)
    }

    /// How many reels there are; a folder without `reel.json` is none.
    func counts(isRemoved: (ReelDocument) -> Bool) throws(SystemError) -> ReelCounts {
        var counts = ReelCounts()
        for id in try FileSystem.list(reader.root).compactMap(ReelID.init) {
            if let reel = reel(id) {
                if isRemoved(reel) { counts.removed += 1 } else { counts.served += 1 }
            } else if FileSystem.exists(reader.reelPath(id)) {
                counts.broken += 1
            }
        }
        return counts
    }

    /// `nil` when there is no such reel, or a broken one.
    func reel(_ id: ReelID) -> ReelDocument? {
        guard let stamp = try? FileSystem.linkStatus(reader.reelPath(id)) else {
            state.withLock { $0.reels[id] = nil }
            return nil
        }
        if let known = state.withLock({ $0.reels[id] }), known.stamp == stamp {
            // One that broke while it was served comes back when it is whole.
            guard let document = known.document, isBroken(document) else { return known.document }
            return load(Name(reel: id, version: document.version), isCurrent: true) == nil ? nil : document
        }
        let document = read(id)
        state.withLock { $0.reels[id] = Reel(stamp: stamp, document: document) }
        return document
    }

    /// Any version that is on the disk, whole.
    func version(_ version: VersionID, of id: ReelID) -> PackagedVersion? {
        let name = Name(reel: id, version: version)
        if let known = state.withLock({ $0.versions[name] }) { return known }
        return load(name)
    }

    /// The same for who begins to play it: a version whose files have come or gone since is read anew.
    func versionToPlay(_ version: VersionID, of id: ReelID) -> PackagedVersion? {
        guard let known = self.version(version, of: id) else { return nil }
        return known.hasItsFiles ? known : load(Name(reel: id, version: version), isCurrent: true)
    }

    /// A file of a version, as the disk has it now.
    func file(_ path: String, version: VersionID, of id: ReelID) -> PackagedFile? {
        guard let file = self.version(version, of: id)?.files[path] else { return nil }
        // What is in memory is what the digest says.
        if file.bytes != nil || file.isUnchanged { return file }
        // Removed, or written again in place: the version is read anew.
        return load(Name(reel: id, version: version))?.files[path]
    }

    private func isBroken(_ reel: ReelDocument) -> Bool {
        state.withLock { !$0.problems.isEmpty && $0.problems[Name(reel: reel.id, version: reel.version)] != nil }
    }

    private func read(_ id: ReelID) -> ReelDocument? {
        do {
            let document = try reader.reel(id)
            return load(Name(reel: id, version: document.version), isCurrent: true) == nil ? nil : document
        } catch {
            report(error)
            return nil
        }
    }

    private func load(_ name: Name, isCurrent: Bool = false) -> PackagedVersion? {
        do {
            let version = try reader.version(name.version, of: name.reel)
            state.withLock { state in
                if state.versions.count >= Self.mostVersions { state.versions.removeAll() }
                state.versions[name] = version
                state.problems[name] = nil
            }
            return version
        } catch {
            note(error, of: name, isCurrent: isCurrent)
            return nil
        }
    }

    /// Reports a problem unless it is the one that was reported last. A version that nobody made is none.
    private func note(_ problem: PackageProblem, of name: Name, isCurrent: Bool) {
        let wasThere = state.withLock { $0.versions.removeValue(forKey: name) != nil }
        guard wasThere || isCurrent || reader.hasFolder(of: name.version, name.reel) else { return }
        let isNew = state.withLock { $0.problems.updateValue(problem, forKey: name) != problem }
        if isNew { report(problem) }
    }
}

/// Reels by what becomes of a request for one.
struct ReelCounts: Hashable, Sendable {
    var served = 0
    var removed = 0
    var broken = 0
}
