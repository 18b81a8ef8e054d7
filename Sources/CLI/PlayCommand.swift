import Catalog
import HTTPClient
import MediaCache
import MediaTypes
import Platform
import Playback
import Player
import QoE
import Signing
import StableKeys

extension Command {
    static let play = Command(
        name: "play",
        summary: "play reels, headless, and check every frame",
        help: """
            usage: reelrig play URL… [options]
                   reelrig play --origin URL REEL… [options]
                   reelrig play --offline REEL… --cache DIR [options]

            URL is that of a playback answer or of a multivariant playlist. Every segment is decoded, and its frames are
            checked against what its boxes, the seams and, where there is one, the strip in the picture say. Exit 1 when
            frames are missing or wrong. Several are played one after another, with one cache and with what was learned
            of the wire; the one that plays and the next are not evicted. One that fails does not stop the others.
            Segments may be encrypted whole (METHOD=AES-128); content keys are kept in the cache beside them.

              --form FORM        with --origin: how tokens travel: path, query, cookie or define (as the origin has it)
              --cmcd CARRIAGE    tell the origin of the session with each request (CTA-5004): headers, or query, which adds
                                 a parameter to URLs; those that are signed whole do not survive that
              --cmcd-version N   1 or 2 (1)
              --tls-ca FILE      certificates in PEM to trust: the origin's own where it signed that itself, or those of
                                 who signed it
              --offline          play from the cache alone, with the origin gone: nothing is requested
              --cache DIR|none   keep objects in DIR between plays (none)
              --cache-size SIZE  most of it, as 400M or 2G (400M)
              --speed N|max      seconds of media a second; max takes media as fast as it is decoded, has no playhead
                                 and counts no stalls (1)
              --policy NAME      throughput, or fixed:RUNG (throughput)
              --max-rate RATES   the wire brings no more, in kbit/s; as 4000,600@3 the second rate holds for requests
                                 from 3 s after the start
              --max-rung RUNG    no rung above this one, as 540 or video/540
              --decode MODE      none, first (the first frame only) or all (all)
              --download         fetch all of the highest rung of each and play nothing: it is kept beside the cache and
                                 never evicted
              --downloads-size SIZE  most of what is downloaded (4G); a download stops at the head of a
                                 response that finds no room
              --preload SECONDS  fetch so much of each into the cache and play nothing
              --repeat N         play all N times, one after the other (1)
              --events FILE      add every event to FILE, one JSON object a line
              --json             one JSON object a play on standard output; when none can begin, one with `error`
                                 and `hint`

            SIGUSR1 is a device's memory warning: nothing is preloaded any more (a preload stops, and is exit 1), and
            half as much is held ahead of the playhead, 4 s at least; the event `warned` says what shrank.

            example: reelrig play --origin http://127.0.0.1:8080 dunes --cache /tmp/reels --speed max
            """,
        options: [
            .value("--origin"), .value("--form"), .value("--cache"), .value("--cache-size"), .value("--speed"),
            .value("--policy"), .value("--tls-ca"), .value("--cmcd"), .value("--cmcd-version"),
            .value("--max-rate"), .value("--max-rung"), .value("--decode"), .value("--repeat"), .value("--events"),
            .value("--preload"), .value("--downloads-size"), .flag("--download"),
            .flag("--offline"), .flag("--json"),
        ],
        run: runPlay)
}

