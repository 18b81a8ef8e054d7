package import MediaTypes
internal import Synchronization

/// A wall clock that stands still until it is moved: time is what the proof says it is.
package final class SetClock: Sendable {
    private let time: Mutex<UnixTime>

    package init(_ start: UnixTime) { time = Mutex(start) }

    package var now: UnixTime { time.withLock { $0 } }

    package func advance(by span: Duration) { time.withLock { $0 = $0 + span } }
}
