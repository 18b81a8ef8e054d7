internal import Platform

/// The thread that looks for requests that take too long, every few seconds, and hangs up. It ends with `deinit`.
struct RequestTimer: ~Copyable {
    private let end: Mailbox<Void>
    private let worker: Worker

    init(_ context: ServerContext) {
        let end = Mailbox<Void>()
        let pace = min(.seconds(5), .seconds(context.limits.requestSeconds) / 4)
        worker = Worker { while end.take(within: pace).isEmpty { context.hangUp() } }
        self.end = end
    }

    deinit {
        end.post(())
        worker.join()
    }
}