private func runPlay(_ arguments: Arguments) throws -> ExitCode {
    let plan = try CommandError.telling(arguments) { try PlayPlan(arguments) }
    BudgetWarnings.holdBackSignals()
    let warnings = BudgetWarnings(plan.budget)
    let isNewFolder = plan.cachePath.map { !FileSystem.exists($0) } ?? false
    let (events, cache) = try CommandError.telling(arguments) {
        (try plan.eventsPath.map { try EventFile($0) }, try plan.openCache(warnings.hear))
    }
    warnings.watch(cache as? MediaStore)
    defer { warnings.end() }
    // A play that kept nothing leaves no folder behind.
    defer {
        if isNewFolder, let store = cache as? MediaStore, store.isEmpty {
            try? FileSystem.removeTree(store.cache.path)
        }
    }
    let clock: @Sendable () -> Duration = { SystemClock.monotonic() }
    let fetcher = SteppedFetcher(plan.rates, authorities: plan.authorities, clock: clock)
    var surroundings = RealTimePlayer.Surroundings(fetcher: fetcher, cache: cache, clock: clock) { entry in
        events?.add(entry)
    }
    var (exitCode, estimator) = (ExitCode.done, ThroughputEstimator())
    let turns = plan.turns
    for (place, turn) in turns.enumerated() {
        guard !plan.isPreload || warnings.budget.preload > 0 else {
            StandardStream.error.writeLine("reelrig: \(PlaybackFailure.notPreloaded) (\(turn.item.place))")
            try plan.show(PlaybackReport(.notPreloaded), turn)
            exitCode = max(exitCode, .failed)
            continue
        }
        surroundings.next = place + 1 < turns.count ? Set([turns[place + 1].item.reel].compactMap(\.self)) : []
        do {
            var configuration = plan.configuration(turn.item, name: SessionName.random())
            configuration.outline = plan.outline(of: turn.item, in: cache)
            configuration.bufferTarget = warnings.budget.buffer
            let report: PlaybackReport
            if plan.isOffline, configuration.outline == nil {
                report = PlaybackReport(.notRemembered)
            } else {
                let player = RealTimePlayer(configuration, in: surroundings, estimator: estimator)
                warnings.begin(player.warn)
                report = player.run()
                warnings.pause()
                estimator = report.estimator
            }
            try plan.show(report, turn)
            if case .failed(let failure) = report.outcome {
                throw CommandError(failure, at: turn.item.place, (cache as? MediaStore)?.downloads)
            }
            if !report.isRight { exitCode = max(exitCode, .failed) }
        } catch let error as CommandError {
            // What the last or the only one throws is told by the caller.
            guard place + 1 < turns.count else { throw error.raised(to: exitCode) }
            error.report()
            exitCode = max(exitCode, error.exitCode)
        }
    }
    return exitCode
}

/// What the command line asks for.
private struct PlayPlan {
    /// What is played.
    struct Item {
        var url: String
        /// For messages: no token is in it.
        var place: String
        /// When it was named by it.
        var reel: ReelID?
    }

    /// One play.
    struct Turn {
        var item: Item
        /// From 1.
        var round: Int
    }

    private static let leastCacheSize = 64 << 10

    private var items: [Item]
    /// Nothing is asked of an origin.
    private(set) var isOffline: Bool
    /// So much of each is fetched, and nothing is played.
    private var preload: Duration?
    var isPreload: Bool { preload != nil }
    /// All of each is fetched to be kept, and nothing is played.
    var isDownload: Bool
    private var downloadsSize: Int
    var cachePath: String?
    var cacheSize: Int
    var rates: [RateStep]
    var rounds: Int
    /// Path of what `--tls-ca` names, which is known to be readable.
    var authorities: String?
    var eventsPath: String?
    var isJSON: Bool
    private var pace: SessionConfiguration.Pace
    private var decode: SessionConfiguration.DecodeMode
    private var policy: any RungPolicy
    private var maxRung: RenditionID?
    private var reporting: ClientReporting?

