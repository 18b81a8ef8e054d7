package import Catalog
import MediaTypes
package import Player

/// What a session was like, as numbers: a fold over its event log. Times in microseconds, names after CTA-2066.
package struct PlaybackSummary: Hashable, Sendable, Codable {
    package var session = ""
    package var reel: ReelID?
    package var version: VersionID?
    package var policy = ""
    /// `nil` while the session is not over.
    package var outcome: Outcome?

    /// From the request to play until the first frame was decoded and could be shown; `nil` when none was.
    package var initialStartupTime: Int64?
    /// A stall is the playhead at the end of what has arrived, start-up excluded. `nil` without a playhead, which media
    /// that is taken as fast as it is decoded does not have.
    package var playbackStallCount: Int?
    package var playbackStallDuration: Int64?
    /// From the request to play to the end of the session.
    package var watchedTime: Int64 = 0

    package var switches: [SwitchReport] = []
    /// Main segments shown, by rung.
    package var segments: [String: Int] = [:]
    /// Media time shown of the main track.
    package var mediaTime: Int64 = 0
    /// Bits of shown segments, video and audio, over the media time of the main track.
    package var averagePlayedBitrate: Int?

    package var requests = 0
    package var refreshes = 0
    package var retries = 0
    /// What warnings made less of the budget, in that order.
    package var shrunk: [MediaBudget.Step] = []
    package var bytes = Bytes()
    package var frames = Frames()
    /// What was wrong with what was decoded, one sentence each, the first few.
    package var problems: [String] = []

    /// Where body bytes came from, what they were for and what became of them.
    package struct Bytes: Hashable, Sendable, Codable {
        package var wire = 0
        package var cache = 0
        /// Came again because the origin sent the whole where the rest was asked for; within `wire`.
        package var excess = 0
        package var byCause: [String: Int] = [:]
        package var byFate: [String: Int] = [:]
    }

    /// What was decoded against what the segments say is in them.
    package struct Frames: Hashable, Sendable, Codable {
        /// `nil` when a segment's boxes could not be read.
        package var expected: Int? = 0
        package var seen = 0
        /// Not where the frame before ended, damaged, or with another strip.
        package var bad = 0
        /// With the strip that belongs there.
        package var verified = 0
        package var samplesExpected: Int? = 0
        package var samplesSeen = 0
    }

    package var isRight: Bool {
        frames.expected == frames.seen && frames.bad == 0 && frames.samplesExpected == frames.samplesSeen
            && problems.isEmpty
    }

    package var switchesUp: Int { switches.count(where: \.isUp) }
    package var switchesDown: Int { switches.count - switchesUp }

    /// Of nothing yet.
    init() {}

    package init(_ log: [LogEntry]) {
        var fold = Fold()
        for entry in log { fold.take(entry) }
        self = fold.summary
        let ledger = Ledger(log)
        bytes.wire = ledger.wireBytes
        bytes.cache = ledger.cacheBytes
        bytes.excess = ledger.excessBytes
        for line in ledger.lines where line.bytes > 0 {
            bytes.byCause[line.cause.rawValue, default: 0] += line.bytes
            bytes.byFate[line.fate.rawValue, default: 0] += line.bytes
        }
    }
}
