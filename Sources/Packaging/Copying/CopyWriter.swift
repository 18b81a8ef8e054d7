internal import MP4
internal import Platform
internal import Synchronization

/// Digests and writes segments in a thread of its own, while the next ones are read.
final class CopyWriter: Sendable {
    private struct Piece: Sendable {
        var rendition: Int
        var segment: MediaSegment
    }

    private let queue = BoundedQueue<Piece>(capacity: 1)
    private let results: Results
    private let worker: Worker

    /// What the thread leaves behind.
    private final class Results: Sendable {
        let writers: Mutex<[RenditionWriter]>
        let failure = Mutex<(any Error)?>(nil)

        init(_ writers: [RenditionWriter]) { self.writers = Mutex(writers) }
    }

    init(_ writers: [RenditionWriter]) {
        let results = Results(writers)
        let queue = queue
        self.results = results
        worker = Worker {
            do {
                while let piece = queue.pop() {
                    try results.writers.withLock { try $0[piece.rendition].write(piece.segment) }
                }
            } catch {
                results.failure.withLock { $0 = error }
                queue.cancel()
            }
        }
    }

    /// Hands on a segment of the rendition of this number.
    func write(_ segment: MediaSegment, of rendition: Int) throws {
        guard queue.push(Piece(rendition: rendition, segment: segment)) else {
            throw results.failure.withLock { $0 } ?? Cancelled()
        }
    }

    /// Waits until everything is written. Called once, or ``cancel()`` is.
    func finish() throws -> [RenditionWriter] {
        queue.finish()
        worker.join()
        if let failure = results.failure.withLock({ $0 }) { throw failure }
        return results.writers.withLock { $0 }
    }

    func cancel() {
        queue.cancel()
        worker.join()
    }

    private struct Cancelled: Error {}
}
