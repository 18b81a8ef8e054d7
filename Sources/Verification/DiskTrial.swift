internal import Catalog
internal import HTTP
internal import MediaCache
internal import Origin
internal import Platform
internal import Playback
internal import Player
internal import Signing
internal import Synchronization

/// What is done with one reel's cache on a disk that is small, full, read-only or changes underneath, and over a wire that
/// is cut.
///
/// Every play takes the highest rung, so that it is known which objects it needs.
final class DiskTrial {
    private let rehearsal: Rehearsal
    private let folder: String
    private let rung: RenditionID?
    private var check: ClaimCheck
    private var rows: [([AccessLogEntry]) -> ClaimRow] = []
    private var stop: TrialStop?

    private var subject: Subject { rehearsal.subject }
    private var stage: Stage { rehearsal.stage }

    /// - Parameters:
    ///   - form: how tokens travel.
    ///   - ladder: the rungs that there are, by ascending bandwidth.
    ///   - folder: a directory for the caches.
    init(_ subject: Subject, on stage: Stage, form: CarriageForm, ladder: [RenditionID], folder: String) {
        rehearsal = Rehearsal(subject, on: stage, form: form, name: subject.reel.text)
        self.folder = folder
        rung = ladder.last
        check = ClaimCheck(subject, PlayRecord(session: "", log: [], access: []))
    }

    func run(progress: (String) -> Void) throws {
        progress("play of the highest rung")
        let cache = try DiskCache("\(folder)/whole", limit: Self.cacheLimit)
        let first = rehearsal.play("whole", cache, rung: rung)
        if let failure = first.record([]).failure {
            stop = .broken("of the highest rung, \(failure)")
            return
        }
        check = ClaimCheck(subject, first.record([]))
        let whole = cache.entries().compactMap { entry in
            cache.read(entry.key).map { Stored(key: entry.key, bytes: $0) }
        }
        progress("play over a wire that is cut")
        try playCut(first.fetched(of: subject))
        progress("plays from damaged caches")
        try playFaults(whole)
        try playAnew(whole)
        progress("plays from full, unwritable and small disks")
        try playFull(whole)
        try playReadOnly(whole)
        try playSmall(whole)
        progress("play through a memory warning")
        try playWarned(whole)
    }

    /// A row for each claim, from the whole access log.
    func conclude(_ access: [AccessLogEntry]) -> [ClaimRow] {
        var all = rows.map { $0(access) }
        let exact = check.ledger(rehearsal.records(access))
        // The last row is of the plays whose account is the hardest to keep.
        if exact.verdict == .fails, let last = all.popLast() {
            all.append(check.row(last.claim, last.figures, last.problems + exact.problems))
        }
        return ClaimRow.complete(all, Claim.trouble, of: subject.reel, form: nil, stop: stop)
    }

    var eventLogs: [(session: String, log: [LogEntry])] { rehearsal.eventLogs }

    private static let cacheLimit = 4 << 30

    // MARK: Trials

    /// The connection is cut in the middle of the second segment, or of the only one.
    private func playCut(_ objects: [FetchedObject]) throws {
        let cache = try DiskCache("\(folder)/cut", limit: Self.cacheLimit)
        guard let object = FetchedObject.toCut(objects, of: rung) else {
            return rows.append { _ in self.check.skipped(.resumed, "there is no segment of two bytes to cut between") }
        }
        let cut = object.size / 2
        let wire = CuttingFetcher(stage.fetcher, after: cut) { [subject] request in
            object.isAsked(at: subject.path(of: request.url), range: request.headers["Range"])
        }
        let play = play("cut", cache, over: wire)
        rows.append { self.check.resumed(play($0), object: object, cut: cut) }
    }

    /// Every fault at once, each in an object of its own, or one after the other where there are fewer objects.
    private func playFaults(_ whole: [Stored]) throws {
        var faults: [CacheFault] = [.missing, .wrongLength, .wrongDigest]
        var found = [(play: ([AccessLogEntry]) -> PlayRecord, disk: ClaimCheck.DiskRecord, damaged: Damaged)]()
        while !faults.isEmpty, !whole.isEmpty {
            let path = "\(folder)/faults-\(found.count)"
            let damaged = zip(whole.map(\.key).reversed(), faults).map { (key: $0, fault: $1) }
            faults.removeFirst(damaged.count)
            let files = try fill(path, whole)
            for (key, fault) in damaged { if let file = files[key] { try damage(file, fault) } }
            let (events, cache) = try open(path)
            var disk = ClaimCheck.DiskRecord()
            disk.before = Set(whole.map(\.key))
            let play = play("faults-\(found.count)", cache)
            finish(&disk, cache, events)
            found.append((play, disk, damaged))
        }
        rows.append { access in self.check.repaired(found.map { ($0.play(access), $0.disk, $0.damaged) }) }
    }

