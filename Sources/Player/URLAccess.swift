package import MediaTypes

/// How long the URLs of an answer are good for, on the server's clock.
package struct URLAccess: Hashable, Sendable {
    package var signedAt: UnixTime
    package var expiresAt: UnixTime
    package var clock: ServerClock

    /// A URL younger than this that is refused is not refused for its age.
    private static let freshness: Duration = .seconds(5)

    package init(signedAt: UnixTime, expiresAt: UnixTime, clock: ServerClock) {
        self.signedAt = signedAt
        self.expiresAt = expiresAt
        self.clock = clock
    }

    private var lifetime: Duration { max(.zero, expiresAt - signedAt) }

    /// Ten seconds or a tenth of the lifetime, but never more than half of it.
    package var margin: Duration { min(lifetime / 2, max(.seconds(10), lifetime / 10)) }

    /// Whether to ask for new URLs before these are used.
    package func isDue(at now: Duration) -> Bool { clock.time(at: now) >= expiresAt + (.zero - margin) }

    /// Whether the URLs still work, as far as is known.
    package func isValid(at now: Duration) -> Bool { clock.time(at: now) < expiresAt }

    /// Whether a refusal has another cause than the age of the URL.
    ///
    /// - Parameters:
    ///   - date: of the refusal, by its `Date` header: the server's clock itself, which can have been set.
    ///   - saysExpired: whether the body names that reason; it decides when there is no date.
    package func isFresh(refusedAt date: UnixTime?, saysExpired: Bool, now: Duration) -> Bool {
        if date == nil, saysExpired { return false }
        let time = date ?? clock.time(at: now)
        return time < expiresAt && time - signedAt < Self.freshness
    }
}

/// How often URLs may be asked for again because they were refused.
package struct RefreshBudget: Hashable, Sendable {
    package static let perObject = 2
    private static let perMinute = 3
    private var times: [Duration] = []

    package init() {}

    /// Counts a refresh; `false` when there have been too many in the last minute.
    package mutating func take(at now: Duration) -> Bool {
        times.removeAll { now - $0 >= .seconds(60) }
        guard times.count < Self.perMinute else { return false }
        times.append(now)
        return true
    }
}
