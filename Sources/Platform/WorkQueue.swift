/// Work that blocks, done in order on a thread of its own, which alone sees the `State`: it need not be `Sendable`.
package final class WorkQueue<State>: Sendable {
    package typealias Work = @Sendable (inout State) -> Void

    private enum Message: Sendable {
        case work(Work)
        case end
    }

    private let mailbox: Mailbox<Message>
    private let worker: Worker

    /// - Parameter makeState: called on the thread.
    package init(_ makeState: @escaping @Sendable () -> State) {
        let mailbox = Mailbox<Message>()
        self.mailbox = mailbox
        worker = Worker { Self.run(mailbox, makeState()) }
    }

    package func add(_ work: @escaping Work) { mailbox.post(.work(work)) }

    /// Waits until what was added is done. Called once, and nothing is added afterwards.
    package func finish() {
        mailbox.post(.end)
        worker.join()
    }

    private static func run(_ mailbox: Mailbox<Message>, _ initial: State) {
        var state = initial
        while true {
            for message in mailbox.take() {
                switch message {
                case .work(let work): work(&state)
                case .end: return
                }
            }
        }
    }
}
