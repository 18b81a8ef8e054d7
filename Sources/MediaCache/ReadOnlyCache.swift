package import Catalog
import Platform
package import Player

/// A cache in a directory where nothing can be written: what is there is read, nothing is added, and no use is
/// remembered.
package final class ReadOnlyCache: ObjectCache {
    private let folder: CacheFolder
    private let report: DiskCache.Report
    private let state: Mutex<State>

    private struct State: ~Copyable {
        let index: CacheIndex
        /// Rows whose files this process has digested.
        var verified: Set<Int64> = []
        /// Rows whose files are faulty: they cannot be dropped, and are not there.
        var faulty: Set<Int64> = []
    }

    package init(_ path: String, report: @escaping DiskCache.Report = { _ in }) throws {
        var folder = CacheFolder(path: path)
        try folder.requireIndex()
        let index = try CacheIndex.openUnchanging(folder.index)
        folder.isNested = try index.isNested()
        self.folder = folder
        self.report = report
        state = Mutex(State(index: index))
    }

    package func completeObjects(reel: ReelID, version: VersionID) -> Set<CacheKey> {
        reading { try $0.index.keys(reel: reel, version: version) } ?? []
    }

    package func access(
        _ key: CacheKey, for use: ObjectUse = .play, notify: @escaping @Sendable (ObjectNews) -> Void = { _ in }
    ) -> ObjectAccess {
        read(key).map { .complete($0) } ?? .write(NoWriter())
    }

    /// What is remembered of a reel's playlists; `nil` when nothing is.
    package func outline(of reel: ReelID) -> ReelOutline? { reading { try $0.index.outline(reel) } ?? nil }

    package func remember(_ outline: ReelOutline) {}

    package func protect(_ reels: Set<ReelID>) {}

    private struct Found: Sendable {
        var row: CacheIndex.Row
        var isVerified: Bool
    }

    private func read(_ key: CacheKey) -> [UInt8]? {
        let found: Found?? = reading { state in
            guard let row = try state.index.row(key), !state.faulty.contains(row.id) else { return nil }
            return Found(row: row, isVerified: state.verified.contains(row.id))
        }
        guard let found = found ?? nil else { return nil }
        do {
            let bytes = try folder.contents(of: found.row.entry, isVerified: found.isVerified)
            state.withLock { _ = $0.verified.insert(found.row.id) }
            return bytes
        } catch let fault as CacheFault {
            if state.withLock({ $0.faulty.insert(found.row.id).inserted }) { report(.dropped(key, fault)) }
        } catch {
            report(.failed("\(error)"))
        }
        return nil
    }

    private func reading<Result: Sendable>(_ body: (inout State) throws -> Result) -> Result? {
        do {
            return try state.withLock { state throws in try body(&state) }
        } catch {
            report(.failed("\(error)"))
            return nil
        }
    }
}

/// The right to write where nothing can be written.
final class NoWriter: ObjectWriter {
    let prefix = ObjectPrefix()

    func prefixBytes() -> [UInt8] { [] }

    func begin(_ response: ObjectPrefix) -> Bool { false }

    func append(_ bytes: [UInt8]) -> Bool { false }

    func finish(digest: ContentDigest?) -> StoreOutcome { .notKept("the cache cannot be written") }

    func leave() -> Int { 0 }

    func discard() {}
}
