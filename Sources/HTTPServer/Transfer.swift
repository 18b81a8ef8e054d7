/// What came of an attempt to move bytes without waiting.
enum Transfer {
    case moved(Int)
    /// Nothing now; the poller says when.
    case blocked
    /// The other side sends no more, or the connection is lost.
    case ended
}
