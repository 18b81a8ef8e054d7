import Foundation
import Platform

/// A fresh directory that several tests use; it is removed when the test run ends.
package func makeSharedDirectory() throws -> String {
    let path = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-test")
    sharedDirectories.withLock { known in
        if known.isEmpty { atexit(removeSharedDirectories) }
        known.append(path)
    }
    return path
}

private let sharedDirectories = Mutex<[String]>([])

private func removeSharedDirectories() {
    for path in sharedDirectories.withLock({ $0 }) { try? FileSystem.removeTree(path) }
}
