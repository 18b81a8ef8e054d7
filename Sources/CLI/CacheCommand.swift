import Catalog
import MediaCache
import Platform
import SQLite

extension Command {
    static let cache = Command(
        name: "cache",
        summary: "look into a player's cache, check it, empty it",
        help: """
            usage: reelrig cache ls|stats|verify|clear DIR [options]

            DIR is what `reelrig play --cache` was given. All but `clear` look on, also while a player runs.

              ls       every object: bytes, how often it was read, its key reel:version:rendition:object
              stats    sums
              verify   reads every object again and compares it with its digest; exit 1 when one is faulty
              clear    removes every object; not while a player runs

              --reel ID   of this reel only (ls)
              --json      one JSON document on standard output

            example: reelrig cache verify .build/demo/cache
            """,
        options: [.flag("--json"), .value("--reel")],
        run: runCache)
}

private func runCache(_ arguments: Arguments) throws -> ExitCode {
    guard arguments.positional.count == 2, let verb = CacheVerb(rawValue: arguments.positional[0]) else {
        throw CommandError.usage(
            "cache takes a verb and a directory", hint: "reelrig cache \(CacheVerb.all) DIR")
    }
    let path = arguments.positional[1]
    guard arguments["--reel"] == nil || verb == .ls else { throw CommandError.usage("--reel goes with ls") }
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
    case ls, stats, verify, clear

    static var all: String { allCases.map(\.rawValue).joined(separator: "|") }

    func answer(_ path: String, _ arguments: Arguments) throws -> any CacheAnswer {
        switch self {
        case .ls:
            let entries = try CacheInspection(path).entries()
            let reel = arguments["--reel"]
            return CacheListing(entries.filter { reel == nil || $0.key.reel.text == reel })
        case .stats: return CacheStatistics(try CacheInspection(path).entries())
        case .verify: return CacheCheck(try CacheInspection(path).verify())
        case .clear:
            let entries = try CacheInspection(path).entries()
            try DiskCache(path, limit: Int.max).clear()
            return CacheStatistics(entries, verb: "removed")
        }
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
    }

    var format = Format.current
    var objects: [Object]

    init(_ entries: [CacheEntry]) {
        objects = entries.map { entry in
            Object(
                reel: entry.key.reel, version: entry.key.version, rendition: entry.key.rendition,
                object: entry.key.object, bytes: entry.length, digest: entry.digest, hits: entry.hits,
                lastRead: entry.lastRead)
        }
    }

    var lines: [String] {
        ["     bytes  hits  key"]
            + objects.map {
                "\(padded($0.bytes, 10))  \(padded($0.hits, 4))  \($0.reel):\($0.version):\($0.rendition):\($0.object)"
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
    private let verb: String

    private enum CodingKeys: CodingKey { case format, objects, bytes, reels, hits, unread, unreadBytes }

    init(_ entries: [CacheEntry], verb: String = "holds") {
        objects = entries.count
        bytes = entries.reduce(0) { $0 + $1.length }
        reels = Set(entries.map(\.key.reel)).count
        hits = entries.reduce(0) { $0 + $1.hits }
        let never = entries.filter { $0.hits == 0 }
        unread = never.count
        unreadBytes = never.reduce(0) { $0 + $1.length }
        self.verb = verb
    }

    var lines: [String] {
        [
            "\(verb) \(objects) objects of \(reels) reels, \(bytes) bytes; \(hits) hits; \(unread) objects never read, \(unreadBytes) bytes"
        ]
    }
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
    private let texts: [String]

    private enum CodingKeys: CodingKey { case format, intact, intactBytes, faults }

    init(_ result: CacheVerification) {
        (intact, intactBytes) = (result.intact, result.intactBytes)
        faults = result.faults.map { Fault(key: "\($0.key)", fault: $0.fault) }
        texts = result.faults.map { "\($0.key): \($0.fault.text)" }
    }

    var exitCode: ExitCode { faults.isEmpty ? .done : .failed }

    var lines: [String] { texts + ["\(intact) objects intact, \(intactBytes) bytes; \(faults.count) faulty"] }
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
