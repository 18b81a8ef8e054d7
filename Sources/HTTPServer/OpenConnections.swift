/// The connections that are open, by their sockets, and what each is doing.
struct OpenConnections: Sendable {
    private enum Activity {
        /// For a request to be complete.
        case waiting(since: Duration)
        case answering
    }

    private var activities: [Int32: Activity] = [:]

    var sockets: some Sequence<Int32> { activities.keys }

    mutating func open(_ socket: Int32, at now: Duration) { activities[socket] = .waiting(since: now) }

    mutating func close(_ socket: Int32) { activities[socket] = nil }

    /// Its request is complete.
    mutating func beginAnswer(on socket: Int32) { set(.answering, of: socket) }

    /// It waits for its next request.
    mutating func endAnswer(on socket: Int32, at now: Duration) { set(.waiting(since: now), of: socket) }

    /// The sockets of those that have waited longer than `limit`.
    func overdue(at now: Duration, limit: Duration) -> [Int32] {
        activities.compactMap { socket, activity in
            if case .waiting(let since) = activity, now - since > limit { socket } else { nil }
        }
    }

    private mutating func set(_ activity: Activity, of socket: Int32) {
        if activities[socket] != nil { activities[socket] = activity }
    }
}
