import Catalog
import Platform
import Player
import SQLite

/// What a cache's mutex owns: the index, the sum of the files, and what only this process knows.
struct CacheState: ~Copyable {
    private let folder: CacheFolder
    /// Of all objects together, those being written and their folder included.
    private(set) var limit: Int
    /// Of objects that were preloaded and not played.
    var preloadLimit = Int.max
    /// Whether what is there makes room for what is new.
    private let evicts: Bool
    private let lock: FileLock
    /// `nil` once it was damaged and could not be made anew: everything misses.
    private var index: CacheIndex?
    /// Bytes of complete objects and of prefixes that nobody writes.
    private(set) var total = 0
    /// Objects that are being written, and the room that each has been given: not part of the total.
    private var flights: [CacheKey: (flight: Flight, room: Int)] = [:]
    private var clock: Int64 = 0
    /// Reels that this process plays, or will next: none of them is evicted.
    var protected: Set<ReelID> = []
    /// Rows whose files this process has digested.
    private var verified: Set<Int64> = []
    /// Reads that the index does not know yet: it is told with the next object, or when there are many.
    private var unsavedReads: [Int64: (clock: Int64, hits: Int)] = [:]
    private var events: [CacheEvent] = []
    /// The index had no room to grow, the last time it was written.
    private var isIndexFull = false
    /// What was laid by for the index on a full disk is in use.
    private var isReserveSpent = false
    /// It was told that pinned reels leave no room.
    private var isPinsTold = false

    private static let mostUnsavedReads = 256
    /// What is given up when the index itself finds no room.
    private static let indexRoom = 64 << 10

    mutating func takeEvents() -> [CacheEvent] {
        defer { events = [] }
        return events
    }

    // MARK: Opening and closing

    /// - Parameter clears: on a disk so full that not even the index can be opened, every file goes to make room for it.
    static func open(_ folder: CacheFolder, limit: Int, evicts: Bool, clears: Bool) throws -> CacheState {
        try folder.checkPlaces()
        try FileSystem.createDirectories(folder.objects)
        guard let lock = try FileLock.acquire(folder.lock) else { throw CacheError.inUse(path: folder.path) }
        var state = CacheState(folder, limit, evicts, lock)
        do {
            try state.openIndex()
        } catch let error as SQLiteError {
            guard folder.isDiskFull, !error.isBusy else { throw CacheError(error, cache: folder.path) }
            try state.openIndexOnFullDisk(clears: clears)
        }
        folder.layReserve()
        state.keepToLimit()
        return state
    }

    private init(_ folder: CacheFolder, _ limit: Int, _ evicts: Bool, _ lock: consuming FileLock) {
        self.evicts = evicts
        self.folder = folder
        self.limit = limit
        self.lock = lock
    }

    private mutating func openIndex() throws {
        let isThere = FileSystem.exists(folder.index)
        do {
            let index = try CacheIndex.open(folder.index, flatten: folder.flatten)
            self.index = index
            try load(loss: index.wasEmpty ? (isThere ? "its index was empty" : "its index was missing") : nil)
        } catch let error as SQLiteError where !error.isEnvironment {
            startAnew(error)
        }
    }

    /// What the index lacks is what was laid by for it, or else is taken from the objects, those that would be evicted
    /// first.
    private mutating func openIndexOnFullDisk(clears: Bool) throws {
        index = nil
        isReserveSpent = folder.spendReserve()
        if isReserveSpent {
            folder.moveLog()
            if (try? openIndex()) != nil { return keepWithinDisk(sparing: Self.indexRoom) }
            index = nil
        }
        let victims = try folder.victimsOnFullDisk(bytes: Self.indexRoom * 4)
        try? folder.flatten()
        if victims.isEmpty || clears {
            for name in (try? folder.files().names) ?? [] where clears || name.hasSuffix(".part") {
                _ = removeFile(name)
            }
        }
        for row in victims { _ = removeFile(folder.name(row.entry.key)) }
        folder.moveLog()
        do {
            try openIndex()
        } catch let error as SQLiteError {
            index = nil
            if clears { startAnew(error) }
            guard index != nil else { throw CacheError(error, cache: folder.path) }
        }
        // Where the process before was killed, they have been found missing already.
        for row in victims { remove(row.entry.key) }
        events.removeAll {
            if case .dropped(let key, .missing) = $0 { victims.contains { $0.entry.key == key } } else { false }
        }
        keepWithinDisk(sparing: Self.indexRoom)
    }

