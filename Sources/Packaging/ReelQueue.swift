internal import Platform
internal import Synchronization

/// Several reels in one run: one a core, each in one thread, which wastes nothing; the last ones, when there are fewer
/// of them than cores, with a thread for each rung.
package enum ReelQueue {
    /// Calls `body` once for each index, from up to `cores` threads, and returns when all are done.
    package static func run(
        count: Int, cores: Int, _ body: @escaping @Sendable (_ index: Int, _ isThreaded: Bool) -> Void
    ) {
        let next = Next()
        let workers = (0..<min(count, cores)).map { _ in
            Worker {
                while let index = next.take(of: count) { body(index, count - index < cores) }
            }
        }
        for worker in workers { worker.join() }
    }

    private final class Next: Sendable {
        private let index = Mutex(0)

        func take(of count: Int) -> Int? {
            index.withLock { index in
                guard index < count else { return nil }
                index += 1
                return index - 1
            }
        }
    }
}
