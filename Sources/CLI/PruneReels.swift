import Catalog
import MediaTypes
import Packaging
import Platform

/// `package --prune`.
func pruneReels(_ folder: String, _ arguments: Arguments) throws -> ExitCode {
    try checkUse(arguments)
    let keepFor = try arguments.integer("--keep-for", default: 86_400, in: 0...3_153_600_000)
    let isDryRun = arguments.has("--dry-run")
    let pruner = Pruner(out: folder, keepFor: .seconds(keepFor), isDryRun: isDryRun)
    let now = UnixTime(milliseconds: SystemClock.wallMilliseconds())
    let result: PruneResult
    do {
        result = try pruner.run(now: now)
    } catch {
        throw CommandError(
            "the reels cannot be listed: \(error.reason)", at: folder, exitCode: error.isMissing ? .usage : .trouble)
    }
    // What was named by mistake is not described file by file.
    guard result.reels > 0 || result.leftAlone.isEmpty else {
        throw CommandError.usage("there are no reels", at: folder, hint: "name the folder that was --out")
    }
    let answer = PruneAnswer(result, isDryRun: isDryRun)
    if arguments.has("--json") {
        StandardStream.output.write(String(decoding: try CanonicalJSON.file(answer), as: UTF8.self))
    } else {
        for line in answer.lines(now) { StandardStream.output.writeLine(line) }
    }
    for failure in result.failed {
        CommandError("it cannot be removed: \(failure.why)", at: failure.path, exitCode: .trouble).report()
    }
    return result.failed.isEmpty ? .done : .trouble
}

private func checkUse(_ arguments: Arguments) throws(CommandError) {
    guard arguments.positional.isEmpty else {
        throw .usage("--prune takes no FILE", hint: "reelrig package --prune DIR")
    }
    for option in ["--out", "--id", "--ladder", "--events"] where arguments[option] != nil {
        throw .usage("\(option) does not go with --prune")
    }
    for option in ["--dash", "--progressive", "--no-tiles", "--no-poster", "--no-captions", "--force", "--strict"]
    where arguments.has(option) {
        throw .usage("\(option) does not go with --prune")
    }
}

/// The JSON document, and the same for people.
private struct PruneAnswer: Encodable {
    var format = Format.current
    /// Whether nothing was removed, and `removed` is what would be.
    var isDryRun: Bool
    /// Of what was removed.
    var bytes: Int
    var removed: [PruneResult.Removal]
    var kept: [PruneResult.Keeping]
    var leftAlone: [PruneResult.Remainder]
    var failed: [PruneResult.Remainder]

    init(_ result: PruneResult, isDryRun: Bool) {
        self.isDryRun = isDryRun
        bytes = result.removed.reduce(0) { $0 + $1.bytes }
        (removed, kept, leftAlone, failed) = (result.removed, result.kept, result.leftAlone, result.failed)
    }

    func lines(_ now: UnixTime) -> [String] {
        let verb = isDryRun ? "would remove" : "removed"
        let removals = removed.map { removal in
            let what =
                switch removal.kind {
                case .version: "an old version"
                case .unfinished: "left by a run that was killed"
                }
            return "\(verb) \(removal.path)  \(removal.bytes) bytes, \(what)"
        }
        let keepings = kept.map { keeping in
            "kept \(keeping.path)  an old version, for \((keeping.until - now).components.seconds + 1) s more"
        }
        let remainders = leftAlone.map { "left \($0.path)  \($0.why)" }
        let sum = """
            \(verb) \(removed.count), \(bytes) bytes; kept \(kept.count) old versions; left \(leftAlone.count) alone
            """
        return removals + keepings + remainders + [sum]
    }
}