    /// `loss`: why the index knows nothing of what may be there.
    private mutating func load(loss: String?) throws {
        guard let index else { return }
        total = try index.totalLength()
        clock = try index.clock()
        if let loss {
            removeAllFiles(loss)
        } else if try !index.isClean() {
            try reconcile(index)
        }
        try index.removeOutlines()
        try index.begin()
        if limit < Int.max { try index.setLimit(limit) }
    }

    /// After a process that did not come to its end: index and files are made to agree.
    private mutating func reconcile(_ index: CacheIndex) throws {
        guard try index.isIntact() else { throw SQLiteError.damage("the index is damaged", verb: "check") }
        var orphans = try folder.files()
        let settled = try index.settled()
        var faults: [(id: Int64, fault: CacheFault)] = []
        try index.forEachFile { id, name, length in
            guard orphans.complete.remove(name) != nil else { return faults.append((id, .missing)) }
            // What that process found there it has not written: the next read sees what else may have become of it.
            guard id > settled else { return }
            if try FileSystem.status(folder.file(name.text)).size != length { faults.append((id, .wrongLength)) }
        }
        for (id, fault) in faults { if let row = try index.row(id) { drop(row, fault) } }
        for row in try index.prefixes() { try reconcile(row, index, &orphans) }
        let names = orphans.names
        let bytes = names.reduce(0) { $0 + removeFile($1) }
        if !names.isEmpty { events.append(.orphansRemoved(count: names.count, bytes: bytes)) }
    }

    /// A prefix is as long as its file. One that was about to become complete has its last name already.
    private mutating func reconcile(
        _ row: CacheIndex.PrefixRow, _ index: CacheIndex, _ orphans: inout CacheFolder.Files
    ) throws {
        let name = FileName(row.key)
        let partial = CacheFolder.partial(name.text)
        if orphans.complete.remove(name) != nil {
            try FileSystem.rename(folder.file(name.text), to: folder.file(partial))
        }
        orphans.partial.remove(name)
        let length = try? FileSystem.status(folder.file(partial)).size
        total -= row.prefix.length
        guard let length, length > 0, length <= row.prefix.total ?? Int.max else {
            try index.removePrefix(row.key)
            _ = removeFile(partial)
            return
        }
        var prefix = row.prefix
        if length != prefix.length { prefix.prefixDigest = nil }
        prefix.length = length
        try index.save(prefix, row.key)
        total += length
    }

