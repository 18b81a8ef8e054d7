import MediaTypes

/// A link of one rate that all bodies share: when each piece would have arrived over it.
///
/// A piece is handed on when its last bit has crossed the link, so small objects are slowed as large ones are. A link
/// that was idle does not make up for it, but for ``slack``: pieces are handed on a little late by the operating
/// system, which must not add up.
struct RateLimit {
    static let slack = Duration.milliseconds(20)

    private let rate: BitRate
    private var busyUntil = Duration.zero

    /// - Parameter rate: above 0.
    init(_ rate: BitRate) {
        precondition(rate.bitsPerSecond > 0, "a rate of nothing lets nothing through")
        self.rate = rate
    }

    /// The most bytes to take at once: 10 ms of the rate, within what libcurl allows its buffer.
    var pieceLength: Int { min(max(rate.bitsPerSecond / 800, 1024), 16384) }

    /// Takes the link for a piece; the answer is when it has arrived.
    mutating func reserve(_ bytes: Int, at now: Duration) -> Duration {
        let nanoseconds = Double(bytes) * 8e9 / Double(rate.bitsPerSecond)
        busyUntil = max(busyUntil, now - Self.slack) + .nanoseconds(Int64(nanoseconds))
        return busyUntil
    }
}
