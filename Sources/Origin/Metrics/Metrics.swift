import Catalog
import Synchronization

/// What was answered so far, for `GET /metrics`.
final class Metrics: Sendable {
    private let state = Mutex(Totals())

    /// Counts a response that has ended.
    func count(_ entry: AccessLogEntry, of route: RouteLabel, after time: Duration) {
        state.withLock { $0.count(entry, of: route, after: time) }
    }

    var totals: Totals { state.withLock { $0 } }

    struct Totals: Sendable {
        /// A kind of response.
        struct Kind: Hashable, Sendable {
            var route: RouteLabel
            var status: Int
            /// As in the access log.
            var verdict: String
        }

        struct Sums: Sendable {
            var bytes = 0
            /// Responses that the client did not wait for.
            var cut = 0
            /// How many took no longer than each of ``bounds``, and then all.
            var durations = [Int](repeating: 0, count: bounds.count + 1)
            var seconds = 0.0
        }

        /// In milliseconds.
        static let bounds = [1, 5, 10, 50, 100, 500, 1000, 5000, 30000]

        var responses: [Kind: Int] = [:]
        var routes: [RouteLabel: Sums] = [:]

        mutating func count(_ entry: AccessLogEntry, of route: RouteLabel, after time: Duration) {
            responses[Kind(route: route, status: entry.status, verdict: entry.verdict), default: 0] += 1
            let (whole, fraction) = time.components
            let seconds = Double(whole) + Double(fraction) / 1e18
            let slot = Self.bounds.firstIndex { seconds <= Double($0) / 1000 } ?? Self.bounds.count
            routes[route, default: Sums()].add(entry, seconds, slot)
        }
    }
}

extension Metrics.Totals.Sums {
    fileprivate mutating func add(_ entry: AccessLogEntry, _ time: Double, _ slot: Int) {
        bytes += entry.bytes
        if !entry.complete { cut += 1 }
        durations[slot] += 1
        seconds += time
    }
}
