#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signals a long-running command waits for, without a handler: nothing of ours runs in signal context.
package enum Signal: Sendable {
    case interrupt, terminate, hangUp
    /// SIGUSR1.
    case user1

    /// Holds some back in this thread and in every thread it starts from now on. Called before there are others.
    package static func block(_ signals: [Signal]) {
        var set = set(signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next of some. They must be blocked.
    package static func wait(for signals: [Signal]) -> Signal {
        var set = set(signals)
        while true {
            var number = Int32(0)
            let code = sigwait(&set, &number)
            if code == 0, let signal = signals.first(where: { $0.number == number }) { return signal }
        }
    }

    private var number: Int32 {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        case .user1: SIGUSR1
        }
    }

    private static func set(_ signals: [Signal]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal.number) }
        return set
    }
}
