package import Catalog
import Platform
package import Player
import SQLite

/// Objects on disk, known by their keys and never by URLs: an index and one file per object in one directory, which one
/// process at a time may write.
///
/// An object is digested on arrival and again on its first read in a process's life. What is found faulty is dropped,
/// reported and a miss; a failing disk makes misses too, never errors. When there is no room, what was preloaded and
/// never played goes first, then what was read longest ago. Nothing waits for the disk: after a power cut the last objects may be gone, and none is wrong.
package final class DiskCache: ObjectCache {
    /// Called without a lock, on whichever thread found out.
    package typealias Report = @Sendable (CacheEvent) -> Void

    package let path: String
    let folder: CacheFolder
    private let report: Report
    private let state: Mutex<CacheState>

    /// Opens the cache in a directory, or makes one. What a killed process left half-done is removed; a missing or
    /// damaged index is begun anew.
    ///
    /// - Parameters:
    ///   - limit: bytes of the objects' folder, as `du --apparent-size` counts it: all objects, those being written
    ///     and the folder itself, of which few objects leave ``leastOverhead`` or less.
    ///   - evicts: whether what is there makes room for what is new; otherwise what does not fit is not kept.
    ///   - clears: whether every object is removed, also from a disk so full that the index cannot be opened.
    ///   - beforeWriting: called before so many bytes are written to an object's file, and may refuse: a rehearsal of a
    ///     disk that fails.
    package init(
        _ path: String, limit: Int, evicts: Bool = true, clears: Bool = false, report: @escaping Report = { _ in },
        beforeWriting: (@Sendable (_ bytes: Int) throws -> Void)? = nil
    ) throws {
        var folder = CacheFolder(path: path)
        folder.beforeWriting = beforeWriting
        self.folder = folder
        self.path = path
        self.report = report
        state = Mutex(try CacheState.open(folder, limit: limit, evicts: evicts, clears: clears))
        locked { if clears { $0.clear() } }
    }

    deinit { locked { $0.close() } }

    /// Bytes of the objects' folder. It becomes less when the disk is full before.
    package var limit: Int { locked { $0.limit } }

    /// Bytes that fit without anything being evicted.
    package var room: Int { locked { $0.room } }

    /// What the folder of some dozens of objects takes of a limit, beside the objects.
    package static let leastOverhead = 3 * 4096

    /// Bytes of the largest object that there can be.
    var largest: Int { limit - folder.overhead }

    /// Where an object's bytes are once it is complete.
    package func file(of key: CacheKey) -> String { folder.file(folder.name(key)) }

    // MARK: Reading

    package func completeObjects(reel: ReelID, version: VersionID) -> Set<CacheKey> {
        locked { $0.keys(reel: reel, version: version) }
    }

    /// How long a complete object is, which does not count as use; `nil` when it is not there.
    package func length(of key: CacheKey) -> Int? { locked { $0.row(key)?.entry.length } }

    package func read(_ key: CacheKey) -> [UInt8]? { read(key, for: .play) }

    func read(_ key: CacheKey, for use: ObjectUse) -> [UInt8]? {
        guard let found = locked({ $0.find(key, for: use) }) else { return nil }
        do {
            let bytes = try folder.contents(of: found.row.entry, isVerified: found.isVerified)
            if !found.isVerified { locked { $0.markVerified(found.row.id) } }
            return bytes
        } catch let fault as CacheFault {
            _ = locked { $0.drop(found.row, fault) }
        } catch {
            report(.failed("\(error)"))
        }
        return nil
    }

    /// Kept in the index under reel and version, as long as one of its objects is.
    package func remember(_ outline: ReelOutline) { locked { $0.remember(outline) } }

    /// What is remembered of a reel's playlists, of the version that was played last; `nil` when nothing is.
    package func outline(of reel: ReelID) -> ReelOutline? { locked { $0.outline(reel) } }

    // MARK: All of it

    /// Every object, sorted by key.
    package func entries() -> [CacheEntry] { locked { $0.rows() }.map(\.entry).sorted { $0.key < $1.key } }

    /// Bytes of all objects.
    package var totalLength: Int { locked { $0.total } }

    /// Reads everything again, and drops what is faulty.
    package func verify() -> CacheVerification {
        var result = CacheVerification()
        for row in locked({ $0.rows() }) {
            do {
                _ = try folder.contents(of: row.entry, isVerified: false)
                locked { $0.markVerified(row.id) }
                result.add(row.entry, nil)
            } catch let fault as CacheFault {
                // An object that was evicted since the list was made has no fault.
                if locked({ $0.drop(row, fault) }) { result.add(row.entry, fault) }
            } catch {
                report(.failed("\(error)"))
            }
        }
        return result
    }

    /// Reels that are never evicted from now on, in place of those named before: what is playing, and what is next.
    package func protect(_ reels: Set<ReelID>) { locked { $0.protected = reels } }

    /// Keeps a reel from being evicted until it is unpinned, also by later processes.
    @discardableResult
    package func pin(_ reel: ReelID) -> PinOutcome { locked { $0.pin(reel) } }

    /// Whether that changed anything.
    @discardableResult
    package func unpin(_ reel: ReelID) -> Bool { locked { $0.unpin(reel) } }

    /// What was evicted in the cache's life without having been played.
    package var evictedUnplayed: EvictedUnplayed { locked { $0.evictedUnplayed() } }

    package var pinnedReels: [ReelID] { locked { $0.pinnedReels() } }

    /// A lower limit from now on; what is above it is evicted.
    package func limit(to bytes: Int) { locked { $0.limit(to: bytes) } }

    /// No more is preloaded than makes so many bytes that wait to be played.
    package func limitPreloads(to bytes: Int) { locked { $0.preloadLimit = bytes } }

    /// Removes one object. Whether it was there.
    @discardableResult
    package func remove(_ key: CacheKey) -> Bool { locked { $0.remove(key) } }

    /// Evicts until all objects together are at most so many bytes, or all that are left are pinned or protected.
    @discardableResult
    package func prune(to bytes: Int) -> [CacheKey] { locked { $0.shrink(to: bytes) } }

    /// Removes every object, pinned ones too.
    package func clear() { locked { $0.clear() } }

    func tell(_ event: CacheEvent) { report(event) }

    /// Runs with the state, and reports what came up once the lock is free.
    func locked<Result: Sendable>(_ body: (inout CacheState) -> Result) -> Result {
        let (result, events) = state.withLock { state in
            let result = body(&state)
            return (result, state.takeEvents())
        }
        for event in events { report(event) }
        return result
    }
}
