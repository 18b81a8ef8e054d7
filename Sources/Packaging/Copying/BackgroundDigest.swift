internal import Catalog
internal import Platform
internal import Signing
internal import Synchronization

/// The digest of a file, taken by a thread of its own while other things are done with the file.
final class BackgroundDigest: Sendable {
    private let results = Results()
    /// `nil` once it is joined.
    private let worker: Mutex<Worker?>

    private final class Results: Sendable {
        let outcome = Mutex<Result<ContentDigest, any Error>>(.failure(UnusableSource.changed))
        let isWanted = Atomic(true)
    }

    private struct Unwanted: Error {}

    init(_ path: String) {
        let results = results
        worker = Mutex(
            Worker {
                let outcome = Result {
                    try Source.digest(of: path) {
                        if !results.isWanted.load(ordering: .relaxed) { throw Unwanted() }
                    }
                }
                results.outcome.withLock { $0 = outcome }
            })
    }

    deinit {
        results.isWanted.store(false, ordering: .relaxed)
        join()
    }

    /// Waits for it.
    func result() throws -> ContentDigest {
        join()
        return try results.outcome.withLock { $0 }.get()
    }

    private func join() {
        worker.withLock {
            $0?.join()
            $0 = nil
        }
    }
}
