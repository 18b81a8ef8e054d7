import Platform

/// Where the repository's files are, for tests.
package enum Folders {
    /// The folder of `Package.swift`.
    package static let package: String = {
        var folder = FileSystem.parent(of: #filePath)
        while !FileSystem.exists("\(folder)/Package.swift") { folder = FileSystem.parent(of: folder) }
        return folder
    }()

    /// Clips, vectors and schemas that live beside the repository; `nil` on a machine that has none.
    package static func shared(_ path: String) -> String? {
        let full = "\(package)/../shared/\(path)"
        return FileSystem.exists(full) ? full : nil
    }

    /// Whether `shared(path)` is there: `@Test(.enabled(if: Folders.hasShared("media"), "needs ../shared/media"))`.
    package static func hasShared(_ path: String) -> Bool { shared(path) != nil }
}

/// Runs with a fresh directory that is removed afterwards, also when the body throws.
package func withTemporaryDirectory<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-test")
    defer { try? FileSystem.removeTree(path) }
    return try body(path)
}

/// As ``withTemporaryDirectory(_:)``, for a body that awaits.
package func withTemporaryDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let path = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-test")
    defer { try? FileSystem.removeTree(path) }
    return try await body(path)
}
