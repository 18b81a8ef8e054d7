import MediaCache
import Platform
import Player

/// Stops a download at the first object that is not kept: what comes after it would be fetched for nothing.
final class DownloadGuard: Sendable {
    private struct State {
        var stop: (@Sendable () -> Void)?
        /// The first object that was not kept, and why.
        var refusal: (object: String, reason: String?)?
    }

    private let isDownload: Bool
    private let state = Mutex(State())

    init(isDownload: Bool) { self.isDownload = isDownload }

    /// - Parameter stop: ends the play that begins.
    func begin(_ stop: @escaping @Sendable () -> Void) { state.withLock { $0 = State(stop: stop) } }

    func look(at entry: LogEntry) {
        guard isDownload, case .stored(let rendition, let object, .notKept(let reason)) = entry.what else { return }
        let stop = state.withLock { state in
            if state.refusal == nil { state.refusal = ("\(rendition) \(object)", reason) }
            return state.stop
        }
        stop?()
    }

    /// A download of which a part found no room is none.
    func check(_ downloads: DiskCache?, _ place: String) throws(CommandError) {
        guard let refusal = state.withLock({ $0.refusal }) else { return }
        let taken = downloads.map { "; \($0.totalLength) of \($0.limit) bytes are taken" } ?? ""
        throw CommandError(
            "the download stopped at \(refusal.object): \(refusal.reason ?? "it was not kept")\(taken)", at: place,
            hint: "what has come stays, and is not fetched again with a larger --downloads-size; "
                + "reelrig cache clear DIR --downloads makes room",
            exitCode: .trouble)
    }
}
