import HTTP
import MediaTypes
import Synchronization

/// The text of `Date`, made once a second.
final class DateField: Sendable {
    private let last = Mutex<(seconds: Int64, text: String)>((-1, ""))

    func text(_ now: UnixTime) -> String {
        let seconds = max(0, now.seconds)
        return last.withLock { last in
            if last.seconds != seconds { last = (seconds, HTTPDate.text(seconds)) }
            return last.text
        }
    }
}
