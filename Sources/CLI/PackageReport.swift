import Catalog
import MediaTypes
import Packaging
import Platform
import Synchronization

/// What `package` says: results on standard output in the order they are done, everything else on standard error.
final class PackageReport: Sendable {
    private let paths: [String]
    private let isJSON: Bool
    private let state: Mutex<State>

    private struct State {
        var rows: [Int: Row] = [:]
        var exitCode = ExitCode.done
        /// Thousandths of each reel.
        var done: [Int]
        var line: ProgressLine
    }

    /// One reel of the JSON document.
    private struct Row: Encodable {
        var file: String
        var id: ReelID?
        var change: Packager.Outcome.Change?
        var version: VersionID?
        var folder: String?
        var durationMs: Int64?
        var renditions: [PackageDocument.Rendition]?
        var warnings: [String] = []
        var error: String?
    }

    private struct Document: Encodable {
        var format = Format.current
        var reels: [Row]
    }

    init(paths: [String], isJSON: Bool) {
        self.paths = paths
        self.isJSON = isJSON
        let label = paths.count == 1 ? FileSystem.lastComponent(of: paths[0]) : "\(paths.count) files"
        state = Mutex(
            State(
                done: paths.map { _ in 0 }, line: ProgressLine(label, total: 1000 * paths.count)))
    }

    func progress(_ index: Int, _ done: MediaTime, of duration: MediaTime) {
        let share = Int(done.seconds / max(duration.seconds, 0.001) * 1000)
        state.withLock { state in
            state.done[index] = min(1000, max(state.done[index], share))
            state.line.show(state.done.reduce(0, +))
        }
    }

    func finish(_ index: Int, _ outcome: Packager.Outcome) {
        let package = outcome.package
        state.withLock { state in
            state.done[index] = 1000
            state.line.clear()
            if outcome.change == .replaced {
                StandardStream.error.writeLine(
                    "\(package.reel) is there already and has a new version, \(package.version)")
            }
            if outcome.reel.removed {
                StandardStream.error.writeLine("\(package.reel) is marked as removed, and stays so")
            }
            for warning in package.warnings {
                StandardStream.error.writeLine("reelrig: warning: \(warning) (\(paths[index]))")
            }
            if !isJSON { StandardStream.output.writeLine(Self.text(outcome)) }
            state.rows[index] = Row(
                file: paths[index], id: package.reel, change: outcome.change, version: package.version,
                folder: outcome.folder, durationMs: package.duration.milliseconds, renditions: package.renditions,
                warnings: package.warnings)
        }
    }

    func finish(_ index: Int, _ error: CommandError) {
        state.withLock { state in
            state.done[index] = 1000
            state.line.clear()
            error.report()
            state.exitCode = max(state.exitCode, error.exitCode)
            state.rows[index] = Row(file: paths[index], error: error.what)
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

    private static func text(_ outcome: Packager.Outcome) -> String {
        let package = outcome.package
        let sizes = package.renditions.compactMap { $0.size?.description }.joined(separator: " ")
        let audio = package.renditions.contains { $0.kind == .audio } ? "audio" : "no audio"
        let segments = package.grid.boundaries.count - 1
        let milliseconds = package.duration.milliseconds
        let fraction = String(String(milliseconds % 1000 + 1000).dropFirst())
        return
            "\(package.reel)  \(outcome.change.rawValue)  \(package.version)  \(milliseconds / 1000).\(fraction) s in "
            + "\(segments) segment\(segments == 1 ? "" : "s")  \(sizes)\(sizes.isEmpty ? "" : " ")\(audio)"
    }
}
