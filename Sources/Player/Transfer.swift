import HTTP

/// What a request is for. One of a purpose is under way at a time.
enum Purpose: Hashable, Sendable {
    case answer
    case streams
    case playlist(track: Int, rung: Int)
    case object(ObjectID)
}

/// A request under way.
struct Transfer: Sendable {
    let purpose: Purpose
    let startedAt: Duration
    /// The generation of the URL it uses.
    let generation: Int
    /// What of the object was there when it was asked for.
    let offset: Int
    var head: FetchHead?
    var received = 0
    /// Its end is only to be accounted for.
    var isForgotten = false

    init(purpose: Purpose, startedAt: Duration, generation: Int, offset: Int) {
        self.purpose = purpose
        self.startedAt = startedAt
        self.generation = generation
        self.offset = offset
    }

    var isSuccess: Bool { head?.status == 200 || head?.status == 206 }
}
