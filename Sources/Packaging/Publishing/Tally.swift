internal import Platform
internal import Synchronization

/// Counts the bytes of a piece of work that several threads may do, and tells its share, from 0 to 1, at every hundredth.
final class Tally: Sendable {
    private let total: Int
    private let report: @Sendable (Double) -> Void
    private let done = Mutex(0)

    init(of total: Int, _ report: @escaping @Sendable (Double) -> Void) {
        self.total = max(1, total)
        self.report = report
    }

    func add(_ count: Int) {
        // One after the other, so that what is told ascends.
        done.withLock { done in
            let before = done * 100 / total
            done = min(total, done + count)
            if done * 100 / total > before { report(Double(done) / Double(total)) }
        }
    }
}
