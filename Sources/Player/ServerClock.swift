package import MediaTypes

/// The origin's clock as the session knows it: by what an answer said, never by the machine's own wall clock.
package struct ServerClock: Hashable, Sendable {
    private var reference: UnixTime
    private var at: Duration

    /// `time` was read by the server at some moment between `asked` and `answered`; half-way is the best guess.
    package init(_ time: UnixTime, asked: Duration, answered: Duration) {
        reference = time
        at = asked + (answered - asked) / 2
    }

    package func time(at now: Duration) -> UnixTime { reference + (now - at) }
}
