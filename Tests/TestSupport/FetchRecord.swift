package import HTTP
import Synchronization

/// Everything one fetch delivered.
package struct FetchRecord: Sendable {
    package private(set) var events: [FetchEvent] = []

    package var head: FetchHead? {
        for case .head(let head) in events { return head }
        return nil
    }

    package var body: [UInt8] {
        var body: [UInt8] = []
        for case .body(let bytes) in events { body += bytes }
        return body
    }

    package var timing: FetchTiming? {
        for case .timing(let timing) in events { return timing }
        return nil
    }

    package var end: FetchEnd? {
        if case .end(let end) = events.last { end } else { nil }
    }

    package var failure: FetchFailure? {
        if case .failed(let failure) = end { failure } else { nil }
    }

    /// Head, bodies, timing, end: each kind in its place and no more often than allowed.
    package var isInOrder: Bool {
        let ranks = events.map { event in
            switch event {
            case .head: 0
            case .body: 1
            case .timing: 2
            case .end: 3
            }
        }
        let once = [0, 2, 3].allSatisfy { rank in ranks.count { $0 == rank } <= 1 }
        return ranks == ranks.sorted() && once && ranks.last == 3 && (!ranks.contains(1) || ranks.first == 0)
    }

    /// Runs a fetch to its end. It is cancelled at the first event that is enough.
    package static func of(
        _ request: FetchRequest, with fetcher: any Fetcher,
        cancelWhen isEnough: @escaping @Sendable (FetchEvent) -> Bool = { _ in false }
    ) async -> FetchRecord {
        let record = Recorder()
        return await withCheckedContinuation { continuation in
            let fetch = fetcher.start(request) { event in
                record.add(event)
                if isEnough(event) { record.cancel() }
                if case .end = event { continuation.resume(returning: record.value) }
            }
            record.started(fetch)
        }
    }
}

private final class Recorder: Sendable {
    private struct State {
        var record = FetchRecord()
        var fetch: (any Fetch)?
        var isCancelled = false
    }

    private let state = Mutex(State())

    var value: FetchRecord { state.withLock { $0.record } }

    func add(_ event: FetchEvent) { state.withLock { $0.record.append(event) } }

    func started(_ fetch: any Fetch) {
        let isCancelled = state.withLock { state in
            state.fetch = fetch
            return state.isCancelled
        }
        if isCancelled { fetch.cancel() }
    }

    func cancel() {
        let fetch = state.withLock { state in
            state.isCancelled = true
            return state.fetch
        }
        fetch?.cancel()
    }
}

extension FetchRecord {
    fileprivate mutating func append(_ event: FetchEvent) { events.append(event) }
}
