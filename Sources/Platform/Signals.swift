#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// The signals a long-running command waits for, without a handler: nothing of ours runs in signal context.
package enum Signal: CaseIterable, Sendable {
    case interrupt, terminate, hangUp

    /// Holds them back in this thread and in every thread it starts from now on. Called before there are others.
    package static func block() {
        var set = all
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Waits for the next of them. They must be blocked.
    package static func wait() -> Signal {
        var set = all
        while true {
            var number = Int32(0)
            let code = sigwait(&set, &number)
            if code == 0, let signal = allCases.first(where: { $0.number == number }) { return signal }
        }
    }

    private var number: Int32 {
        switch self {
        case .interrupt: SIGINT
        case .terminate: SIGTERM
        case .hangUp: SIGHUP
        }
    }

    private static var all: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in allCases { sigaddset(&set, signal.number) }
        return set
    }
}
