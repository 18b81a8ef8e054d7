/// What `body` makes of each item, in the items' order, from up to `threads` threads. When it throws, the error of the
/// first such item is thrown once all threads have come to their end; items that nobody began are left.
package func concurrentMap<Item: Sendable, Result: Sendable>(
    _ items: [Item], threads: Int = Machine.coreCount, _ body: @escaping @Sendable (Item) throws -> Result
) throws -> [Result] {
    let work = ConcurrentWork(items, body)
    let workers = (0..<min(threads, items.count)).map { _ in Worker { while work.doNext() {} } }
    for worker in workers { worker.join() }
    return try work.results()
}

/// Items that threads take one after another.
private final class ConcurrentWork<Item: Sendable, Result: Sendable>: Sendable {
    private struct State {
        var next = 0
        var results: [Int: Result] = [:]
        var failure: (index: Int, error: any Error)?
    }

    private let items: [Item]
    private let body: @Sendable (Item) throws -> Result
    private let state = Mutex(State())

    init(_ items: [Item], _ body: @escaping @Sendable (Item) throws -> Result) {
        self.items = items
        self.body = body
    }

    /// `false` when there is nothing left to do.
    func doNext() -> Bool {
        guard let index = take() else { return false }
        do {
            let result = try body(items[index])
            state.withLock { $0.results[index] = result }
        } catch {
            state.withLock { state in
                if index < state.failure?.index ?? .max { state.failure = (index, error) }
            }
        }
        return true
    }

    private func take() -> Int? {
        state.withLock { state in
            guard state.next < items.count, state.failure == nil else { return nil }
            state.next += 1
            return state.next - 1
        }
    }

    func results() throws -> [Result] {
        try state.withLock { state in
            if let failure = state.failure { throw failure.error }
            return state.results.sorted { $0.key < $1.key }.map(\.value)
        }
    }
}
