internal import Catalog
internal import Platform

/// Where a version is made, out of readers' sight: `.tmp-<name of the work>` in the reel's folder, locked as long as this
/// run lives. What it holds when this goes away is removed with it; what a killed run left is removed by the next, or by
/// ``Pruner``.
final class Workshop {
    private static let prefix = ".tmp-"
    private static let retiredSuffix = "-old"
    static let lockName = "lock"

    private let reel: ReelFolder
    private let path: String
    private let lock: FileLock
    /// The folders that did not exist before, the innermost first: they are removed when they stay empty.
    private let createdFolders: [String]

    /// The folder that becomes the version.
    var version: String { "\(path)/version" }

    /// `nil` when another run is making the same version.
    static func open(_ reel: ReelFolder, name: ContentDigest) throws -> Workshop? {
        let created = missingFolders(reel.path)
        let path = "\(reel.path)/\(prefix)\(name.text.prefix(16))"
        // A run that sweeps may remove the folder between two of these steps.
        for attempt in 0..<3 {
            do {
                try FileSystem.createDirectories(path)
                guard let lock = try FileLock.acquire("\(path)/\(lockName)") else { return nil }
                if lock.isHeld(at: "\(path)/\(lockName)") {
                    let workshop = Workshop(reel, path, lock, created)
                    try workshop.prepare()
                    return workshop
                }
            } catch let error as SystemError where error.isMissing && attempt < 2 {
                continue
            } catch {
                removeEmpty(created)
                throw error
            }
        }
        return nil
    }

    private init(_ reel: ReelFolder, _ path: String, _ lock: consuming FileLock, _ createdFolders: [String]) {
        self.reel = reel
        self.path = path
        self.lock = lock
        self.createdFolders = createdFolders
    }

    deinit {
        try? Self.discard(path)
        Self.removeEmpty(createdFolders)
    }

    /// Whether a folder of this name is a workshop, or a version that ``retire(_:of:)`` was removing.
    static func isName(_ name: String) -> Bool {
        guard name.hasPrefix(prefix) else { return false }
        let rest = name.dropFirst(prefix.count)
        let digits = rest.hasSuffix(retiredSuffix) ? rest.dropLast(retiredSuffix.count) : rest
        return digits.utf8.count == 16 && VersionID(String(digits)) != nil
    }

    /// Removes a workshop whose lock the caller holds. The lock goes last: nobody begins here meanwhile.
    static func discard(_ path: String) throws(SystemError) {
        for name in try FileSystem.list(path) where name != lockName { try FileSystem.removeTree("\(path)/\(name)") }
        try FileSystem.removeTree(path)
    }

    /// Removes a version. At once nobody sees it any more, and what a kill leaves of it is in a workshop's place.
    /// `false` when another run is removing what is there already.
    static func retire(_ version: VersionID, of reel: ReelFolder) throws(SystemError) -> Bool {
        let path = "\(reel.path)/\(prefix)\(version)\(retiredSuffix)"
        try FileSystem.createDirectories(path)
        guard let lock = try FileLock.acquire("\(path)/\(lockName)") else { return false }
        try FileSystem.rename(reel.path(of: version), to: "\(path)/version")
        try discard(path)
        _ = consume lock
        return true
    }

    /// Begins anew.
    func clear() throws(SystemError) {
        try FileSystem.removeTree(version)
        try FileSystem.createDirectories(version)
    }

    private func prepare() throws {
        try clear()
        // It does not meet this workshop, whose lock is held.
        Self.sweep(reel)
    }

    /// Removes what runs left that are no longer alive: their locks can be taken.
    static func sweep(_ reel: ReelFolder) {
        for name in (try? FileSystem.list(reel.path)) ?? [] where name.hasPrefix(prefix) {
            let path = "\(reel.path)/\(name)"
            if let lock = try? FileLock.acquire("\(path)/\(lockName)") {
                try? discard(path)
                _ = consume lock
            }
        }
    }

    /// Brings every file to the disk and puts the folder in its place. A version that is already there and intact stays
    /// as it is: it has the same bytes.
    func publish(_ package: PackageDocument) throws {
        let target = reel.path(of: package.version)
        if FileSystem.exists(target) {
            if let known = reel.package(package.version), known == package, reel.isIntact(known) { return }
            try FileSystem.rename(target, to: "\(path)/damaged")
        }
        let files = (package.objects + package.playlists).map(\.path) + [PackageLayout.document]
        try FileSystem.synchronize(files: files.map { "\(version)/\($0)" })
        for folder in Set(files.map { FileSystem.parent(of: "\(version)/\($0)") }) {
            try FileSystem.synchronizeDirectory(folder)
        }
        for kind in try FileSystem.list(version) where try FileSystem.status("\(version)/\(kind)").kind == .directory {
            try FileSystem.synchronizeDirectory("\(version)/\(kind)")
        }
        try FileSystem.rename(version, to: target)
        try FileSystem.synchronizeDirectory(reel.path)
    }

    private static func missingFolders(_ path: String) -> [String] {
        FileSystem.exists(path) ? [] : [path] + missingFolders(FileSystem.parent(of: path))
    }

    private static func removeEmpty(_ folders: [String]) {
        for folder in folders where (try? FileSystem.list(folder))?.isEmpty == true {
            try? FileSystem.removeTree(folder)
        }
    }
}
