import Catalog
import MediaTypes
import Packaging
import Platform
import Synchronization

/// What `package` says: results on standard output in the order they are done, everything else on standard error.
final class PackageReport: Sendable {
    private let paths: [String]
    /// Of one reel that is made of several files.
    private let files: [String]?
    private let isJSON: Bool
    private let events: EventFile?
    private let start = SystemClock.monotonic()
    private let state: Mutex<State>

    private struct State {
        var rows: [Int: Row] = [:]
        var exitCode = ExitCode.done
        var progress: PackageProgress
        var line: ProgressLine
        /// Of each reel, the last that was told as an event.
        var percent: [Int]
        /// Of each reel, the step and the tenth of it that were told last.
        var steps: [Step?]
    }

    private struct Step: Equatable {
        var step: Packager.Step
        var tenth: Int
    }

    /// One reel of the JSON document.
    private struct Row: Encodable {
        var file: String
        /// All, where several make one reel.
        var files: [String]?
        var id: ReelID?
        var change: Packager.Outcome.Change?
        /// The version whose objects it has, when nothing was encoded.
        var madeFrom: VersionID?
        var version: VersionID?
        var folder: String?
        var durationMs: Int64?
        var renditions: [PackageDocument.Rendition]?
        /// Of a dry run, with the recipe.
        var plan: PlanDocument?
        /// Of files that are packaged without encoding: where each stream was cut.
        var copied: [PlanDocument.Copied]?
        var recipe: ContentDigest?
        var warnings: [String] = []
        var error: String?
    }

    private struct Document: Encodable {
        var format = Format.current
        var reels: [Row]
    }

    /// Files that are packaged without encoding, as one reel.
    convenience init(copying files: [String], isJSON: Bool, events: EventFile?) {
        self.init(paths: Array(files.prefix(1)), files: files, isJSON: isJSON, events: events)
    }

    init(paths: [String], files: [String]? = nil, isJSON: Bool, events: EventFile?) {
        self.paths = paths
        self.files = files
        self.isJSON = isJSON
        self.events = events
        let label = paths.count == 1 ? FileSystem.lastComponent(of: paths[0]) : "\(paths.count) files"
        state = Mutex(
            State(
                progress: PackageProgress(count: paths.count), line: ProgressLine(label, total: 100),
                percent: paths.map { _ in 0 }, steps: paths.map { _ in nil }))
    }

    func begin(_ index: Int) { tell(.started, index) { _ in } }

    func progress(_ index: Int, _ reel: ReelID, _ done: MediaTime, of duration: MediaTime) {
        let elapsed = SystemClock.monotonic() - start
        let now = Double(elapsed.components.seconds) + Double(elapsed.components.attoseconds) / 1e18
        state.withLock { state in
            state.progress.advance(index, to: done.seconds, of: duration.seconds, at: now)
            let name = paths.count == 1 ? "" : "\(reel) "
            state.line.show(state.progress.percent, "\(name)\(state.progress.text(of: index, at: now))")
            let percent = Int(done.seconds / max(duration.seconds, 0.001) * 100)
            guard events != nil, percent > state.percent[index] else { return }
            state.percent[index] = percent
            tell(.progress, index) { event in
                event.id = reel
                event.doneMs = done.milliseconds
                event.durationMs = duration.milliseconds
                event.speed = state.progress.speed(of: index, at: now).map { ($0 * 100).rounded() / 100 }
                let left = state.progress.secondsLeft(of: index, at: now)
                event.leftMs = left.flatMap { Int64(exactly: ($0 * 1000).rounded()) }
            }
        }
    }

    /// What comes after encoding or copying: `share`, from 0 to 1, of a step.
    func progress(_ index: Int, _ reel: ReelID, _ step: Packager.Step, _ share: Double) {
        state.withLock { state in
            let text = step == .wholeFiles ? "writing whole files" : "reading back"
            let percent = Int(share * 100)
            if paths.count == 1 {
                state.line.show(percent, of: text, text)
            } else {
                state.line.show(state.progress.percent, of: "\(text) \(percent)", "\(reel) \(text), \(percent) %")
            }
            let told = Step(step: step, tenth: Int(share * 10))
            guard events != nil, told != state.steps[index] else { return }
            state.steps[index] = told
            tell(.step, index) { event in
                event.id = reel
                event.step = step
                event.share = (share * 100).rounded() / 100
            }
        }
    }

