import Catalog
import MediaTypes
import Player

/// Takes in one event after the other.
struct Fold {
    var summary: PlaybackSummary {
        var summary = taken
        if summary.mediaTime > 0 {
            summary.averagePlayedBitrate = Int(Double(playedBytes) * 8 * 1_000_000 / Double(summary.mediaTime))
        }
        return summary
    }

    private var taken = PlaybackSummary()
    private var rungs: Set<RenditionID> = []
    private var sizes: [Name: Int] = [:]
    private var playedBytes = 0
    /// When a stall began that is not over.
    private var stalledAt: Int64?
    private static let mostProblems = 20

    private struct Name: Hashable {
        var rendition: RenditionID
        var object: ObjectName
    }

    mutating func take(_ entry: LogEntry) {
        switch entry.what {
        case .started(let session, let policy, let speed):
            (taken.session, taken.policy) = (session, policy)
            if speed != nil { (taken.playbackStallCount, taken.playbackStallDuration) = (0, 0) }
        case .answered(let reel, let version, _, _, _): (taken.reel, taken.version) = (reel, version)
        case .remembered(let reel, let version): (taken.reel, taken.version) = (reel, version)
        case .foreign(let reel): (taken.reel, taken.version) = (reel, .foreign)
        case .rungs(let list): rungs = Set(list.map(\.id))
        case .requested: taken.requests += 1
        case .refreshing: taken.refreshes += 1
        case .retrying: taken.retries += 1
        case .switched(let report): taken.switches.append(report)
        case .hit(let rendition, let object, let bytes), .fetched(let rendition, let object, let bytes, _):
            sizes[Name(rendition: rendition, object: object)] = bytes
        case .firstFrame: taken.initialStartupTime = entry.t
        case .decoded(let rendition, _, let number, let report): add(report, rendition, number)
        case .played(let rendition, _, let number, let milliseconds): play(rendition, number, milliseconds)
        case .stalled:
            taken.playbackStallCount? += 1
            stalledAt = entry.t
        case .resumed(let microseconds):
            taken.playbackStallDuration? += microseconds
            stalledAt = nil
        case .warned(_, let steps): taken.shrunk += steps
        case .finished(let outcome):
            (taken.outcome, taken.watchedTime) = (outcome, entry.t)
            if let stalledAt { taken.playbackStallDuration? += entry.t - stalledAt }
        default: break
        }
    }

    private mutating func play(_ rendition: RenditionID, _ number: Int, _ milliseconds: Int64) {
        playedBytes += sizes[Name(rendition: rendition, object: .segment(number))] ?? 0
        guard rungs.contains(rendition) else { return }
        taken.segments[rendition.text, default: 0] += 1
        taken.mediaTime += milliseconds * 1000
    }

    private mutating func add(_ report: DecodeReport, _ rendition: RenditionID, _ number: Int) {
        taken.frames.expected = sum(taken.frames.expected, report.framesExpected)
        taken.frames.seen += report.framesSeen
        taken.frames.bad += report.framesBad
        taken.frames.verified += report.framesVerified
        taken.frames.samplesExpected = sum(taken.frames.samplesExpected, report.samplesExpected)
        taken.frames.samplesSeen += report.samplesSeen
        for problem in report.problems.prefix(Self.mostProblems - taken.problems.count) {
            taken.problems.append("\(rendition) \(number): \(problem)")
        }
    }

    private func sum(_ left: Int?, _ right: Int?) -> Int? {
        guard let left, let right else { return nil }
        return left + right
    }
}
