import Catalog
import MediaCache
import Platform
import SQLite

extension Command {
    static let cache = Command(
        name: "cache",
        summary: "look into a player's cache, check it, empty it",
        help: """
            usage: reelrig cache ls|stats|verify DIR [options]
                   reelrig cache prune DIR --to SIZE
                   reelrig cache clear DIR [--downloads]
                   reelrig cache pin|unpin DIR --reel ID

            DIR is what `reelrig play --cache` was given. The verbs of the first line look on, also while a player
            runs; the others, and --repair, need the directory for themselves.

              ls       every object: bytes, hits (how often it was played from here), age, class (played, preloaded:
                       fetched and not played so far, download), state (complete, partial), its key
                       reel:version:rendition:object
              stats    sums, and what was evicted without having been played
              verify   reads every object again and compares it with its digest; exit 1 when one is faulty
              prune    evicts what was preloaded and never played, then what was read longest ago; exit 1 when pinned
                       reels keep it from getting there
              clear    removes every object and outline, pinned ones too; what was downloaded stays
              pin      keeps a reel of which something is there from being evicted until it is unpinned; refused (exit
                       1) when all pinned reels together would be more than the last play's --cache-size

            All of them work on a full disk too.

              --reel ID   of this reel only (ls, which says on standard error which there are when there is nothing of
                          it), or the reel (pin, unpin)
              --repair    removes what is faulty (verify)
              --to SIZE   as 400M, 2G or 0 (prune)
              --downloads removes what was downloaded, and nothing else (clear)
              --json      one JSON document on standard output; of what is refused, its `error` and `hint`

            example: reelrig cache verify .build/demo/cache
            """,
        options: [.flag("--json"), .flag("--repair"), .flag("--downloads"), .value("--reel"), .value("--to")],
        run: runCache)
}

private func runCache(_ arguments: Arguments) throws -> ExitCode {
    let answer = try CommandError.telling(arguments) { try cacheAnswer(arguments) }
    if arguments.has("--json") {
        StandardStream.output.write(String(decoding: try answer.json(), as: UTF8.self))
    } else {
        for line in answer.lines { StandardStream.output.writeLine(line) }
    }
    return answer.exitCode
}

private func cacheAnswer(_ arguments: Arguments) throws -> any CacheAnswer {
    guard arguments.positional.count == 2, let verb = CacheVerb(rawValue: arguments.positional[0]) else {
        throw CommandError.usage(
            "cache takes a verb and a directory", hint: "reelrig cache \(CacheVerb.all) DIR")
    }
    let path = arguments.positional[1]
    try verb.checkOptions(arguments)
    do {
        return try verb.answer(path, arguments)
    } catch let error as CacheError {
        throw CommandError(error)
    } catch let error as SQLiteError {
        throw CommandError(CacheError(error, cache: path))
    }
}

private enum CacheVerb: String, CaseIterable {
    case ls, stats, verify, prune, clear, pin, unpin

    static var all: String { allCases.map(\.rawValue).joined(separator: "|") }

    func checkOptions(_ arguments: Arguments) throws(CommandError) {
        let verbs: [(option: String, isGiven: Bool, verbs: [CacheVerb])] = [
            ("--reel", arguments["--reel"] != nil, [.ls, .pin, .unpin]),
            ("--repair", arguments.has("--repair"), [.verify]),
            ("--to", arguments["--to"] != nil, [.prune]),
            ("--downloads", arguments.has("--downloads"), [.clear]),
        ]
        for (option, isGiven, verbs) in verbs where isGiven && !verbs.contains(self) {
            throw .usage("\(option) does not go with \(rawValue)")
        }
    }

