import Catalog
import Platform
import Player
import SQLite

/// What a cache's mutex owns: the index, the sum of the files, and what only this process knows.
struct CacheState: ~Copyable {
    private let folder: CacheFolder
    private let limit: Int
    private let lock: FileLock
    /// `nil` once it was damaged and could not be made anew: everything misses.
    private var index: CacheIndex?
    private(set) var total = 0
    /// Bytes of objects that are being written.
    private var reserved = 0
    private var writing: Set<CacheKey> = []
    private var clock: Int64 = 0
    /// Rows whose files this process has digested.
    private var verified: Set<Int64> = []
    /// Reads that the index does not know yet: it is told with the next object, or when there are many.
    private var unsavedReads: [Int64: (clock: Int64, hits: Int)] = [:]
    private var events: [CacheEvent] = []

    private static let mostUnsavedReads = 256

    mutating func takeEvents() -> [CacheEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Opening and closing

    static func open(_ folder: CacheFolder, limit: Int) throws -> CacheState {
        try FileSystem.createDirectories(folder.objects)
        guard let lock = try FileLock.acquire(folder.lock) else { throw CacheError.inUse(path: folder.path) }
        var state = CacheState(folder, limit, lock)
        try state.openIndex()
        _ = state.makeRoom(for: 0)
        return state
    }

    private init(_ folder: CacheFolder, _ limit: Int, _ lock: consuming FileLock) {
        self.folder = folder
        self.limit = limit
        self.lock = lock
    }

    private mutating func openIndex() throws {
        let isNew = !FileSystem.exists(folder.index)
        do {
            index = try CacheIndex.open(folder.index)
            try load(isNew: isNew)
        } catch let error as SQLiteError where !error.isEnvironment {
            startAnew("\(error)")
        }
    }

    private mutating func load(isNew: Bool) throws {
        guard let index else { return }
        total = try index.totalLength()
        clock = try index.clock()
        if isNew {
            removeAllFiles("its index was missing")
        } else if try !index.isClean() {
            try reconcile(index)
        }
        try index.setClean(false)
    }

    /// After a process that did not come to its end: index and files are made to agree.
    private mutating func reconcile(_ index: CacheIndex) throws {
        guard try index.isIntact() else { throw SQLiteError.damage("the index is damaged", verb: "check") }
        var orphans = Set(try folder.allNames())
        for row in try index.rows() {
            let name = CacheFolder.name(row.entry.key)
            let isThere = orphans.remove(name) != nil
            let length = isThere ? try? FileSystem.status(folder.file(name)).size : nil
            if length != row.entry.length { drop(row, length == nil ? .missing : .wrongLength) }
        }
        let bytes = orphans.sorted().reduce(0) { $0 + removeFile($1) }
        if !orphans.isEmpty { events.append(.orphansRemoved(count: orphans.count, bytes: bytes)) }
    }

    mutating func close() {
        saveReads()
        indexed { index in
            try index.setClean(true)
            try index.checkpoint()
        }
    }

    // MARK: Looking

    mutating func keys(reel: ReelID, version: VersionID) -> Set<CacheKey> {
        indexed { try $0.keys(reel: reel, version: version) } ?? []
    }

    mutating func row(_ key: CacheKey) -> CacheIndex.Row? { indexed { try $0.row(key) } ?? nil }

    mutating func rows() -> [CacheIndex.Row] {
        saveReads()
        return indexed { try $0.rows() } ?? []
    }

    struct Found: Sendable {
        var row: CacheIndex.Row
        var isVerified: Bool
    }

    /// Finds an object that is to be read, which counts as its latest use.
    mutating func use(_ key: CacheKey) -> Found? {
        guard let row = row(key) else { return nil }
        clock += 1
        unsavedReads[row.id] = (clock, (unsavedReads[row.id]?.hits ?? 0) + 1)
        if unsavedReads.count >= Self.mostUnsavedReads { saveReads() }
        return Found(row: row, isVerified: verified.contains(row.id))
    }

    mutating func markVerified(_ id: Int64) { verified.insert(id) }

    // MARK: Storing

    enum Admission: Sendable {
        case answered(StoreOutcome)
        /// There is room now; these made it.
        case admitted(evicted: [CacheKey])
    }

    /// Reserves room for an object that is to be written, unless it is there or cannot be.
    mutating func admit(_ key: CacheKey, length: Int, digest: ContentDigest) -> Admission {
        guard length <= limit else { return .answered(.tooLarge) }
        guard !writing.contains(key) else { return .answered(.notKept("the same object is being stored")) }
        guard let found = indexed({ try $0.row(key) }) else { return .answered(.notKept("the index failed")) }
        if let found { return .answered(found.entry.digest == digest ? .alreadyStored : .digestMismatch) }
        guard let evicted = makeRoom(for: length) else {
            return .answered(.notKept("there is no room beside what is being stored"))
        }
        reserved += length
        writing.insert(key)
        return .admitted(evicted: evicted)
    }

    /// The object's bytes are written: gives the file its name and the index its row.
    mutating func complete(
        _ key: CacheKey, length: Int, digest: ContentDigest, evicted: [CacheKey]
    ) -> StoreOutcome {
        let name = CacheFolder.name(key)
        do {
            try FileSystem.rename(folder.file(CacheFolder.partial(name)), to: folder.file(name))
        } catch {
            return abandon(key, length: length, "\(error)")
        }
        clock += 1
        let entry = CacheEntry(key: key, length: length, digest: digest, lastRead: clock, hits: 0)
        let reads = takeReads()
        let isListed = indexed { index in
            try index.transaction {
                try Self.save(reads, index)
                try index.insert(entry)
                return true
            }
        }
        guard isListed == true else { return abandon(key, length: length, "the index failed") }
        release(key, length)
        total += length
        return .stored(evicted: evicted)
    }

    /// The object could not be written.
    mutating func abandon(_ key: CacheKey, length: Int, _ reason: String) -> StoreOutcome {
        release(key, length)
        let name = CacheFolder.name(key)
        for name in [name, CacheFolder.partial(name)] { _ = removeFile(name) }
        events.append(.failed(reason))
        return .notKept(reason)
    }

    private mutating func release(_ key: CacheKey, _ length: Int) {
        reserved -= length
        writing.remove(key)
    }

    // MARK: Removing

    /// Evicts what was read longest ago until so many bytes more are within the limit; `nil` when they never are.
    private mutating func makeRoom(for length: Int) -> [CacheKey]? {
        guard reserved + length <= limit else { return nil }
        guard total + reserved + length > limit else { return [] }
        let excess = total + reserved + length - limit
        let reads = takeReads()
        let victims = indexed { index in
            try index.transaction {
                try Self.save(reads, index)
                var victims: [CacheIndex.Row] = []
                var freed = 0
                while freed < excess, let row = try index.oldestRow() {
                    try index.remove(row.id)
                    victims.append(row)
                    freed += row.entry.length
                }
                return victims
            }
        }
        guard let victims else { return nil }
        for row in victims { forget(row) }
        return victims.map(\.entry.key)
    }

    /// Removes a faulty object; `false` when it was gone already.
    @discardableResult
    mutating func drop(_ row: CacheIndex.Row, _ fault: CacheFault) -> Bool {
        let isRemoved = indexed { index in
            guard try index.row(row.entry.key)?.id == row.id else { return false }
            try index.remove(row.id)
            return true
        }
        guard isRemoved == true else { return false }
        forget(row)
        events.append(.dropped(row.entry.key, fault))
        return true
    }

    mutating func clear() {
        for row in rows() where indexed({ try $0.remove(row.id) }) != nil { forget(row) }
    }

    /// What is to do once a row is no longer in the index.
    private mutating func forget(_ row: CacheIndex.Row) {
        total -= row.entry.length
        verified.remove(row.id)
        unsavedReads[row.id] = nil
        _ = removeFile(CacheFolder.name(row.entry.key))
    }

    /// Removes a file, and says how long it was.
    private mutating func removeFile(_ name: String) -> Int {
        let path = folder.file(name)
        do {
            let length = try FileSystem.status(path).size
            try FileSystem.removeFile(path)
            return length
        } catch {
            if !error.isMissing { events.append(.failed("\(error)")) }
            return 0
        }
    }

    // MARK: The index

    /// Asks the index. When it is found damaged, everything begins anew; `nil` then and when it fails otherwise.
    @discardableResult
    private mutating func indexed<Result>(_ body: (CacheIndex) throws -> Result) -> Result? {
        guard let index else { return nil }
        do {
            return try body(index)
        } catch let error as SQLiteError where error.isDamage {
            startAnew("\(error)")
        } catch {
            events.append(.failed("\(error)"))
        }
        return nil
    }

    /// Without an index nobody knows whose bytes the files are.
    private mutating func startAnew(_ reason: String) {
        // It must be closed first: SQLite removes its log by name when it closes.
        index = nil
        do {
            for path in folder.indexFiles where FileSystem.exists(path) { try FileSystem.removeFile(path) }
            removeAllFiles(reason)
            let new = try CacheIndex.open(folder.index)
            try new.setClean(false)
            index = new
        } catch {
            events.append(.failed("\(error)"))
        }
    }

    private mutating func removeAllFiles(_ reason: String) {
        let names = (try? folder.allNames()) ?? []
        for name in names { _ = removeFile(name) }
        total = 0
        verified = []
        unsavedReads = [:]
        if !names.isEmpty { events.append(.emptied(reason: reason)) }
    }

    private mutating func saveReads() {
        let reads = takeReads()
        if !reads.isEmpty { indexed { index in try index.transaction { try Self.save(reads, index) } } }
    }

    private mutating func takeReads() -> [Int64: (clock: Int64, hits: Int)] {
        defer { unsavedReads = [:] }
        return unsavedReads
    }

    private static func save(_ reads: [Int64: (clock: Int64, hits: Int)], _ index: CacheIndex) throws(SQLiteError) {
        for (id, read) in reads { try index.touch(id, at: read.clock, hits: read.hits) }
    }
}
