/// Makes throughput samples of the transfers of objects over the wire.
///
/// The clock runs while at least one response is arriving: from its head, so that latency is no part of it, to its
/// end. Transfers that overlap are measured as one, since they share the wire. Bytes and time are gathered until there
/// are enough of them to say something, so that small objects count together and none of them alone.
package struct ThroughputMeter: Hashable, Sendable {
    package struct Sample: Hashable, Sendable {
        package var bytes: Int
        package var duration: Duration
    }

    /// What one sample holds at least.
    private static let leastBytes = 16_000
    /// What one sample lasts at least. In less time the bytes say how fast a buffer is read that they waited in: the first
    /// 14,600 of a connection come at once over any wire (RFC 6928), and timers are late by milliseconds.
    private static let leastTime: Duration = .milliseconds(10)
    /// No sample is faster than this.
    private static let fastest = 1_000_000_000.0

    private var active: Set<FetchID> = []
    private var since: Duration?
    private var bytes = 0
    private var time: Duration = .zero

    package init() {}

    /// A response with a body that counts has begun.
    mutating func begin(_ id: FetchID, at now: Duration) {
        if active.isEmpty { since = now }
        active.insert(id)
    }

    mutating func receive(_ id: FetchID, _ count: Int) {
        if active.contains(id) { bytes += count }
    }

    /// A response has ended; the sample that is full now, if one is.
    mutating func end(_ id: FetchID, at now: Duration) -> Sample? {
        guard active.remove(id) != nil else { return nil }
        if let start = since { time += max(.zero, now - start) }
        since = active.isEmpty ? nil : now
        guard bytes >= Self.leastBytes else { return nil }
        let least = max(Self.leastTime, .seconds(Double(bytes) * 8 / Self.fastest))
        let sample = Sample(bytes: bytes, duration: max(time, least))
        (bytes, time) = (0, .zero)
        return sample
    }

    /// A response has failed: what was gathered since the last sample says how it failed, not how fast the wire is.
    mutating func abandon(_ id: FetchID, at now: Duration) {
        guard active.remove(id) != nil else { return }
        (bytes, time) = (0, .zero)
        since = active.isEmpty ? nil : now
    }
}
