import Catalog
import Platform

/// A version that was found whole on the disk.
struct PackagedVersion: Sendable {
    let document: PackageDocument
    /// By their path inside the version's folder: what `package.json` lists, and it.
    let files: [String: PackagedFile]
    /// Its folders, and what the disk said of them then: of one in which a file came or went it says something else.
    let folders: [String: FileStatus]

    var hasItsFiles: Bool { folders.allSatisfy { (try? FileSystem.linkStatus($0.key)) == $0.value } }
}

/// Why a package is not served: what, and where.
package struct PackageProblem: Error, Hashable, Sendable, CustomStringConvertible {
    package var what: String
    package var path: String

    init(_ what: String, _ path: String) {
        self.what = what
        self.path = path
    }

    package var description: String { "\(what) (\(path))" }
}
