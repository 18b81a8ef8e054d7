internal import FFmpeg
internal import Platform
internal import Synchronization

/// The rungs of a version, from the largest down: each scales what the one above has made.
///
/// With threads each rung has one of its own, and between two there are a few pictures at most. Without, everything
/// happens in the call. The bytes are the same.
final class RungChain {
    /// Pictures that may wait for a rung: more changes the time little and the memory much.
    private static let queueLength = 4

    private let input: (PacedPicture) throws -> Void
    private let complete: () throws -> [EncodedRendition]
    private let abandon: () -> Void

    init(
        _ video: Plan.Video, _ color: ColorDescription, in folder: String, isThreaded: Bool
    ) throws {
        if isThreaded {
            let threads = Threads(video, color, folder, queueLength: Self.queueLength)
            input = threads.accept
            complete = threads.finish
            abandon = threads.cancel
        } else {
            var stages: [RungStage] = []
            for rung in video.rungs {
                let below = stages.last
                stages.append(
                    try RungStage(video, rung, color, in: folder, handOn: below.map { stage in stage.accept }))
            }
            let all = stages
            input = { try all[all.count - 1].accept($0) }
            complete = { try all.map { try $0.finish() } }
            abandon = {}
        }
    }

    func accept(_ picture: PacedPicture) throws { try input(picture) }

    /// The renditions in ascending order.
    func finish() throws -> [EncodedRendition] { try complete() }

    /// Stops the threads, when nothing will come of it.
    func cancel() { abandon() }
}

/// One thread a rung. The largest goes first where there are fewer cores than threads: it has the most to do.
private final class Threads {
    private let queues: [BoundedQueue<PacedPicture>]
    private let results: Results
    private var workers: [Worker] = []

    /// What the threads leave behind.
    private final class Results: Sendable {
        let renditions = Mutex<[Int: EncodedRendition]>([:])
        /// The first error counts; the others are its consequences.
        let failure = Mutex<(any Error)?>(nil)
    }

    init(_ video: Plan.Video, _ color: ColorDescription, _ folder: String, queueLength: Int) {
        let queues = video.rungs.map { _ in BoundedQueue<PacedPicture>(capacity: queueLength) }
        let results = Results()
        self.queues = queues
        self.results = results
        for index in video.rungs.indices {
            let isLargest = index == video.rungs.count - 1
            workers.append(
                Worker(niceness: isLargest ? 0 : 5) {
                    do {
                        let rendition = try Self.run(index, queues, video, color, folder)
                        results.renditions.withLock { $0[index] = rendition }
                    } catch {
                        results.failure.withLock { $0 = $0 ?? error }
                        for queue in queues { queue.cancel() }
                    }
                })
        }
    }

    private static func run(
        _ index: Int, _ queues: [BoundedQueue<PacedPicture>], _ video: Plan.Video, _ color: ColorDescription,
        _ folder: String
    ) throws -> EncodedRendition {
        let below = index > 0 ? queues[index - 1] : nil
        let stage = try RungStage(
            video, video.rungs[index], color, in: folder,
            handOn: below.map { queue in { if !queue.push($0) { throw Cancellation() } } })
        while let picture = queues[index].pop() { try stage.accept(picture) }
        below?.finish()
        return try stage.finish()
    }

    func accept(_ picture: PacedPicture) throws {
        if queues[queues.count - 1].push(picture) { return }
        cancel()
        throw results.failure.withLock { $0 } ?? Cancellation()
    }

    func finish() throws -> [EncodedRendition] {
        queues[queues.count - 1].finish()
        join()
        if let failure = results.failure.withLock({ $0 }) { throw failure }
        return results.renditions.withLock { all in all.sorted { $0.key < $1.key }.map(\.value) }
    }

    func cancel() {
        results.failure.withLock { $0 = $0 ?? Cancellation() }
        for queue in queues { queue.cancel() }
        join()
    }

    private func join() {
        for worker in workers { worker.join() }
        workers = []
    }
}

/// The rung below has stopped; its own error says why.
private struct Cancellation: Error {}