    func answer(_ path: String, _ arguments: Arguments) throws -> any CacheAnswer {
        switch self {
        case .ls:
            let inspection = try CacheInspection(path)
            var listing = CacheListing(reel: arguments["--reel"], now: SystemClock.wallMilliseconds())
            try listing.add(inspection)
            if let downloads = Self.downloads(path) { try listing.add(CacheInspection(downloads), kind: "download") }
            if !arguments.has("--json") { listing.tellOfAbsence() }
            return listing
        case .stats:
            var statistics = try CacheStatistics(CacheInspection(path))
            if let downloads = Self.downloads(path) { try statistics.add(downloads: CacheInspection(downloads)) }
            return statistics
        case .verify:
            let isRepair = arguments.has("--repair")
            var results = [isRepair ? try open(path).verify() : try CacheInspection(path).verify()]
            if let downloads = Self.downloads(path) {
                results.append(isRepair ? try open(downloads).verify() : try CacheInspection(downloads).verify())
            }
            return CacheCheck(results, isRepaired: isRepair)
        case .prune:
            let bound = try ByteCount.parse(try arguments.required("--to"), option: "--to", least: 0)
            // On a full disk opening alone may have made some room.
            let objects = try CacheInspection(path).entries().count
            let cache = try open(path)
            cache.prune(to: bound)
            return CacheRemoval(
                objects: objects - cache.entries().count, bytesLeft: cache.totalLength,
                isEnough: cache.totalLength <= bound)
        case .clear:
            let downloads = Self.downloads(path)
            if arguments.has("--downloads"), downloads == nil {
                return CacheRemoval(objects: 0, bytesLeft: 0, isEnough: true)
            }
            let place = arguments.has("--downloads") ? downloads ?? path : path
            let objects = (try? CacheInspection(place).entries().count) ?? 0
            let cache = try open(place, clears: true)
            return CacheRemoval(
                objects: objects - cache.entries().count, bytesLeft: cache.totalLength, isEnough: cache.totalLength == 0
            )
        case .pin, .unpin:
            let text = try arguments.required("--reel")
            guard let reel = ReelID(text) else { throw CommandError.usage("this is no reel id", at: text) }
            let cache = try open(path)
            try self == .pin ? pin(reel, in: cache) : unpin(reel, in: cache)
            return CachePins(pinned: cache.pinnedReels)
        }
    }

    private func pin(_ reel: ReelID, in cache: DiskCache) throws(CommandError) {
        switch cache.pin(reel) {
        case .pinned, .alreadyPinned: return
        case .absent(let reels):
            throw .usage(
                "the cache has nothing of this reel", at: reel.text,
                hint: reels.isEmpty ? "it is empty" : "it has \(reels.map(\.text).joined(separator: " "))")
        case .noRoom(let bytes, let limit):
            throw CommandError(
                "with this reel \(bytes) bytes would be pinned, and the cache may take \(limit)", at: reel.text,
                hint: "unpin another one, or play with a larger --cache-size", exitCode: .failed)
        case .failed: throw CommandError("the reel could not be pinned", at: reel.text, exitCode: .trouble)
        }
    }

    private func unpin(_ reel: ReelID, in cache: DiskCache) throws(CommandError) {
        let pinned = cache.pinnedReels
        guard pinned.contains(reel) else {
            throw .usage(
                "this reel is not pinned", at: reel.text,
                hint: pinned.isEmpty ? "none is" : "pinned: \(pinned.map(\.text).joined(separator: " "))")
        }
        guard cache.unpin(reel) else {
            throw CommandError("the reel could not be unpinned", at: reel.text, exitCode: .trouble)
        }
    }

    /// Where the downloads beside a cache are; `nil` when there are none.
    private static func downloads(_ path: String) -> String? {
        let place = MediaStore.downloadsPath(path)
        return FileSystem.exists("\(place)/index.sqlite") ? place : nil
    }

    private func open(_ path: String, clears: Bool = false) throws -> DiskCache {
        do {
            try CacheInspection.requireIndex(path)
        } catch CacheError.damagedIndex where clears {
            // It begins anew with an empty cache.
        }
        return try DiskCache(path, limit: Int.max, clears: clears) { StandardStream.error.writeLine("reelrig: \($0)") }
    }
}

/// What a verb says, for people and for programs.
private protocol CacheAnswer: Encodable {
    var lines: [String] { get }
    var exitCode: ExitCode { get }
}

extension CacheAnswer {
    var exitCode: ExitCode { .done }

    func json() throws -> [UInt8] { try CanonicalJSON.file(self) }
}

private struct CacheListing: CacheAnswer {
    struct Object: Encodable {
        var reel: ReelID
        var version: VersionID
        var rendition: RenditionID
        var object: ObjectName
        var bytes: Int
        var state: State
        /// Of what is complete or a download.
        var kind: String?
        var digest: ContentDigest?
        var hits: Int?
        var lastRead: Int64?
        /// Since it was written; not there when its file is gone.
        var ageSeconds: Int64?
        var isPinned: Bool

        enum CodingKeys: String, CodingKey {
            case reel, version, rendition, object, bytes, state, digest, hits, lastRead, ageSeconds, isPinned
            case kind = "class"
        }
    }

