/// How long a connection has been given, and whether that is over.
struct Patience {
    /// When its last byte came or went, as far as is known.
    private var lastByte: Duration
    /// Of what was sent, the bytes that the client had not acknowledged.
    private var unacknowledged = 0
    /// Since when a request is waited for; `nil` while one is answered.
    private var waiting: Duration?

    init(at now: Duration) { (lastByte, waiting) = (now, now) }

    mutating func byte(at now: Duration) { lastByte = now }

    /// A client that reads slowly takes bytes out of the system's buffer for long before that takes new ones.
    mutating func note(unacknowledged count: Int, at now: Duration) {
        if count < unacknowledged { lastByte = now }
        unacknowledged = count
    }

    mutating func beginAnswer() { waiting = nil }

    mutating func endAnswer(at now: Duration) { (lastByte, waiting) = (now, now) }

    /// - Parameters:
    ///   - idle: for how long no byte need come or go.
    ///   - request: for how long a request need not be whole, though bytes come.
    func isOver(at now: Duration, idle: Duration, request: Duration) -> Bool {
        now - lastByte > idle || waiting.map { now - $0 > request } ?? false
    }
}
