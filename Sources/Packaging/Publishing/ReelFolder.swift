internal import Catalog
internal import Platform

/// The folder of a reel: its versions, its `reel.json`, and the workshop of the run that is making a version.
struct ReelFolder {
    /// Under which the reels are.
    let out: String
    let reel: ReelID

    /// No document of ours is larger.
    static let documentLimit = 64 << 20

    var path: String { "\(out)/\(reel)" }
    var documentPath: String { "\(path)/\(PackageLayout.reelDocument)" }

    func path(of version: VersionID) -> String { "\(path)/\(version)" }

    /// Runs while no other run publishes or prunes here. Where folders cannot be locked it runs all the same, and nothing
    /// is pruned there.
    func alone<Result>(_ body: () throws -> Result) throws -> Result {
        let lock = try? FileLock.wait(existing: path)
        let result = try body()
        _ = consume lock
        return result
    }

    /// `reel.json`; `nil` when there is none. One that cannot be read is an error.
    func document() throws -> ReelDocument? {
        guard FileSystem.exists(documentPath) else { return nil }
        let bytes = try FileSystem.read(documentPath, limit: Self.documentLimit)
        let document = try CanonicalJSON.decode(ReelDocument.self, from: bytes)
        try Format.check(document.format, of: PackageLayout.reelDocument)
        return document
    }

    /// Those that are there, whole or not.
    var versions: [VersionID] { ((try? FileSystem.list(path)) ?? []).compactMap { VersionID($0) } }

    /// The `package.json` of a version, when it can be read.
    func package(_ version: VersionID) -> PackageDocument? {
        let path = "\(path(of: version))/\(PackageLayout.document)"
        guard let bytes = try? FileSystem.read(path, limit: Self.documentLimit),
            let package = try? CanonicalJSON.decode(PackageDocument.self, from: bytes),
            package.format == Format.current, package.reel == reel, package.version == version
        else { return nil }
        return package
    }

    /// Whether every file of a version is there with its size.
    func isIntact(_ package: PackageDocument) -> Bool {
        (package.objects + package.playlists).allSatisfy { file in
            guard let status = try? FileSystem.status("\(path(of: package.version))/\(file.path)") else { return false }
            return status.kind == .file && status.size == file.size
        }
    }

    /// The current version, when a recipe has made it and all of it is there.
    func intactVersion(
        _ current: ReelDocument?, madeBy recipe: ContentDigest
    ) -> (ReelDocument, PackageDocument)? {
        guard let current, current.recipe == recipe, let package = package(current.version), isIntact(package) else {
            return nil
        }
        return (current, package)
    }
}