    mutating func close() {
        saveReads()
        indexed { index in
            try index.setClean(true)
            try index.checkpoint()
        }
        // Closed, it takes no room but its own.
        index = nil
        if isReserveSpent { folder.refillReserve() }
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

    /// Finds an object that is to be read. To play it counts as its latest use.
    mutating func find(_ key: CacheKey, for use: ObjectUse) -> Found? {
        guard let row = row(key) else { return nil }
        guard use == .play else { return Found(row: row, isVerified: verified.contains(row.id)) }
        clock += 1
        unsavedReads[row.id] = (clock, (unsavedReads[row.id]?.hits ?? 0) + 1)
        if unsavedReads.count >= Self.mostUnsavedReads { saveReads() }
        return Found(row: row, isVerified: verified.contains(row.id))
    }

    mutating func markVerified(_ id: Int64) { verified.insert(id) }

    // MARK: Storing

    enum Claim: Sendable {
        case complete(CacheEntry)
        /// The caller writes it.
        case lead(Flight)
        /// Somebody writes it already; the caller is told under this number if it wished to be.
        case follow(Flight, id: Int)
    }

    mutating func claim(_ key: CacheKey, for use: ObjectUse, _ notify: Flight.Notify?) -> Claim {
        if let flight = flights[key]?.flight {
            if use != .preload { flight.isWantedNow() }
            return .follow(flight, id: notify.map(flight.follow) ?? 0)
        }
        if let row = row(key) { return .complete(row.entry) }
        let name = CacheFolder.partial(folder.name(key))
        let prefix = takePrefix(key, name)
        let flight = Flight(key, in: folder, prefix: prefix, kind: use == .preload ? .preloaded : .played)
        flights[key] = (flight, prefix.length)
        return .lead(flight)
    }

    /// The prefix that was left of an object, which is no longer idle from now on.
    private mutating func takePrefix(_ key: CacheKey, _ name: String) -> ObjectPrefix {
        guard let row = indexed({ try $0.prefix(key) }) ?? nil else { return ObjectPrefix() }
        total -= row.prefix.length
        let length = try? FileSystem.status(folder.file(name)).size
        // A killed writer has not said what its bytes digest to: the digest of the whole must tell, or nothing can.
        let canBeChecked = row.prefix.prefixDigest != nil || row.prefix.digest != nil
        guard length == row.prefix.length, canBeChecked else {
            indexed { try $0.removePrefix(key) }
            _ = removeFile(name)
            if canBeChecked { events.append(.dropped(key, length == nil ? .missing : .wrongLength)) }
            return ObjectPrefix()
        }
        return row.prefix
    }

    /// Room for an object that grows to a length; those evicted for it, or `nil` when there is none.
    mutating func reserve(_ length: Int, for flight: Flight) -> [CacheKey]? {
        guard let held = flights[flight.key], held.flight === flight else { return nil }
        if flight.kind == .preloaded, !isWithinPreloads(length, flight) { return nil }
        guard let evicted = makeRoom(for: max(0, length - held.room)) else { return nil }
        flights[flight.key]?.room = max(length, held.room)
        return evicted
    }

    private mutating func isWithinPreloads(_ length: Int, _ flight: Flight) -> Bool {
        guard preloadLimit < Int.max else { return true }
        // What was read since has been played.
        saveReads()
        let waiting = indexed { try $0.preloadedLength() } ?? 0
        let underWay = flights.values.reduce(0) {
            $0 + ($1.flight.kind == .preloaded && $1.flight !== flight ? $1.room : 0)
        }
        return length <= preloadLimit - waiting - underWay
    }

    /// Writing begins: should the process be killed, its successor knows what the prefix is of.
    mutating func announce(_ flight: Flight) {
        let prefix = flight.prefix
        indexed { index in
            if prefix.entityTag != nil {
                try index.save(prefix, flight.key)
            } else if try index.prefix(flight.key) != nil {
                try index.removePrefix(flight.key)
            }
        }
    }

    /// The object's bytes are written: gives the file its name and the index its row.
    mutating func complete(_ flight: Flight, digest: ContentDigest) -> StoreOutcome {
        guard flights[flight.key]?.flight === flight else { return .notKept("the cache was emptied meanwhile") }
        let (key, name) = (flight.key, folder.name(flight.key))
        do {
            try FileSystem.rename(flight.path, to: folder.file(name))
        } catch {
            return fail(flight, "\(error)")
        }
        clock += 1
        let length = flight.prefix.length
        let entry = CacheEntry(
            key: key, length: length, digest: digest, lastRead: clock, hits: 0, kind: flight.kind)
        let reads = takeReads()
        let isListed = indexed { index in
            try index.transaction {
                try Self.save(reads, index)
                try index.removePrefix(key)
                try index.insert(entry)
                return true
            }
        }
        guard isListed == true else { return fail(flight, "the index could not take it") }
        flights[key] = nil
        total += length
        return .stored(evicted: flight.evicted)
    }

    private mutating func fail(_ flight: Flight, _ reason: String) -> StoreOutcome {
        events.append(.failed(reason))
        discard(flight)
        _ = removeFile(folder.name(flight.key))
        return .notKept(reason)
    }

    /// The writer is gone: the reader that waits longest is next. When nobody waits, what can be resumed stays.
    mutating func leave(_ flight: Flight) -> (heir: Flight.Notify?, kept: Int) {
        guard flights[flight.key]?.flight === flight else { return (nil, 0) }
        var prefix = flight.prefix
        if let heir = flight.takeFirstFollower() { return (heir, prefix.length) }
        prefix.prefixDigest = flight.digest ?? prefix.prefixDigest
        guard prefix.length > 0, prefix.entityTag != nil,
            indexed({ index in
                try index.save(prefix, flight.key)
                return true
            }) == true
        else {
            discard(flight)
            return (nil, 0)
        }
        flights[flight.key] = nil
        total += prefix.length
        return (nil, prefix.length)
    }

    /// Nothing of an object that was being written is kept.
    mutating func discard(_ flight: Flight) {
        guard flights[flight.key]?.flight === flight else { return }
        flights[flight.key] = nil
        indexed { try $0.removePrefix(flight.key) }
        _ = removeFile(CacheFolder.partial(folder.name(flight.key)))
    }

    // MARK: Removing

    private var reserved: Int { flights.values.reduce(0) { $0 + $1.room } }

    /// Bytes that fit without anything being evicted.
    var room: Int { max(0, limit - folder.overhead - reserved - total) }

    /// Makes so many bytes more fit within the limit: what was left of broken-off fetches goes first, then what was read
    /// longest ago. `nil` when they do not fit beside what is not evicted, and then nothing is.
    private mutating func makeRoom(for length: Int) -> [CacheKey]? {
        let most = limit - folder.overhead - reserved
        guard length <= most else { return nil }
        let bound = most - length
        guard total > bound else { return [] }
        guard evicts, keptLength() <= bound else {
            tellOfPins(over: bound)
            return nil
        }
        let evicted = shrink(to: bound)
        return total <= bound ? evicted : nil
    }

    /// Evicts what is above the limit.
    private mutating func keepToLimit() {
        guard evicts, limit < Int.max else { return }
        let bound = limit - folder.overhead - reserved
        guard total > bound else { return }
        _ = shrink(to: bound)
        if total > limit - folder.overhead - reserved { tellOfPins(over: bound) }
    }

    /// Bytes of what is not evicted.
    private mutating func keptLength() -> Int {
        let spared = protected
        return indexed { try $0.length(of: spared.union($0.pinnedReels())) } ?? 0
    }

    private mutating func tellOfPins(over bound: Int) {
        guard evicts, !isPinsTold else { return }
        let pinned = indexed { try $0.length(of: Set($0.pinnedReels())) } ?? 0
        guard pinned > 0 else { return }
        isPinsTold = true
        events.append(.pinsInTheWay(bytes: pinned, limit: limit))
    }

    /// Evicts until the total is at most so much, or nothing more may go.
    mutating func shrink(to bound: Int) -> [CacheKey] {
        guard evicts else { return [] }
        if total > bound { removePrefixes(total - bound) }
        guard total > bound else { return [] }
        let (excess, spared) = (total - bound, protected)
        var victims = forgetVictims(excess, spared)
        if victims == nil, isIndexFull {
            // On a full disk not even what goes can be said: then the files go first, and make room for that.
            for row in indexed({ try $0.victims(bytes: excess, sparing: spared) }) ?? [] {
                _ = removeFile(folder.name(row.entry.key))
            }
            victims = forgetVictims(excess, spared)
        }
        for row in victims ?? [] { forget(row) }
        if total == 0 { folder.renew() }
        return (victims ?? []).map(\.entry.key)
    }

    private mutating func forgetVictims(_ excess: Int, _ spared: Set<ReelID>) -> [CacheIndex.Row]? {
        let reads = takeReads()
        return indexed { index in
            try index.transaction {
                try Self.save(reads, index)
                let victims = try index.victims(bytes: excess, sparing: spared)
                try index.countUnplayed(victims)
                for row in victims { try index.remove(row.id) }
                let keys = try index.contentKeysLeft(by: victims.map(\.entry.key))
                for row in keys { try index.remove(row.id) }
                try index.removeOutlines(of: victims.map(\.entry.key))
                return victims + keys
            }
        }
    }

    /// The disk is full: what there is now is the most there will be, so that new objects take the place of old ones.
    ///
    /// - Parameter room: bytes of that which something else needs.
    mutating func keepWithinDisk(sparing room: Int = 0) {
        let most = max(0, total + reserved + folder.overhead - room)
        // Without a limit nothing is stored.
        guard most < limit, limit < Int.max else { return }
        limit = most
        events.append(.noSpace(limit: limit))
    }

    /// Removes idle prefixes, the oldest first, until so many bytes are free or there are no more.
    private mutating func removePrefixes(_ excess: Int) {
        var freed = 0
        for row in indexed({ try $0.prefixes() }) ?? [] where freed < excess && flights[row.key] == nil {
            guard indexed({ try $0.removePrefix(row.key) }) != nil else { return }
            total -= row.prefix.length
            freed += row.prefix.length
            _ = removeFile(CacheFolder.partial(folder.name(row.key)))
        }
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

    mutating func evictedUnplayed() -> EvictedUnplayed { indexed { try $0.evictedUnplayed() } ?? EvictedUnplayed() }

    mutating func pin(_ reel: ReelID) -> PinOutcome {
        let (most, overhead) = (limit, folder.overhead)
        return indexed { index in
            let reels = try index.reels()
            guard reels.contains(reel) else { return .absent(reels: reels) }
            let pinned = Set(try index.pinnedReels())
            if pinned.contains(reel) { return .alreadyPinned }
            let limit = min(most, try index.limit() ?? Int.max)
            let bytes = try index.length(of: pinned.union([reel]))
            guard bytes <= limit - overhead else { return .noRoom(bytes: bytes, limit: limit) }
            try index.pin(reel)
            return .pinned
        } ?? .failed
    }

    mutating func unpin(_ reel: ReelID) -> Bool { indexed { try $0.unpin(reel) } ?? false }

    mutating func pinnedReels() -> [ReelID] { indexed { try $0.pinnedReels() } ?? [] }

    mutating func limit(to bytes: Int) {
        limit = min(limit, bytes)
        keepToLimit()
    }

    @discardableResult
    mutating func remove(_ key: CacheKey) -> Bool {
        guard let row = row(key), indexed({ try $0.remove(row.id) }) != nil else { return false }
        forget(row)
        for row in indexed({ try $0.contentKeysLeft(by: [key]) }) ?? [] where indexed({ try $0.remove(row.id) }) != nil
        {
            forget(row)
        }
        indexed { try $0.removeOutlines(of: [key]) }
        return true
    }

    mutating func clear() {
        removePrefixes(Int.max)
        let rows = rows()
        if !removeRows(rows), isIndexFull {
            // On a full disk the files go first, and make room for saying so.
            for row in rows { _ = removeFile(folder.name(row.entry.key)) }
            removeRows(rows)
        }
        folder.renew()
    }

    /// Whether they are gone, with all outlines.
    @discardableResult
    private mutating func removeRows(_ rows: [CacheIndex.Row]) -> Bool {
        let isDone = indexed { index in
            try index.transaction {
                for row in rows { try index.remove(row.id) }
                try index.removeAllOutlines()
                return true
            }
        }
        guard isDone == true else { return false }
        for row in rows { forget(row) }
        return true
    }

    mutating func remember(_ outline: ReelOutline) {
        indexed { index in
            let known = try index.outline(outline.reel, outline.version)
            try index.save(known.map(outline.merged) ?? outline)
        }
    }

    mutating func outline(_ reel: ReelID) -> ReelOutline? { indexed { try $0.outline(reel) } ?? nil }

    /// What is to do once a row is no longer in the index.
    private mutating func forget(_ row: CacheIndex.Row) {
        total -= row.entry.length
        verified.remove(row.id)
        unsavedReads[row.id] = nil
        _ = removeFile(folder.name(row.entry.key))
    }

    /// Removes a file, or what lies in its place, and says how long it was.
    private mutating func removeFile(_ name: String) -> Int {
        let path = folder.file(name)
        let length = (try? FileSystem.status(path).size) ?? 0
        do { try FileSystem.removeTree(path) } catch { events.append(.failed("\(error)")) }
        return length
    }

    // MARK: The index

    /// Asks the index. When it is found damaged, everything begins anew; `nil` then and when it fails otherwise.
    @discardableResult
    private mutating func indexed<Result>(_ body: (CacheIndex) throws -> Result) -> Result? {
        guard let index else { return nil }
        isIndexFull = false
        do {
            return try body(index)
        } catch let error as SQLiteError where error.isDamage {
            startAnew(error)
        } catch let error as SQLiteError where error.isNoSpace || error.isEnvironment && folder.isDiskFull {
            return indexedOnFullDisk(index, body)
        } catch let error as SQLiteError {
            events.append(.failed("\(CacheError(error, cache: folder.path))"))
        } catch {
            events.append(.failed("\(error)"))
        }
        return nil
    }

    /// What the index lacks may be no more than its log takes.
    private mutating func indexedOnFullDisk<Result>(
        _ index: CacheIndex, _ body: (CacheIndex) throws -> Result
    ) -> Result? {
        do {
            if folder.spendReserve() { isReserveSpent = true }
            try index.checkpointAlways()
            try index.checkpoint()
            return try body(index)
        } catch {
            isIndexFull = true
            keepWithinDisk(sparing: Self.indexRoom)
            return nil
        }
    }

    /// Without an index nobody knows whose bytes the files are.
    private mutating func startAnew(_ error: SQLiteError) {
        // It must be closed first: SQLite removes its log by name when it closes.
        index = nil
        do {
            for path in folder.indexFiles where FileSystem.exists(path) { try FileSystem.removeFile(path) }
            removeAllFiles("its index was damaged (\(error.message))")
            let new = try CacheIndex.open(folder.index, flatten: {})
            try new.begin()
            index = new
        } catch {
            events.append(.failed("\(error)"))
        }
    }

    private mutating func removeAllFiles(_ reason: String) {
        try? folder.flatten()
        let names = (try? folder.files().names) ?? []
        for name in names { _ = removeFile(name) }
        total = 0
        flights = [:]
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
