package import Catalog
import Platform
package import Player
import Signing

/// All media of a player: a cache, and beside it what was downloaded, which is never evicted and is looked at first.
///
/// No object is kept in both: what is downloaded and was cached moves. One ``MediaBudget`` owns the limits of both.
package final class MediaStore: ObjectCache {
    package let cache: DiskCache
    /// `nil` as long as nothing was ever downloaded.
    package let downloads: DiskCache?
    private let budgeting: Budgeting

    /// Called without a lock when a warning has shrunk the budget, with what became less in its order.
    package typealias Shrunk = @Sendable (MediaBudget.Shortage, [MediaBudget.Step]) -> Void

    /// What both stores report to, which exists before them.
    private final class Budgeting: Sendable {
        let budget: Mutex<MediaBudget>
        let report: DiskCache.Report
        let shrunk: Shrunk
        private let stores = Mutex<(cache: DiskCache?, downloads: DiskCache?)>((nil, nil))

        init(_ budget: MediaBudget, _ report: @escaping DiskCache.Report, _ shrunk: @escaping Shrunk) {
            self.budget = Mutex(budget)
            self.report = report
            self.shrunk = shrunk
        }

        func begin(_ cache: DiskCache, _ downloads: DiskCache?) { stores.withLock { $0 = (cache, downloads) } }

        /// The stores hold this by their reports: it must not hold them for ever.
        func end() { stores.withLock { $0 = (nil, nil) } }

        func hear(_ event: CacheEvent) {
            report(event)
            guard case .noSpace = event else { return }
            let (cache, downloads) = stores.withLock { $0 }
            guard let cache else { return }
            shrink(.disk(cacheFits: cache.limit, downloaded: downloads?.totalLength ?? 0))
        }

        func shrink(_ warning: MediaBudget.Warning) {
            let steps = budget.withLock { $0.shrink(on: warning) }
            let (cache, downloads) = stores.withLock { $0 }
            for step in steps {
                switch step.number {
                case .preload: cache?.limitPreloads(to: step.to)
                case .cache: cache?.limit(to: step.to)
                case .downloads: downloads?.limit(to: step.to)
                case .buffer: break
                }
            }
            // A disk that is full again and again gives up nothing more.
            if !steps.isEmpty || warning == .memory { shrunk(warning.shortage, steps) }
        }
    }

    /// Where downloads are, in a directory of their own beside the cache in its directory.
    package static func downloadsPath(_ path: String) -> String { "\(path)/downloads" }

    /// - Parameter opensDownloads: also when nothing was downloaded before.
    package init(
        _ path: String, budget: MediaBudget, opensDownloads: Bool = false,
        report: @escaping DiskCache.Report = { _ in }, shrunk: @escaping Shrunk = { _, _ in }
    ) throws {
        let budgeting = Budgeting(budget, report, shrunk)
        cache = try DiskCache(path, limit: budget.cache, report: budgeting.hear)
        cache.limitPreloads(to: budget.preload)
        let place = Self.downloadsPath(path)
        if opensDownloads || FileSystem.exists(CacheFolder(path: place).index) {
            downloads = try DiskCache(place, limit: budget.downloads, evicts: false, report: budgeting.hear)
        } else {
            downloads = nil
        }
        self.budgeting = budgeting
        budgeting.begin(cache, downloads)
        // The disk was found full before anybody could hear of it.
        if cache.limit < budget.cache {
            budgeting.shrink(.disk(cacheFits: cache.limit, downloaded: downloads?.totalLength ?? 0))
        }
    }

    deinit { budgeting.end() }

    /// Whether no object is in either.
    package var isEmpty: Bool { cache.entries().isEmpty && downloads?.entries().isEmpty ?? true }

    package var budget: MediaBudget { budgeting.budget.withLock { $0 } }

    /// The system wants memory back. What is held ahead of the playhead from now on is the budget's.
    package func warnOfMemory() { budgeting.shrink(.memory) }

    package func completeObjects(reel: ReelID, version: VersionID) -> Set<CacheKey> {
        cache.completeObjects(reel: reel, version: version)
            .union(downloads?.completeObjects(reel: reel, version: version) ?? [])
    }

    package func access(
        _ key: CacheKey, for use: ObjectUse = .play, notify: @escaping @Sendable (ObjectNews) -> Void = { _ in }
    ) -> ObjectAccess {
        if let bytes = downloads?.read(key, for: use) { return .complete(bytes) }
        guard use == .download, let downloads else { return cache.access(key, for: use, notify: notify) }
        if let bytes = move(key, to: downloads) { return .complete(bytes) }
        return downloads.access(key, for: use, notify: notify)
    }

    /// What is cached already need not be fetched to be downloaded.
    private func move(_ key: CacheKey, to downloads: DiskCache) -> [UInt8]? {
        guard let bytes = cache.read(key, for: .download) else { return nil }
        switch downloads.store(bytes, for: key, digest: nil, use: .download) {
        case .stored, .alreadyStored: cache.remove(key)
        case .tooLarge, .digestMismatch, .notKept: break
        }
        return bytes
    }

    /// Of downloads, which make no room for each other.
    package func room(for use: ObjectUse) -> Int? { use == .download ? downloads?.room : nil }

    package func remember(_ outline: ReelOutline) {
        cache.remember(outline)
        downloads?.remember(outline)
    }

    /// That of the version which was downloaded, if one was.
    package func outline(of reel: ReelID) -> ReelOutline? {
        if let downloads, let outline = downloads.outline(of: reel),
            !downloads.completeObjects(reel: reel, version: outline.version).isEmpty
        {
            return outline
        }
        return cache.outline(of: reel)
    }

    package func protect(_ reels: Set<ReelID>) { cache.protect(reels) }
}
