import Synchronization

/// A clock that goes on by a millisecond with every look at it: nothing here waits for real time.
final class SteppingClock: Sendable {
    private let time = Mutex(Duration.zero)

    func advance(by duration: Duration) { time.withLock { $0 += duration } }

    var read: @Sendable () -> Duration {
        { [self] in
            time.withLock { time in
                time += .milliseconds(1)
                return time
            }
        }
    }
}

/// Does once, from any thread, what it is given later.
final class Stopper: Sendable {
    private let work = Mutex<(@Sendable () -> Void)?>(nil)

    func set(_ action: @escaping @Sendable () -> Void) { work.withLock { $0 = action } }

    func fire() { work.withLock { $0.take() }?() }
}