    init(_ arguments: Arguments) throws(CommandError) {
        cachePath = arguments["--cache"].flatMap { $0 == "none" ? nil : $0 }
        isOffline = arguments.has("--offline")
        items = isOffline ? try Self.offlineReels(arguments) : try Self.addresses(arguments)
        preload = try Self.preload(arguments)
        isDownload = arguments.has("--download")
        if isDownload { try Self.checkStore(arguments, "--download") }
        guard preload == nil || !isDownload else { throw .usage("--preload does not go with --download") }
        downloadsSize = try ByteCount.parse(arguments["--downloads-size"] ?? "4G", option: "--downloads-size")
        cacheSize = try ByteCount.parse(arguments["--cache-size"] ?? "400M", option: "--cache-size")
        guard cacheSize >= Self.leastCacheSize else {
            throw .usage(
                "--cache-size takes 64K or more: the folder of the objects counts too, and takes 12K by itself")
        }
        rates = try RateStep.parse(arguments["--max-rate"])
        authorities = arguments["--tls-ca"]
        if let authorities, try !pemFile(authorities).contains("-----BEGIN CERTIFICATE-----") {
            throw .usage("it is no certificate", at: authorities)
        }
        rounds = try arguments.integer("--repeat", default: 1, in: 1...1000)
        eventsPath = arguments["--events"]
        isJSON = arguments.has("--json")
        pace = try Pace.parse(arguments["--speed"] ?? "1")
        decode = try Self.mode(arguments["--decode"] ?? "all")
        policy = try Self.policy(arguments["--policy"] ?? "throughput")
        maxRung = try arguments["--max-rung"].map(Self.rung)
        reporting = try Self.reporting(arguments)
    }

    /// All plays in their order.
    var turns: [Turn] { (1...rounds).flatMap { round in items.map { Turn(item: $0, round: round) } } }

    func configuration(_ item: Item, name: String) -> SessionConfiguration {
        var configuration = SessionConfiguration(name: name, url: item.url, foreignReel: foreignReel)
        configuration.pace = pace
        if let preload {
            (configuration.use, configuration.length, configuration.pace) = (.preload, preload, .asFastAsPossible)
        }
        if isDownload { (configuration.use, configuration.pace) = (.download, .asFastAsPossible) }
        configuration.decode = decode
        configuration.policy = policy
        configuration.maxRung = maxRung
        configuration.reporting = reporting
        configuration.digest = { SHA256.digest($0) }
        return configuration
    }

    /// Without a cache, what is held in memory is all of it.
    var budget: MediaBudget { MediaBudget(cache: cachePath == nil ? 0 : cacheSize, downloads: downloadsSize) }

    func openCache(_ shrunk: @escaping MediaStore.Shrunk) throws -> (any ObjectCache)? {
        guard let cachePath else { return nil }
        if isOffline, !FileSystem.exists("\(cachePath)/index.sqlite") {
            throw CommandError.usage("there is no cache", at: cachePath)
        }
        do {
            return try MediaStore(
                cachePath, budget: budget, opensDownloads: isDownload, report: Self.tell, shrunk: shrunk)
        } catch let error as CacheError where error.isEnvironment {
            return try openForReading(cachePath, "\(error)")
        } catch let error as CacheError {
            throw CommandError(error)
        } catch let error as SystemError where error.isForbidden || error.isNoSpace {
            return try openForReading(cachePath, "\(error)")
        }
    }

    /// Where nothing can be written, what is there is played, and playing goes on without it when nothing is.
    private func openForReading(_ path: String, _ reason: String) throws -> (any ObjectCache)? {
        let cache = try? ReadOnlyCache(path, report: Self.tell)
        let consequence = cache == nil ? "playing without it" : "it is only read"
        StandardStream.error.writeLine("reelrig: the cache cannot be written: \(reason); \(consequence)")
        return cache
    }

    private static let tell: DiskCache.Report = { StandardStream.error.writeLine("reelrig: \($0)") }

    /// What the cache remembers of a reel that is to be played without an origin.
    func outline(of item: Item, in cache: (any ObjectCache)?) -> ReelOutline? {
        isOffline ? item.reel.flatMap { cache?.outline(of: $0) } : nil
    }