    private typealias Damaged = [(key: CacheKey, fault: CacheFault)]

    private func damage(_ file: String, _ fault: CacheFault) throws {
        var bytes = try FileSystem.read(file, limit: Self.cacheLimit)
        switch fault {
        case .missing, .unreadable: return try FileSystem.removeFile(file)
        case .wrongLength: bytes.removeLast(bytes.count - bytes.count / 2)
        case .wrongDigest: if !bytes.isEmpty { bytes[bytes.count / 2] ^= 0x10 }
        }
        try FileSystem.write(bytes, to: file, mode: 0o600)
    }

    private func playAnew(_ whole: [Stored]) throws {
        var found = [(what: String, play: ([AccessLogEntry]) -> PlayRecord, disk: ClaimCheck.DiskRecord)]()
        for what in ["deleted", "damaged"] {
            let path = "\(folder)/index-\(what)"
            _ = try fill(path, whole)
            let index = "\(path)/index.sqlite"
            if what == "deleted" {
                try FileSystem.removeFile(index)
            } else {
                let size = try FileSystem.status(index).size
                try FileSystem.write([UInt8](repeating: 0xA5, count: size), to: index)
            }
            let (events, cache) = try open(path)
            var disk = ClaimCheck.DiskRecord()
            let play = play("index-\(what)", cache)
            finish(&disk, cache, events)
            found.append((what, play, disk))
        }
        rows.append { access in self.check.anew(found.map { ($0.what, $0.play(access), $0.disk) }) }
    }

    /// There is room for about half of what is played.
    private func playFull(_ whole: [Stored]) throws {
        let room = whole.reduce(0) { $0 + $1.bytes.count } / 2
        let left = Mutex(room)
        let (events, cache) = try open("\(folder)/full") { count in
            let fits = left.withLock { left in
                guard count <= left else { return false }
                left -= count
                return true
            }
            if !fits { throw SystemError.noSpace("write", "a full disk") }
        }
        var disk = ClaimCheck.DiskRecord()
        let play = play("full", cache)
        // The folder takes of a disk what it takes, whoever writes into it.
        disk.most = try Self.bytes(below: cache.path, withFolder: false)
        finish(&disk, cache, events)
        rows.append { self.check.fullDisk(play($0), disk, room: room) }
    }

    private func playReadOnly(_ whole: [Stored]) throws {
        let path = "\(folder)/read-only"
        _ = try fill(path, whole)
        let before = try FileSystem.list(path)
        let cache = try ReadOnlyCache(path)
        let play = play("read-only", cache)
        let isChanged = try FileSystem.list(path) != before
        rows.append { self.check.readOnly(play($0), isChanged: isChanged) }
    }

    /// The cache is as large as two thirds of what is played, or its largest object, and full of another reel.
    private func playSmall(_ whole: [Stored]) throws {
        let room = max(whole.reduce(0) { $0 + $1.bytes.count } * 2 / 3, whole.map(\.bytes.count).max() ?? 0)
        let limit = room + DiskCache.leastOverhead
        let (events, cache) = try open("\(folder)/small", limit: limit)
        guard let other = ReelID("another-reel") else { return }
        let filler = [UInt8](repeating: 0x5A, count: max(1, room / 8))
        for number in 0..<8 {
            var key = CacheKey(
                reel: other, version: subject.version, rendition: PackageLayout.tiles, object: .segment(number))
            key.reel = other
            _ = cache.store(filler, for: key, digest: nil, use: number % 2 == 0 ? .play : .preload)
        }
        var disk = ClaimCheck.DiskRecord(limit: limit)
        let others = Set(cache.entries().map(\.key))
        let most = Mutex(0)
        let look: @Sendable (LogEntry) -> Void = { _ in
            let sum = (try? Self.bytes(below: cache.path)) ?? 0
            most.withLock { $0 = max($0, sum) }
        }
        let first = play("small-first", cache, observe: look)
        disk.before = Set(cache.entries().map(\.key)).subtracting(others)
        let second = play("small-second", cache, observe: look)
        finish(&disk, cache, events)
        disk.most = most.withLock { $0 }
        rows.append { self.check.eviction(first($0), second($0), disk, others: others) }
    }

