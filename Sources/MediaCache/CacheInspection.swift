package import Catalog
import Platform
import Player
import Signing

/// A cache that is only looked at, also while a player writes it.
package struct CacheInspection: ~Copyable {
    private let folder: CacheFolder
    private let index: CacheIndex

    package init(_ path: String) throws {
        var folder = CacheFolder(path: path)
        try folder.requireIndex()
        let index = try CacheIndex.openForReading(folder.index, hasLog: folder.hasLog)
        folder.isNested = try index.isNested()
        self.folder = folder
        self.index = index
    }

    /// Throws where there is no index in a directory, as the initializer does; nothing is opened.
    package static func requireIndex(_ path: String) throws { try CacheFolder(path: path).requireIndex() }

    /// Every object, sorted by key. Reads of the last moments may not be told yet.
    package func entries() throws -> [CacheEntry] { try index.rows().map(\.entry).sorted { $0.key < $1.key } }

    /// What was evicted in the cache's life without having been played.
    package func evictedUnplayed() throws -> EvictedUnplayed { try index.evictedUnplayed() }

    /// Sorted.
    package func pinnedReels() throws -> [ReelID] { try index.pinnedReels() }

    /// Bytes of their objects.
    package func pinnedLength() throws -> Int { try index.length(of: Set(index.pinnedReels())) }

    /// What the last process that could store something was given for its objects; `nil` when it was not noted.
    package func limit() throws -> Int? { try index.limit() }

    /// What is left of fetches that were broken off or are under way, sorted by key.
    package func prefixes() throws -> [(key: CacheKey, length: Int)] {
        try index.prefixes().map { ($0.key, length(of: $0)) }.sorted { $0.key < $1.key }
    }

    /// The index knows how long one was that was left; of one under way, or of a process that was killed, the file does.
    private func length(of row: CacheIndex.PrefixRow) -> Int {
        let file = folder.file(CacheFolder.partial(folder.name(row.key)))
        return (try? FileSystem.status(file).size) ?? row.prefix.length
    }

    /// What is remembered of playlists, and how many bytes that takes in the index.
    package func outlines() throws -> (count: Int, bytes: Int) { try index.outlines() }

    /// When an object, or what there is of it, was written, in nanoseconds since 1970; `nil` when its file is gone.
    package func written(_ key: CacheKey) -> Int64? {
        let name = folder.name(key)
        let status =
            (try? FileSystem.status(folder.file(name)))
            ?? (try? FileSystem.status(folder.file(CacheFolder.partial(name))))
        return status?.modified
    }

    /// Reads every object again and changes nothing.
    package func verify() throws -> CacheVerification {
        var result = CacheVerification()
        for row in try index.rows() {
            do {
                _ = try folder.contents(of: row.entry, isVerified: false)
                result.add(row.entry, nil)
            } catch let fault as CacheFault {
                // A player may have evicted it since.
                if try index.row(row.entry.key)?.id == row.id { result.add(row.entry, fault) }
            }
        }
        return result
    }
}
