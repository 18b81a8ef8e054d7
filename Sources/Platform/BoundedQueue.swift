import Dispatch

/// A queue between threads that holds a few elements at most: who adds waits for room, who takes waits for elements.
package final class BoundedQueue<Element: Sendable>: Sendable {
    private struct State {
        var elements: [Element] = []
        var isCancelled = false
    }

    private let state = Mutex(State())
    /// Counts the places that are free, and the elements that are there. Whoever is woken by an end or a cancellation
    /// signals again, so that everybody is.
    private let room = DispatchSemaphore(value: 0)
    private let arrival = DispatchSemaphore(value: 0)

    package init(capacity: Int) {
        // Signalled, not given at the start: a semaphore must not go away below its first value.
        for _ in 0..<capacity { room.signal() }
    }

    /// Waits for room. `false` when the queue was cancelled: the element is dropped, and so will be all others.
    package func push(_ element: Element) -> Bool {
        room.wait()
        let isTaken = state.withLock { state in
            if !state.isCancelled { state.elements.append(element) }
            return !state.isCancelled
        }
        if isTaken { arrival.signal() } else { room.signal() }
        return isTaken
    }

    /// Waits for an element. `nil` when there will be none any more.
    package func pop() -> Element? {
        arrival.wait()
        let element: Element? = state.withLock { state in
            state.elements.isEmpty ? nil : state.elements.removeFirst()
        }
        if element != nil { room.signal() } else { arrival.signal() }
        return element
    }

    /// Nothing will be added any more; what is in it can still be taken.
    package func finish() {
        arrival.signal()
    }

    /// Wakes everybody: nothing goes through any more.
    package func cancel() {
        state.withLock { state in
            state.isCancelled = true
            state.elements = []
        }
        room.signal()
        arrival.signal()
    }
}
