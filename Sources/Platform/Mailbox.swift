import Dispatch

/// Messages from any thread to the one that reads them, in the order in which they were posted.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    /// Signalled when the first message comes into an empty box; a signal too many only wakes the reader for nothing.
    private let arrival = DispatchSemaphore(value: 0)

    package init() {}

    package func post(_ message: Message) { post { message } }

    /// Posts what `make` returns; no other message is posted meanwhile, so what it reads of a clock ascends.
    package func post(_ make: () -> Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(make())
            return messages.count == 1
        }
        if wasEmpty { arrival.signal() }
    }

    /// Waits for messages and takes them all. Empty when none came in time; `nil` waits for ever.
    package func take(within limit: Duration? = nil) -> [Message] {
        let deadline = limit.map { DispatchTime.now() + .nanoseconds($0.nanosecondsForDispatch) } ?? .distantFuture
        while true {
            let taken = messages.withLock { messages in
                defer { messages = [] }
                return messages
            }
            if !taken.isEmpty { return taken }
            if arrival.wait(timeout: deadline) == .timedOut { return [] }
        }
    }
}

extension Duration {
    /// Rounded up, and a day at most.
    fileprivate var nanosecondsForDispatch: Int {
        let bounded = min(max(self, .zero), .seconds(86400))
        return Int(bounded.components.seconds) * 1_000_000_000
            + Int((bounded.components.attoseconds + 999_999_999) / 1_000_000_000)
    }
}