    /// Half of it is the least that a player holds, so that of three segments of two seconds the last one already has to
    /// wait.
    private static let warnedBuffer = MediaBudget.leastBuffer * 2

    /// The device warns of its memory when the first segment has come.
    private func playWarned(_ whole: [Stored]) throws {
        let told = Mutex<MediaStore.Shrunk?>(nil)
        let store = try MediaStore(
            "\(folder)/warned", budget: MediaBudget(cache: Self.cacheLimit, buffer: Self.warnedBuffer),
            shrunk: { shortage, steps in told.withLock { $0 }?(shortage, steps) })
        let isWarned = Atomic(false)
        var preloads = (before: Self.preloads(whole, to: store), after: 0)
        store.cache.clear()
        let play = play(
            "warned", store, buffer: Self.warnedBuffer, begin: { player in told.withLock { $0 = player.warn } }
        ) { entry in
            switch entry.what {
            case .fetched(_, .segment, _, _): if !isWarned.exchange(true, ordering: .relaxed) { store.warnOfMemory() }
            default: break
            }
        }
        let faults = store.cache.verify().faults.map { "\($0.key): \($0.fault.text)" }
        store.cache.clear()
        preloads.after = Self.preloads(whole, to: store)
        rows.append { self.check.warned(play($0), preloads: preloads, faults: faults) }
    }

    /// How many of these are kept when they are offered to be played later.
    private static func preloads(_ objects: [Stored], to store: MediaStore) -> Int {
        objects.count { object in
            guard case .write(let writer) = store.access(object.key, for: .preload),
                writer.begin(total: object.bytes.count), writer.append(object.bytes),
                case .stored = writer.finish()
            else { return false }
            return true
        }
    }

    // MARK: Caches

    private struct Stored {
        var key: CacheKey
        var bytes: [UInt8]
    }

    /// A closed cache that holds these, and where each of them is.
    private func fill(_ path: String, _ objects: [Stored]) throws -> [CacheKey: String] {
        let cache = try DiskCache(path, limit: Self.cacheLimit)
        for object in objects { _ = cache.store(object.bytes, for: object.key, digest: nil) }
        return Dictionary(uniqueKeysWithValues: objects.map { ($0.key, cache.file(of: $0.key)) })
    }

    private final class Events: Sendable {
        private let list = Mutex<[CacheEvent]>([])

        var all: [CacheEvent] { list.withLock { $0 } }

        func add(_ event: CacheEvent) { list.withLock { $0.append(event) } }
    }

    private func open(
        _ path: String, limit: Int = cacheLimit,
        beforeWriting: (@Sendable (_ bytes: Int) throws -> Void)? = nil
    ) throws -> (Events, DiskCache) {
        let events = Events()
        return (events, try DiskCache(path, limit: limit, report: events.add, beforeWriting: beforeWriting))
    }

    private func finish(_ disk: inout ClaimCheck.DiskRecord, _ cache: DiskCache, _ events: Events) {
        disk.events = events.all
        disk.verification = cache.verify()
        disk.after = Set(cache.entries().map(\.key))
    }

    /// The lengths of the folder of objects and of all files in it, whatever the index says.
    private static func bytes(below path: String, withFolder: Bool = true) throws -> Int {
        let objects = "\(path)/objects"
        let own = withFolder ? try FileSystem.status(objects).size : 0
        return try FileSystem.list(objects).reduce(own) { sum, file in
            // One may go between the list and the look at its length.
            sum + ((try? FileSystem.status("\(objects)/\(file)").size) ?? 0)
        }
    }

    // MARK: Playing

    /// Plays, and says how to make a record of it once the access log is whole.
    private func play(
        _ name: String, _ cache: any ObjectCache, buffer: Duration? = nil, over fetcher: (any Fetcher)? = nil,
        begin: (RealTimePlayer) -> Void = { _ in },
        observe: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) -> ([AccessLogEntry]) -> PlayRecord {
        rehearsal.play(name, cache, rung: rung, buffer: buffer, over: fetcher, begin: begin, observe: observe).record
    }
}
