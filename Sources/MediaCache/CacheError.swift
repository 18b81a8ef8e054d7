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

    package var description: String {
        switch self {
        case .inUse(let path): "the cache is in use by another process (\(path))"
        case .missing(let path): "there is no cache (\(path))"
        case .newerSchema(let found, let known, let path):
            "the cache has schema \(found), and this reelrig knows up to \(known) (\(path))"
        case .foreignIndex(let path): "the cache's index is another program's database (\(path))"
        }
    }

    /// What can be done about it.
    package var hint: String? {
        switch self {
        case .inUse: "wait for it, or use another directory or none"
        case .missing: nil
        case .newerSchema, .foreignIndex: "use another directory"
        }
    }
}
