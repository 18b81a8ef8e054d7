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
                   reelrig cache clear DIR
                   reelrig cache pin|unpin DIR --reel ID

            DIR is what `reelrig play --cache` was given. The verbs of the first line look on, also while a player
            runs; the others, and --repair, need the directory for themselves.

              ls       every object: bytes, how often it was read, its key reel:version:rendition:object
              stats    sums
              verify   reads every object again and compares it with its digest; exit 1 when one is faulty
              prune    evicts what was read longest ago; exit 1 when pinned reels keep it from getting there
              clear    removes every object and outline, pinned ones too
              pin      keeps a reel from being evicted until it is unpinned

              --reel ID   of this reel only (ls), or the reel (pin, unpin)
              --repair    removes what is faulty (verify)
              --to SIZE   as 400M or 2G (prune)
              --json      one JSON document on standard output

            example: reelrig cache verify .build/demo/cache
            """,
        options: [.flag("--json"), .flag("--repair"), .value("--reel"), .value("--to")],
        run: runCache)
}

private func runCache(_ arguments: Arguments) throws -> ExitCode {
    guard arguments.positional.count == 2, let verb = CacheVerb(rawValue: arguments.positional[0]) else {
        throw CommandError.usage(
            "cache takes a verb and a directory", hint: "reelrig cache \(CacheVerb.all) DIR")
    }
    let path = arguments.positional[1]
    try verb.checkOptions(arguments)
    do {
        let answer = try verb.answer(path, arguments)
        if arguments.has("--json") {
            StandardStream.output.write(String(decoding: try answer.json(), as: UTF8.self))
        } else {
            for line in answer.lines { StandardStream.output.writeLine(line) }
        }
        return answer.exitCode
    } catch let error as CacheError {
        throw CommandError("\(error)", hint: error.hint, exitCode: error.isInput ? .usage : .trouble)
    } catch let error as SQLiteError {
        throw CommandError("the cache's index cannot be read: \(error)", at: path, exitCode: .trouble)
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
        ]
        for (option, isGiven, verbs) in verbs where isGiven && !verbs.contains(self) {
            throw .usage("\(option) does not go with \(rawValue)")
        }
    }

    func answer(_ path: String, _ arguments: Arguments) throws -> any CacheAnswer {
        let inspection = try CacheInspection(path)
        switch self {
        case .ls:
            let reel = arguments["--reel"]
            return CacheListing(
                try inspection.entries().filter { reel == nil || $0.key.reel.text == reel },
                pinned: Set(try inspection.pinnedReels()))
        case .stats:
            return CacheStatistics(
                try inspection.entries(), prefixes: try inspection.prefixes().map(\.length),
                outlines: try inspection.outlines(),
                pinned: try inspection.pinnedReels())
        case .verify:
            guard arguments.has("--repair") else { return CacheCheck(try inspection.verify(), isRepaired: false) }
            return CacheCheck(try open(path).verify(), isRepaired: true)
        case .prune:
            let bound = try ByteCount.parse(try arguments.required("--to"), option: "--to")
            let cache = try open(path)
            return CacheRemoval(
                objects: cache.prune(to: bound).count, bytesLeft: cache.totalLength,
                isEnough: cache.totalLength <= bound)
        case .clear:
            let cache = try open(path)
            let objects = cache.entries().count
            cache.clear()
            return CacheRemoval(objects: objects, bytesLeft: cache.totalLength, isEnough: true)
        case .pin, .unpin:
            let text = try arguments.required("--reel")
            guard let reel = ReelID(text) else { throw CommandError.usage("this is no reel id", at: text) }
            let cache = try open(path)
            _ = self == .pin ? cache.pin(reel) : cache.unpin(reel)
            return CachePins(pinned: cache.pinnedReels)
        }
    }

    private func open(_ path: String) throws -> DiskCache {
        try DiskCache(path, limit: Int.max) { StandardStream.error.writeLine("reelrig: \($0)") }
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
        var digest: ContentDigest
        var hits: Int
        var lastRead: Int64
        var isPinned: Bool
    }

    var format = Format.current
    var objects: [Object]

    init(_ entries: [CacheEntry], pinned: Set<ReelID>) {
        objects = entries.map { entry in
            Object(
                reel: entry.key.reel, version: entry.key.version, rendition: entry.key.rendition,
                object: entry.key.object, bytes: entry.length, digest: entry.digest, hits: entry.hits,
                lastRead: entry.lastRead, isPinned: pinned.contains(entry.key.reel))
        }
    }

    var lines: [String] {
        ["     bytes  hits  key"]
            + objects.map {
                """
                \(padded($0.bytes, 10))  \(padded($0.hits, 4))  \
                \($0.reel):\($0.version):\($0.rendition):\($0.object)\($0.isPinned ? "  pinned" : "")
                """
            }
    }
}

private struct CacheStatistics: CacheAnswer {
    var format = Format.current
    var objects: Int
    var bytes: Int
    var reels: Int
    var hits: Int
    /// Objects, and their bytes, that were stored and never read.
    var unread: Int
    var unreadBytes: Int
    /// Of fetches that were broken off or are under way.
    var prefixes: Int
    var prefixBytes: Int
    /// Versions whose playlists are remembered, for `play --offline`.
    var outlines: Int
    var outlineBytes: Int
    var pinned: [ReelID]

    init(
        _ entries: [CacheEntry], prefixes lengths: [Int], outlines: (count: Int, bytes: Int), pinned: [ReelID]
    ) {
        (self.outlines, outlineBytes) = outlines
        objects = entries.count
        bytes = entries.reduce(0) { $0 + $1.length }
        reels = Set(entries.map(\.key.reel)).count
        hits = entries.reduce(0) { $0 + $1.hits }
        let never = entries.filter { $0.hits == 0 }
        unread = never.count
        unreadBytes = never.reduce(0) { $0 + $1.length }
        prefixes = lengths.count
        prefixBytes = lengths.reduce(0, +)
        self.pinned = pinned
    }

    var lines: [String] {
        [
            "\(objects) objects of \(reels) reels, \(bytes) bytes; \(hits) hits",
            "\(unread) objects never read, \(unreadBytes) bytes",
            "\(prefixes) unfinished, \(prefixBytes) bytes",
            "\(outlines) outlines, \(outlineBytes) bytes",
            "pinned: \(pinned.isEmpty ? "none" : pinned.map(\.text).joined(separator: " "))",
        ]
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

    init(_ result: CacheVerification, isRepaired: Bool) {
        self.isRepaired = isRepaired
        (intact, intactBytes) = (result.intact, result.intactBytes)
        faults = result.faults.map { Fault(key: "\($0.key)", fault: $0.fault) }
        texts = result.faults.map { "\($0.key): \($0.fault.text)" }
    }

    var exitCode: ExitCode { faults.isEmpty ? .done : .failed }

    var lines: [String] {
        texts + [
            "\(intact) objects intact, \(intactBytes) bytes; \(faults.count) faulty\(isRepaired ? ", removed" : "")"
        ]
    }
}

extension CacheError {
    /// The directory named is to blame, and not what is done with it meanwhile.
    var isInput: Bool {
        if case .inUse = self { false } else { true }
    }
}

private func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
}
