internal import FFmpeg
internal import MP4
internal import Platform
internal import Synchronization

/// Digests and writes segments in a thread of its own, while the next packets are read. Of a segment of video no more
/// than a few packets are in memory.
final class CopyWriter: Sendable {
    /// A part of a rendition.
    struct Piece: Sendable {
        enum Content: Sendable {
            case whole(MediaSegment)
            /// A segment whose samples are to come.
            case begin(MediaSegment)
            case samples([Packet], VideoCoding)
            case end
        }

        /// Its number.
        var rendition: Int
        var content: Content
    }

    private let queue = BoundedQueue<Piece>(capacity: 3)
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
            var open: [Int: SegmentFile] = [:]
            do {
                while let piece = queue.pop() {
                    try results.writers.withLock { try Self.write(piece, with: &$0[piece.rendition], &open) }
                }
            } catch {
                results.failure.withLock { $0 = error }
                queue.cancel()
            }
        }
    }

    private static func write(
        _ piece: Piece, with writer: inout RenditionWriter, _ open: inout [Int: SegmentFile]
    ) throws {
        switch piece.content {
        case .whole(let segment): try writer.write(segment)
        case .begin(let header): open[piece.rendition] = try writer.begin(header)
        case .samples(let packets, let coding):
            guard let file = open[piece.rendition] else { return }
            for packet in packets { try coding.withSample(packet) { try file.append($0) } }
        case .end:
            if let file = open.removeValue(forKey: piece.rendition) { try writer.end(file) }
        }
    }

    func write(_ content: Piece.Content, of rendition: Int) throws {
        guard queue.push(Piece(rendition: rendition, content: content)) else {
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
