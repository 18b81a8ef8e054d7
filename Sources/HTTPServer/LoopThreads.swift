internal import Dispatch
internal import Platform

#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif

/// The threads of a server's loops; the first one accepts.
struct LoopThreads {
    private let mailboxes: [LoopMailbox]
    private var workers: [Worker] = []
    private let running = DispatchGroup()

    init(_ context: ServerContext, listening socket: consuming ListeningSocket) throws(ServerProblem) {
        let mailboxes = try Self.mailboxes(max(1, context.limits.threads))
        self.mailboxes = mailboxes
        let listener = socket.take()
        let starts = Mailbox<SystemError?>()
        for index in mailboxes.indices {
            running.enter()
            workers.append(
                Worker { [running] in
                    Self.run(index, of: mailboxes, context, listener, starts)
                    running.leave()
                })
        }
        if let problem = Self.firstProblem(of: workers.count, in: starts) {
            stop(grace: .zero)
            throw .cannotStart(problem.reason)
        }
    }

    /// Lets answers under way finish for `grace`, then ends what is left. Called once.
    func stop(grace: Duration) {
        for mailbox in mailboxes { mailbox.post(.draining) }
        let (seconds, attoseconds) = grace.components
        _ = running.wait(timeout: .now() + Double(seconds) + Double(attoseconds) / 1e18)
        for mailbox in mailboxes { mailbox.post(.ending) }
        for worker in workers { worker.join() }
    }

    private static func mailboxes(_ count: Int) throws(ServerProblem) -> [LoopMailbox] {
        var mailboxes: [LoopMailbox] = []
        do throws(SystemError) {
            for _ in 0..<count { mailboxes.append(try LoopMailbox()) }
        } catch {
            throw .cannotStart(error.reason)
        }
        return mailboxes
    }

    /// Of one thread: all that it does.
    private static func run(
        _ index: Int, of mailboxes: [LoopMailbox], _ context: ServerContext, _ listener: Int32,
        _ starts: Mailbox<SystemError?>
    ) {
        blockBrokenPipes()
        let acceptor = index == 0 ? Acceptor(listener, in: context, loops: mailboxes) : nil
        do throws(SystemError) {
            let loop = try EventLoop(context, mailboxes[index], acceptor: acceptor, accepting: mailboxes[0])
            starts.post(nil)
            loop.run()
        } catch {
            starts.post(error)
        }
    }

    /// Sending to a client that is gone is an error here, and no signal.
    private static func blockBrokenPipes() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private static func firstProblem(of count: Int, in starts: Mailbox<SystemError?>) -> SystemError? {
        var outcomes: [SystemError?] = []
        while outcomes.count < count { outcomes += starts.take() }
        return outcomes.compactMap { $0 }.first
    }
}