    func show(_ report: PlaybackReport, _ turn: Turn) throws {
        if isJSON {
            var summary = report.summary
            // Of a play that failed before an answer came, what it was of is known all the same.
            if summary.reel == nil { summary.reel = turn.item.reel }
            let line = try CanonicalJSON.line(summary)
            return StandardStream.output.writeLine(String(decoding: line, as: UTF8.self))
        }
        if rounds > 1 { StandardStream.output.writeLine("play \(turn.round) of \(rounds)") }
        let instead = isDownload ? "downloaded" : preload == nil ? nil : "preloaded"
        PlayText(report, insteadOfPlaying: instead).lines.forEach(StandardStream.output.writeLine)
    }

    private static func reporting(_ arguments: Arguments) throws(CommandError) -> ClientReporting? {
        let version = try arguments.integer("--cmcd-version", default: 1, in: 1...2)
        guard let text = arguments["--cmcd"] else {
            guard arguments["--cmcd-version"] == nil else { throw .usage("--cmcd-version needs --cmcd") }
            return nil
        }
        guard let carriage = ClientReporting.Carriage(rawValue: text) else {
            throw .usage("--cmcd takes headers or query, not '\(text.prefix(32))'")
        }
        return ClientReporting(carriage, version: version)
    }

    private static func preload(_ arguments: Arguments) throws(CommandError) -> Duration? {
        guard let text = arguments["--preload"] else { return nil }
        guard let seconds = Double(text), (0.1...86400).contains(seconds) else {
            throw .usage("--preload takes a number of seconds, not '\(text)'")
        }
        try checkStore(arguments, "--preload")
        return .seconds(seconds)
    }

    private static func checkStore(_ arguments: Arguments, _ option: String) throws(CommandError) {
        guard !arguments.has("--offline"), let path = arguments["--cache"], path != "none" else {
            throw .usage("play \(option) needs --cache DIR and an origin")
        }
    }

    private static func offlineReels(_ arguments: Arguments) throws(CommandError) -> [Item] {
        guard !arguments.positional.isEmpty, arguments["--origin"] == nil else {
            throw .usage("play --offline takes reels, and no --origin", hint: "reelrig play --help says more")
        }
        var items: [Item] = []
        for word in arguments.positional {
            guard let reel = ReelID(word) else { throw .usage("this is no reel id", at: word) }
            items.append(Item(url: "", place: word, reel: reel))
        }
        guard let path = arguments["--cache"], path != "none" else { throw .usage("play --offline needs --cache DIR") }
        return items
    }

    private static func addresses(_ arguments: Arguments) throws(CommandError) -> [Item] {
        guard !arguments.positional.isEmpty else {
            throw .usage("play takes URLs, or --origin URL and reels", hint: "reelrig play --help says more")
        }
        var items: [Item] = []
        let form = try arguments["--form"].map(carriageForm)
        for word in arguments.positional { items.append(try address(word, origin: arguments["--origin"], form: form)) }
        return items
    }

    private static func address(
        _ word: String, origin: String?, form: CarriageForm?
    ) throws(CommandError) -> Item {
        let base = origin ?? word
        guard isWebAddress(base) else {
            throw .usage("this is no http or https URL", at: base, hint: "as http://127.0.0.1:8080")
        }
        guard origin != nil else {
            guard form == nil else {
                throw .usage("--form needs --origin", hint: "as ?form= it can be part of a playback answer's URL")
            }
            return Item(url: base, place: shownAddress(base))
        }
        guard let reel = ReelID(word) else { throw .usage("this is no reel id", at: word) }
        let start = base.hasSuffix("/") ? String(base.dropLast()) : base
        let url = "\(start)/v1/reels/\(reel)/playback"
        return Item(url: form.map { "\(url)?form=\($0.rawValue)" } ?? url, place: url, reel: reel)
    }

    private static func isWebAddress(_ text: String) -> Bool {
        guard let scheme = ["http://", "https://"].first(where: { text.lowercased().hasPrefix($0) }) else {
            return false
        }
        let host = text.dropFirst(scheme.count).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        return !host.isEmpty && !text.contains { $0.isWhitespace || !$0.isASCII }
    }