    private func tell(_ kind: PackageEvent.Kind, _ index: Int, _ fill: (inout PackageEvent) -> Void) {
        guard let events else { return }
        let now = UnixTime(milliseconds: SystemClock.wallMilliseconds())
        var event = PackageEvent(kind, paths[index], at: now)
        fill(&event)
        events.add(event)
    }

    func finish(_ index: Int, _ outcome: Packager.Outcome) {
        let package = outcome.package
        state.withLock { state in
            state.progress.end(index)
            state.line.clear()
            if outcome.change == .replaced {
                StandardStream.error.writeLine(
                    "\(package.reel) is there already and has a new version, \(package.version)")
            }
            if let version = outcome.madeFrom {
                StandardStream.error.writeLine("\(package.reel) has the objects of \(version): nothing was encoded")
            }
            if outcome.reel.removed {
                StandardStream.error.writeLine("\(package.reel) is marked as removed, and stays so")
            }
            for warning in package.warnings {
                StandardStream.error.writeLine("reelrig: warning: \(warning) (\(paths[index]))")
            }
            if !isJSON {
                StandardStream.output.writeLine(Self.text(outcome))
                for track in outcome.copied ?? [] { StandardStream.output.writeLine(text(track)) }
            }
            for track in outcome.copied ?? [] { warnOfLength(track) }
            state.rows[index] = Row(
                file: paths[index], files: files, id: package.reel, change: outcome.change, madeFrom: outcome.madeFrom,
                version: package.version,
                folder: outcome.folder, durationMs: package.duration.milliseconds, renditions: package.renditions,
                copied: outcome.copied, warnings: package.warnings)
            tell(.finished, index) { event in
                event.id = package.reel
                event.durationMs = package.duration.milliseconds
                event.change = outcome.change
                event.madeFrom = outcome.madeFrom
                event.version = package.version
                event.folder = outcome.folder
                event.warnings = package.warnings
            }
        }
    }

    func finish(_ index: Int, _ reel: ReelID, _ preview: Packager.Preview) {
        state.withLock { state in
            for warning in preview.warnings {
                StandardStream.error.writeLine("reelrig: warning: \(warning) (\(paths[index]))")
            }
            if !isJSON {
                StandardStream.output.writeLine(Self.text(reel, preview))
                for track in preview.plan.copied ?? [] { StandardStream.output.writeLine(text(track)) }
            }
            state.rows[index] = Row(
                file: paths[index], files: files, id: reel, change: preview.change, madeFrom: preview.madeFrom,
                durationMs: preview.duration.milliseconds,
                plan: preview.plan, recipe: preview.recipe, warnings: preview.warnings)
            tell(.planned, index) { event in
                event.id = reel
                event.durationMs = preview.duration.milliseconds
                event.change = preview.change
                event.madeFrom = preview.madeFrom
                event.warnings = preview.warnings
            }
        }
    }

    func finish(_ index: Int, _ error: CommandError) {
        state.withLock { state in
            state.progress.end(index)
            state.line.clear()
            error.report()
            state.exitCode = max(state.exitCode, error.exitCode)
            state.rows[index] = Row(file: paths[index], files: files, error: error.what)
            tell(.failed, index) { event in
                event.error = error.what
                event.exitCode = error.exitCode.rawValue
            }
        }
    }

    /// Writes the JSON document, and gives the highest exit code.
    func close() throws -> ExitCode {
        let (rows, exitCode) = state.withLock { ($0.rows, $0.exitCode) }
        if isJSON {
            let document = Document(reels: rows.sorted { $0.key < $1.key }.map(\.value))
            StandardStream.output.write(String(decoding: try CanonicalJSON.file(document), as: UTF8.self))
        }
        return exitCode
    }

