internal import Catalog
internal import HTTP
internal import MediaCache
internal import Origin
internal import Platform
internal import Playback
internal import Player
internal import Signing
internal import Synchronization

/// What is done with one reel's cache on a disk that is small, full, read-only or changes underneath.
///
/// Every play takes the highest rung, so that it is known which objects it needs.
final class DiskTrial {
    private let document: PackageDocument
    private let stage: Stage
    private let form: CarriageForm
    private let folder: String
    private let check: ClaimCheck
    private let rung: RenditionID?
    private var rows: [([AccessLogEntry]) -> ClaimRow] = []
    private var plays: [(session: String, report: PlaybackReport)] = []

    /// - Parameters:
    ///   - form: how tokens travel.
    ///   - folder: a directory for the caches.
    init(_ document: PackageDocument, on stage: Stage, form: CarriageForm, folder: String) {
        self.document = document
        self.stage = stage
        self.form = form
        self.folder = folder
        check = ClaimCheck(document)
        rung = check.rungs.last
    }

    func run(progress: (String) -> Void) throws {
        progress("play over a wire that is cut")
        let whole = try playCut()
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

    func conclude(_ access: [AccessLogEntry]) -> [ClaimRow] {
        var all = rows.map { $0(access) }
        let exact = check.ledger(plays.map { PlayRecord(session: $0.session, log: $0.report.log, access: access) })
        // The last row is of the plays whose account is the hardest to keep.
        if exact.verdict == .fails, let last = all.popLast() {
            all.append(check.row(last.claim, last.figures, last.problems + exact.problems))
        }
        return all
    }

    /// The event logs, by session.
    var eventLogs: [(session: String, log: [LogEntry])] { plays.map { ($0.session, $0.report.log) } }

    private static let cacheLimit = 4 << 30

    // MARK: Trials

    /// The connection is cut in the middle of the second segment, or of the only one.
    private func playCut() throws -> [Stored] {
        let cache = try DiskCache("\(folder)/whole", limit: Self.cacheLimit)
        let rendition = rung ?? document.renditions.first?.id
        let number = min(1, check.segmentCount - 1)
        guard let rendition, let path = PackageLayout.path(of: .segment(number), in: rendition),
            let size = document.objects.first(where: { $0.path == path })?.size
        else { return [] }
        let cut = max(1, size / 2)
        let wire = CuttingFetcher(stage.fetcher, after: cut) { $0.url.contains("/\(path)") }
        let play = play("cut", cache, over: wire)
        rows.append { access in
            self.check.resumed(play(access), object: (rendition, .segment(number)), size: size, cut: cut)
        }
        return cache.entries().compactMap { entry in cache.read(entry.key).map { Stored(key: entry.key, bytes: $0) } }
    }

    private func playFaults(_ whole: [Stored]) throws {
        let path = "\(folder)/faults"
        let faults: [CacheFault] = [.missing, .wrongLength, .wrongDigest]
        let damaged = zip(whole.map(\.key).reversed(), faults).map { (key: $0, fault: $1) }
        let files = try fill(path, whole)
        for (key, fault) in damaged { if let file = files[key] { try damage(file, fault) } }
        let (events, cache) = try open(path)
        var disk = ClaimCheck.DiskRecord()
        disk.before = Set(whole.map(\.key))
        let play = play("faults", cache)
        finish(&disk, cache, events)
        rows.append { self.check.repaired(play($0), disk, damaged: damaged) }
    }

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
        disk.most = try Self.bytes(below: cache.path)
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

    /// The cache is as large as two thirds of what is played, and full of another reel.
    private func playSmall(_ whole: [Stored]) throws {
        let room = whole.reduce(0) { $0 + $1.bytes.count } * 2 / 3
        let limit = room + DiskCache.leastOverhead
        let (events, cache) = try open("\(folder)/small", limit: limit)
        guard let other = ReelID("another-reel") else { return }
        let filler = [UInt8](repeating: 0x5A, count: max(1, room / 8))
        for number in 0..<8 {
            var key = CacheKey(
                reel: other, version: document.version, rendition: PackageLayout.tiles, object: .segment(number))
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

    /// The device warns of its memory when the first segment has come.
    private func playWarned(_ whole: [Stored]) throws {
        let told = Mutex<MediaStore.Shrunk?>(nil)
        let store = try MediaStore(
            "\(folder)/warned", budget: MediaBudget(cache: Self.cacheLimit),
            shrunk: { shortage, steps in told.withLock { $0 }?(shortage, steps) })
        let isWarned = Atomic(false)
        var preloads = (before: Self.preloads(whole, to: store), after: 0)
        store.cache.clear()
        let play = play("warned", store, begin: { player in told.withLock { $0 = player.warn } }) { entry in
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
    private static func bytes(below path: String) throws -> Int {
        let objects = "\(path)/objects"
        return try FileSystem.list(objects).reduce(try FileSystem.status(objects).size) { sum, file in
            // One may go between the list and the look at its length.
            sum + ((try? FileSystem.status("\(objects)/\(file)").size) ?? 0)
        }
    }

    // MARK: Playing

    /// Plays, and says how to make a record of it once the access log is whole.
    private func play(
        _ name: String, _ cache: any ObjectCache, over fetcher: (any Fetcher)? = nil,
        begin: (RealTimePlayer) -> Void = { _ in },
        observe: @escaping @Sendable (LogEntry) -> Void = { _ in }
    ) -> ([AccessLogEntry]) -> PlayRecord {
        let session = "\(document.reel)-\(name)"
        var configuration = SessionConfiguration(name: session, url: stage.playbackURL(document.reel, form)) {
            [reel = document.reel] _ in reel
        }
        configuration.pace = stage.pace
        configuration.digest = { SHA256.digest($0) }
        if let rung { configuration.policy = FixedPolicy(rung: rung) }
        let surroundings = RealTimePlayer.Surroundings(
            fetcher: fetcher ?? stage.fetcher, cache: cache, clock: stage.uptime, observe: observe)
        let player = RealTimePlayer(configuration, in: surroundings)
        begin(player)
        let report = player.run()
        plays.append((session, report))
        return { PlayRecord(session: session, log: report.log, access: $0) }
    }
}
