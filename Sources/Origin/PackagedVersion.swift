import Catalog

/// A version that was found whole on the disk.
struct PackagedVersion: Sendable {
    let document: PackageDocument
    /// By their path inside the version's folder: what `package.json` lists, and it.
    let files: [String: PackagedFile]
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