    enum State: String, Encodable { case complete, partial }

    var format = Format.current
    var objects: [Object]

    private let reel: String?
    private let now: Int64
    /// All that there are.
    private var reels: Set<String> = []

    private enum CodingKeys: CodingKey { case format, objects }

    /// - Parameters:
    ///   - reel: this one only.
    ///   - now: milliseconds since 1970.
    init(reel: String?, now: Int64) { (objects, self.reel, self.now) = ([], reel, now) }

    /// - Parameter kind: of all of them, in place of what each is.
    mutating func add(_ inspection: borrowing CacheInspection, kind: String? = nil) throws {
        let pinned = Set(try inspection.pinnedReels())
        let (entries, prefixes) = (try inspection.entries(), try inspection.prefixes())
        reels.formUnion(entries.map(\.key.reel.text) + prefixes.map(\.key.reel.text))
        for entry in entries where reel == nil || entry.key.reel.text == reel {
            var object = Object(entry.key, bytes: entry.length, .complete, pinned)
            (object.kind, object.digest) = (kind ?? entry.kind.text, entry.digest)
            (object.hits, object.lastRead) = (entry.hits, entry.lastRead)
            objects.append(object)
            objects[objects.count - 1].ageSeconds = inspection.written(entry.key).map { Self.age($0, now) }
        }
        for prefix in prefixes where reel == nil || prefix.key.reel.text == reel {
            var object = Object(prefix.key, bytes: prefix.length, .partial, pinned)
            object.kind = kind
            objects.append(object)
            objects[objects.count - 1].ageSeconds = inspection.written(prefix.key).map { Self.age($0, now) }
        }
    }

    /// An empty list may come of a slip of the pen.
    func tellOfAbsence() {
        guard let reel, objects.isEmpty else { return }
        let rest = reels.isEmpty ? "it is empty" : "it has \(reels.sorted().joined(separator: " "))"
        StandardStream.error.writeLine("reelrig: the cache has nothing of this reel: \(rest) (\(reel))")
    }

    private static func age(_ written: Int64, _ now: Int64) -> Int64 { max(0, now - written / 1_000_000) / 1000 }

    var lines: [String] {
        ["     bytes  hits       age  class      state     key"] + objects.map(\.line)
    }
}

extension CacheListing.Object {
    fileprivate init(_ key: CacheKey, bytes: Int, _ state: CacheListing.State, _ pinned: Set<ReelID>) {
        (reel, version, rendition, object) = (key.reel, key.version, key.rendition, key.object)
        (self.bytes, self.state, isPinned) = (bytes, state, pinned.contains(key.reel))
    }

    fileprivate var line: String {
        let columns = [
            padded("\(bytes)", 10), padded(hits.map(String.init) ?? "-", 4),
            padded(ageSeconds.map(Self.text) ?? "-", 8), filled(kind ?? "-", 9), filled(state.rawValue, 8),
        ]
        return columns.joined(separator: "  ")
            + "  \(reel):\(version):\(rendition):\(object)\(isPinned ? "  pinned" : "")"
    }

    /// The two largest units: `41 s`, `2 h 5 m`.
    private static func text(_ age: Int64) -> String {
        switch age {
        case ..<60: "\(age) s"
        case ..<3600: "\(age / 60) m \(age % 60) s"
        case ..<86400: "\(age / 3600) h \(age % 3600 / 60) m"
        default: "\(age / 86400) d \(age % 86400 / 3600) h"
        }
    }
}

private struct CacheStatistics: CacheAnswer {
    var format = Format.current
    var objects: Int
    var bytes: Int
    var reels: Int
    var hits: Int
    /// Objects, and their bytes, that were played as they came, and not from the cache so far.
    var playedOnce: Int
    var playedOnceBytes: Int
    /// Of fetches that were broken off or are under way.
    var prefixes: Int
    var prefixBytes: Int
    /// Versions whose playlists are remembered, for `play --offline`.
    var outlines: Int
    var outlineBytes: Int
    /// Preloaded and not played so far.
    var preloaded: Int
    var preloadedBytes: Int
    var evictedUnplayed: EvictedUnplayed
    var pinned: [ReelID]
    var pinnedBytes: Int
    /// The last player's `--cache-size`; not there when none was noted.
    var limit: Int?
    var downloaded = 0
    var downloadedBytes = 0

