import Platform
package import SQLite

/// Why a cache cannot be used. What fails once it is open is a ``CacheEvent`` and a miss.
package enum CacheError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another process has it open for writing.
    case inUse(path: String)
    /// There is no cache at the path.
    case missing(path: String)
    /// A later program made it.
    case newerSchema(found: Int, known: Int, path: String)
    /// The index is somebody else's database.
    case foreignIndex(path: String)
    /// Something else is where the cache has a file or a folder.
    case notOurs(expected: String, path: String)
    /// There is nothing in the index, or nothing that makes sense.
    case damagedIndex(path: String, detail: String)
    /// The disk is full.
    case noSpace(path: String, detail: String)
    /// The system, or another program, does not let the index be read or written.
    case unusableIndex(path: String, detail: String)

    package var description: String {
        switch self {
        case .inUse(let path): "the cache is in use by another process (\(path))"
        case .missing(let path): "there is no cache (\(path))"
        case .newerSchema(let found, let known, let path):
            "the cache has schema \(found), and this reelrig knows up to \(known) (\(path))"
        case .foreignIndex(let path): "the cache's index is another program's database (\(path))"
        case .notOurs(let expected, let path): "the cache has \(expected) here, and this is none (\(path))"
        case .damagedIndex(let path, let detail): "the cache's index is damaged: \(detail) (\(path))"
        case .noSpace(let path, let detail):
            "the disk is full, and the cache's index needs some room: \(detail) (\(path))"
        case .unusableIndex(let path, let detail): "the cache's index cannot be used: \(detail) (\(path))"
        }
    }

    /// What can be done about it.
    package var hint: String? {
        switch self {
        case .inUse: "wait for it, or use another directory or none"
        case .missing: nil
        case .newerSchema, .foreignIndex: "use another directory"
        case .notOurs: "remove it, or use another directory"
        case .damagedIndex: "the next play, or reelrig cache clear, begins anew with an empty cache"
        case .noSpace: "remove something else from the disk, or reelrig cache clear DIR"
        case .unusableIndex: "see who may read and write the directory, and whether another program has it open"
        }
    }

    /// Whether the disk, or the rights to it, is to blame, and not what is there.
    package var isEnvironment: Bool {
        switch self {
        case .noSpace, .unusableIndex: true
        default: false
        }
    }
}

extension CacheError {
    /// What a failure of the index means. SQLite's own words stay, for whoever knows them.
    package init(_ error: SQLiteError, cache path: String) {
        let folder = CacheFolder(path: path)
        let detail = "SQLite says '\(error.message)', code \(error.code)"
        if !error.isEnvironment {
            self = .damagedIndex(path: folder.index, detail: detail)
        } else if error.isNoSpace || folder.isDiskFull, !error.isBusy {
            self = .noSpace(path: folder.index, detail: detail)
        } else {
            self = .unusableIndex(path: folder.index, detail: detail)
        }
    }
}