    private static func text(_ reel: ReelID, _ preview: Packager.Preview) -> String {
        let plan = preview.plan
        let state =
            switch preview.change {
            case .unchanged: "nothing to do"
            case .created: "a new reel"
            case .remade: "the same version, made again"
            case .replaced: "a new version"
            }
        var lines = ["\(reel)  \(state)  \(length(preview.duration, segments: plan.grid.boundaries.count - 1))"]
        if let frames = plan.frames, let pacing = plan.pacing {
            lines[0] += "  \(frames) frames" + (pacing == "variable" ? ", variable rate" : " at \(pacing)/s")
        }
        for rung in plan.rungs {
            lines.append("  \(rung.id)  \(rung.size)  \(rung.videoBitrate), at most \(rung.maxBitrate)  \(rung.preset)")
            if let frames = rung.frames { lines[lines.count - 1] += "  \(frames) frames" }
        }
        if let version = preview.madeFrom { lines[0] += "  of the objects of \(version), without encoding" }
        if plan.dash == true { lines[0] += "  with a manifest for DASH" }
        if plan.progressive == true { lines[0] += "  with progressive files" }
        for audio in plan.audio { lines.append("  \(audio.id)  \(audio.bitrate)") }
        for subtitles in plan.subtitles ?? [] { lines.append("  \(subtitles)") }
        if let tiles = plan.tiles {
            let sheets = tiles.sheetCount == 1 ? "one sheet" : "\(tiles.sheetCount) sheets"
            lines.append("  tiles  \(tiles.size)  \(tiles.count) on \(sheets) of \(tiles.columns)x\(tiles.rows)")
        }
        return lines.joined(separator: "\n")
    }

    private static func text(_ outcome: Packager.Outcome) -> String {
        let package = outcome.package
        let sizes = package.renditions.compactMap { $0.size?.description }
        let audio = package.renditions.contains { $0.kind == .audio } ? "audio" : "no audio"
        let length = length(package.duration, segments: package.grid.boundaries.count - 1)
        let renditions = (sizes + [audio]).joined(separator: " ")
        return "\(package.reel)  \(outcome.change.rawValue)  \(package.version)  \(length)  \(renditions)"
    }

    /// Segments are as long as the key frames are far apart.
    private func warnOfLength(_ track: PlanDocument.Copied) {
        let longest = zip(track.cuts, track.cuts.dropFirst()).map { MediaTime($1 - $0, track.timescale) }.max() ?? .zero
        guard track.keyFrames != nil, longest >= Self.longSegment else { return }
        StandardStream.error.writeLine(
            "reelrig: warning: a segment of \(track.id) lasts \(longest) s: no key frame that all rungs share is nearer "
                + "(\((files ?? paths)[track.input]))")
    }

    /// From here on it counts as 3 s or more.
    private static let longSegment = MediaTime(milliseconds: 2500)

    /// Where a stream was cut that is not encoded here, and where it could have been.
    private func text(_ track: PlanDocument.Copied) -> String {
        let lengths = zip(track.cuts, track.cuts.dropFirst()).map { MediaTime($1 - $0, track.timescale) }
        var line = "  \(track.id)"
        if let size = track.size { line += "  \(size)" }
        if let files, files.count > 1 { line += "  of \(FileSystem.lastComponent(of: files[track.input]))" }
        if let shortest = lengths.min(), let longest = lengths.max() {
            line += shortest == longest ? "  segments of \(longest) s" : "  segments of \(shortest) to \(longest) s"
        }
        if let keys = track.keyFrames {
            line += "  cut at \(lengths.count) of \(keys) key frame\(keys == 1 ? "" : "s")"
            if let open = track.openKeyFrames, open > 0 { line += ", \(open) more of open groups" }
        }
        return line
    }

    /// `8.008 s in 4 segments`.
    private static func length(_ duration: MediaTime, segments: Int) -> String {
        let milliseconds = duration.milliseconds
        let fraction = String(String(milliseconds % 1000 + 1000).dropFirst())
        return "\(milliseconds / 1000).\(fraction) s in \(segments) segment\(segments == 1 ? "" : "s")"
    }
}