    private static func mode(_ text: String) throws(CommandError) -> SessionConfiguration.DecodeMode {
        guard let mode = SessionConfiguration.DecodeMode(rawValue: text) else {
            throw .usage("--decode takes none, first or all, not '\(text)'")
        }
        return mode
    }

    private static func policy(_ text: String) throws(CommandError) -> any RungPolicy {
        if text == "throughput" { return ThroughputPolicy() }
        guard text.hasPrefix("fixed:") else {
            throw .usage("--policy takes throughput or fixed:RUNG, not '\(text)'")
        }
        return FixedPolicy(rung: try rung(String(text.dropFirst(6))))
    }

    /// `540` is `video/540`.
    private static func rung(_ text: String) throws(CommandError) -> RenditionID {
        guard let rung = RenditionID(foreign: text.contains("/") ? text : "video/\(text)"), !text.isEmpty else {
            throw .usage("'\(text)' is no rung")
        }
        return rung
    }
}

/// A URL without its query, with the token in its path shortened.
private func shownAddress(_ url: String) -> String {
    let text = url.prefix { $0 != "?" && $0 != "#" }
    guard let host = text.firstRange(of: "://")?.upperBound, let slash = text[host...].firstIndex(of: "/") else {
        return String(text)
    }
    return text[..<slash] + TokenCarriage.shortened(String(text[slash...]))
}

/// A number of bytes as people write it.
enum ByteCount {
    /// `4096`, `400M`, `2G`: units of 1024.
    static func parse(_ text: String, option: String, least: Int = 1) throws(CommandError) -> Int {
        let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40]
        let unit = text.last.flatMap { units[Character($0.uppercased())] }
        guard let number = Int(unit == nil ? text[...] : text.dropLast()), number >= least,
            case (let count, false) = number.multipliedReportingOverflow(by: unit ?? 1)
        else { throw .usage("\(option) takes a size as 400M or 2G, not '\(text)'") }
        return count
    }
}

/// Names that make request ids of different plays differ.
enum SessionName {
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<6).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return "play" + bytes.hexadecimal
    }
}

/// The reel of a stream that no playback answer describes.
private func foreignReel(_ url: String) -> ReelID {
    let digits = SHA256.digest(Array(StableKey(url).text.utf8)).text.prefix(12)
    guard let reel = ReelID("x-\(digits)") else { preconditionFailure("twelve hex digits make a reel id") }
    return reel
}

extension CommandError {
    /// Why playback failed, with the exit code that belongs to it, and what room there is for downloads.
    init(_ failure: PlaybackFailure, at place: String, _ downloads: DiskCache?) {
        let (hint, exitCode): (String?, ExitCode) =
            switch failure {
            case .unknownReel, .removed, .missing, .badAnswer, .unsupported, .unknownRung: (nil, .usage)
            case .unreachable: ("is the origin running?", .trouble)
            case .untrusted: ("--tls-ca FILE takes the certificate in PEM, or that of who signed it", .trouble)
            case .authDenied, .badStatus, .incomplete: (nil, .trouble)
            case .notRemembered: ("play it once from its origin with the same --cache", .usage)
            case .notPreloaded: (nil, .failed)
            case .notCached: ("play it once more from its origin with the same --cache", .trouble)
            case .notKept:
                (
                    "what has come stays, and is not fetched again with a larger --downloads-size; "
                        + "reelrig cache clear DIR --downloads makes room", .trouble
                )
            case .digestMismatch, .contentChanged, .undecodable: (nil, .failed)
            }
        let isRoomTold = if case .notKept = failure { true } else { false }
        let room = isRoomTold ? downloads.map { "; \($0.room) of \($0.limit) bytes are free" } ?? "" : ""
        self.init("\(failure)\(room)", at: place, hint: hint, exitCode: exitCode)
    }
}