    init(_ inspection: borrowing CacheInspection) throws {
        let entries = try inspection.entries()
        let waiting = entries.filter { $0.kind == .preloaded }
        (preloaded, preloadedBytes) = (waiting.count, waiting.reduce(0) { $0 + $1.length })
        evictedUnplayed = try inspection.evictedUnplayed()
        (outlines, outlineBytes) = try inspection.outlines()
        objects = entries.count
        bytes = entries.reduce(0) { $0 + $1.length }
        reels = Set(entries.map(\.key.reel)).count
        hits = entries.reduce(0) { $0 + $1.hits }
        let once = entries.filter { $0.kind == .played && $0.hits == 0 }
        (playedOnce, playedOnceBytes) = (once.count, once.reduce(0) { $0 + $1.length })
        let lengths = try inspection.prefixes().map(\.length)
        (prefixes, prefixBytes) = (lengths.count, lengths.reduce(0, +))
        (pinned, pinnedBytes) = (try inspection.pinnedReels(), try inspection.pinnedLength())
        limit = try inspection.limit()
    }

    mutating func add(downloads inspection: borrowing CacheInspection) throws {
        let (entries, lengths) = (try inspection.entries(), try inspection.prefixes().map(\.length))
        (downloaded, downloadedBytes) = (entries.count, entries.reduce(0) { $0 + $1.length })
        (prefixes, prefixBytes) = (prefixes + lengths.count, prefixBytes + lengths.reduce(0, +))
    }

    var lines: [String] {
        [
            "\(objects) objects of \(reels) reels, \(bytes) bytes; \(hits) hits",
            "\(playedOnce) played as they came and not from the cache so far, \(playedOnceBytes) bytes",
            "\(preloaded) preloaded and not played so far, \(preloadedBytes) bytes; "
                + "evicted unplayed \(evictedUnplayed.objects), \(evictedUnplayed.bytes) bytes",
            "\(prefixes) unfinished, \(prefixBytes) bytes",
            "\(outlines) outlines, \(outlineBytes) bytes",
            "\(downloaded) downloaded, \(downloadedBytes) bytes",
            "pinned: \(pinned.isEmpty ? "none" : pinned.map(\.text).joined(separator: " ") + ", \(pinnedBytes) bytes")",
        ] + (limit.map { ["limit of the last player: \($0) bytes"] } ?? [])
    }
}

private struct CacheRemoval: CacheAnswer {
    var format = Format.current
    var objects: Int
    var bytesLeft: Int
    var isEnough: Bool

    var exitCode: ExitCode { isEnough ? .done : .failed }

    var lines: [String] {
        ["removed \(objects) objects; \(bytesLeft) bytes are left\(isEnough ? "" : ", all of pinned reels")"]
    }
}

private struct CachePins: CacheAnswer {
    var format = Format.current
    var pinned: [ReelID]

    var lines: [String] { ["pinned: \(pinned.isEmpty ? "none" : pinned.map(\.text).joined(separator: " "))"] }
}

private struct CacheCheck: CacheAnswer {
    struct Fault: Encodable {
        var key: String
        var fault: CacheFault
    }

    var format = Format.current
    var intact: Int
    var intactBytes: Int
    var faults: [Fault]
    /// Whether what was faulty is gone now.
    var isRepaired: Bool
    private let texts: [String]

    private enum CodingKeys: CodingKey { case format, intact, intactBytes, faults, isRepaired }

    init(_ results: [CacheVerification], isRepaired: Bool) {
        self.isRepaired = isRepaired
        (intact, intactBytes) = (results.reduce(0) { $0 + $1.intact }, results.reduce(0) { $0 + $1.intactBytes })
        let found = results.flatMap(\.faults)
        faults = found.map { Fault(key: "\($0.key)", fault: $0.fault) }
        texts = found.map { "\($0.key): \($0.fault.text)" }
    }

    var exitCode: ExitCode { faults.isEmpty ? .done : .failed }

    var lines: [String] {
        texts + [
            "\(intact) objects intact, \(intactBytes) bytes; \(faults.count) faulty\(isRepaired ? ", removed" : "")"
        ]
    }
}

extension CommandError {
    /// What is in a directory, and whether it may be read, is input; who has it open, and a full disk, are trouble.
    init(_ error: CacheError) {
        let isTrouble =
            switch error {
            case .inUse, .noSpace: true
            default: false
            }
        self.init("\(error)", hint: error.hint, exitCode: isTrouble ? .trouble : .usage)
    }
}

/// At the right of its column.
private func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
}

/// At the left of its column.
private func filled(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
}
