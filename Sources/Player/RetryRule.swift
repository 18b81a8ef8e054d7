/// How often and how soon a request is made again after an answer of 429 or 5xx, or after none.
enum RetryRule {
    static let mostAttempts = 5
    private static let longestWait: Duration = .seconds(10)

    /// After attempt `attempt`, from 1: a quarter of a second, doubled each time, or what the origin asks for.
    static func delay(after attempt: Int, retryAfter: String?) -> Duration {
        if let seconds = retryAfter.flatMap({ Int64($0) }), seconds >= 0 {
            return min(.seconds(seconds), longestWait)
        }
        return min(.milliseconds(250 << min(attempt - 1, 10)), longestWait)
    }
}
