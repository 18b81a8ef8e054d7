import Catalog
import HTTPServer
import MediaTypes
import Origin
import Platform
import Player
import Signing
import Verification

extension Command {
    static let verify = Command(
        name: "verify",
        summary: "prove that a disk cache still hits after URLs were signed again",
        help: """
            usage: reelrig verify DIR [options]
                   reelrig verify --foreign DIR [options]

            Serves the packages below DIR on a loopback port with a clock of its own and plays each reel: cold; warm,
            after every URL expired and the signing key changed; with a cache keyed by URL, as the control; across an
            expiry; over a wire that is cut; and with its cache damaged, full, small, unwritable or short of memory.
            Prints one row a claim with the figures behind it, or with the reason why it does not apply (n/a).
            Exit 1 when a claim is false.

              --reel ID      this reel only
              --foreign DIR  the stream in DIR, which another program made (fMP4 or MPEG-TS, with a multivariant or a media
                             playlist, clear or AES-128): the same claims, but for what package.json says of its files
              --form FORM    how tokens travel: path (the default), query, cookie or define; may be given several times;
                             all is all of them
              --speed N|max  seconds of media a second; max takes media as fast as it is decoded (max)
              --report DIR   also write verify.json, access.jsonl and the event log of every play to DIR
              --json         one JSON document on standard output

            example: reelrig sample dusk --out samples && reelrig package samples/dusk.mp4 --out reels && \\
                     reelrig verify reels
            """,
        options: [
            .value("--reel"), .value("--foreign"), .values("--form"), .value("--speed"), .value("--report"),
            .flag("--json"),
        ],
        run: runVerify)
}

private func runVerify(_ arguments: Arguments) throws -> ExitCode {
    let foreign = arguments["--foreign"]
    guard arguments.positional.count == (foreign == nil ? 1 : 0), foreign == nil || arguments["--reel"] == nil else {
        throw CommandError.usage("verify takes one directory of packages", hint: "reelrig verify --help says more")
    }
    let root = foreign ?? arguments.positional[0]
    let reels = try arguments["--reel"].map(reels(named:)) ?? []
    let settings = CacheProof.Settings(
        start: UnixTime(milliseconds: SystemClock.wallMilliseconds()),
        pace: try Pace.parse(arguments["--speed"] ?? "max"), forms: try forms(arguments.all("--form")),
        uptime: { SystemClock.monotonic() })
    let folder = arguments["--report"]
    // Before anything is played: a proof whose report has no place is a proof made twice.
    if let folder { try writing { try FileSystem.createDirectories(folder) } }
    let evidence = try evidence(root, foreign == nil ? reels : nil, settings)
    if let folder { try write(evidence, to: folder) }
    if arguments.has("--json") {
        StandardStream.output.writeLine(String(decoding: try CanonicalJSON.line(evidence.report), as: UTF8.self))
    } else {
        StandardStream.output.writeLine(evidence.report.table)
    }
    return evidence.report.holds ? .done : .failed
}

/// Each once, in their own order.
private func forms(_ texts: [String]) throws(CommandError) -> [CarriageForm] {
    if texts.isEmpty { return [.path] }
    if texts.contains("all") { return CarriageForm.allCases }
    var named: Set<CarriageForm> = []
    for text in texts { named.insert(try carriageForm(text)) }
    return CarriageForm.allCases.filter(named.contains)
}

private func reels(named text: String) throws(CommandError) -> Set<ReelID> {
    guard let reel = ReelID(text) else { throw .usage("this is no reel id", at: text) }
    return [reel]
}

/// Tries the reels, or the foreign stream when there are none to name, with caches in a directory that is gone afterwards.
private func evidence(
    _ root: String, _ reels: Set<ReelID>?, _ settings: CacheProof.Settings
) throws -> CacheProof.Evidence {
    let work = try FileSystem.makeTemporaryDirectory(prefix: "reelrig-verify")
    defer { try? FileSystem.removeTree(work) }
    let status = StatusLine()
    defer { status.clear() }
    do {
        let proof = CacheProof(root: root, settings: settings, makeKey: newKey)
        let show: (ReelID, String) -> Void = { status.show("\($0): \($1)") }
        guard let reels else { return try proof.runForeign(workDirectory: work, progress: show) }
        return try proof.run(reels, workDirectory: work, progress: show)
    } catch let error as ForeignProblem {
        throw CommandError.usage(error.what, at: error.path)
    } catch let error as UnreadablePackage {
        throw CommandError.usage("this package cannot be verified: \(error)", at: root)
    } catch let error as NoReels {
        throw CommandError.usage("\(error)", at: root, hint: "reelrig package FILE --out \(root)")
    } catch let error as SystemError {
        let isInput = error.path.hasPrefix(root)
        throw CommandError(error.reason, at: error.path, exitCode: isInput ? .usage : .trouble)
    }
}

private func newKey(_ kid: String) throws -> SigningKey {
    var generator = SystemRandomNumberGenerator()
    guard let key = SigningKey(kid: kid, using: &generator) else {
        throw CommandError("'\(kid)' is no key id", exitCode: .trouble)
    }
    return key
}

private func write(_ evidence: CacheProof.Evidence, to folder: String) throws {
    try writing {
        try FileSystem.replace("\(folder)/verify.json", with: CanonicalJSON.file(evidence.report))
        try FileSystem.replace("\(folder)/access.jsonl", with: lines(evidence.access))
        for (session, log) in evidence.events {
            try FileSystem.replace("\(folder)/\(session).jsonl", with: lines(log))
        }
    }
}

private func writing(_ work: () throws -> Void) throws {
    do {
        try work()
    } catch let error as SystemError {
        throw CommandError("the report cannot be written: \(error.reason)", at: error.path, exitCode: .trouble)
    }
}

private func lines<Line: Encodable>(_ values: [Line]) throws -> [UInt8] {
    try values.flatMap { try CanonicalJSON.line($0) + [UInt8(ascii: "\n")] }
}
