package import Catalog
package import Player
package import QoE

/// What came of playing a reel.
package struct PlaybackReport: Sendable {
    package var outcome: Outcome
    /// The last playback answer; `nil` of a foreign stream, or when there was none.
    package var answer: PlaybackAnswer?
    package var log: [LogEntry]
    /// What was learned of the wire, for the next session.
    package var estimator: ThroughputEstimator

    package var ledger: Ledger { Ledger(log) }
    package var summary: PlaybackSummary { PlaybackSummary(log) }

    /// Whether the reel was played to its end, and everything that was decoded was what it should be.
    package var isRight: Bool { outcome == .played && summary.isRight }
}

extension PlaybackReport {
    /// Of a play that could not begin.
    package init(_ failure: PlaybackFailure) {
        let outcome = Outcome.failed(failure)
        self.init(outcome: outcome, log: [LogEntry(t: 0, .finished(outcome))], estimator: ThroughputEstimator())
    }
}
