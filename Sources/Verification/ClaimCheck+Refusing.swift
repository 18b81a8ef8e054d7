package import Catalog
import Player

extension ClaimCheck {
    /// An answer of the origin, as far as claims look at it.
    package struct Probe: Hashable, Sendable {
        /// What was tried, as `tampered token`.
        package var what: String
        /// `0` when there was no answer.
        package var status: Int
        package var reason: RefusalReason?
        package var isStored: Bool

        package init(what: String, status: Int, reason: RefusalReason?, isStored: Bool) {
            self.what = what
            self.status = status
            self.reason = reason
            self.isStored = isStored
        }
    }

    /// Each probe was refused with 403 and the reason named, and the refusal may not be stored.
    package func refused(_ claim: Claim, _ probes: [(probe: Probe, expected: RefusalReason)], _ note: String = "")
        -> ClaimRow
    {
        let problems = probes.flatMap { probe, expected -> [String] in
            var found = [String]()
            if probe.status != 403 || probe.reason != expected {
                let reason = probe.reason.map { " \($0.rawValue)" } ?? ""
                found.append("\(probe.what): \(probe.status)\(reason), not 403 \(expected.rawValue)")
            }
            if probe.isStored { found.append("\(probe.what): the refusal may be stored") }
            return found
        }
        let figures = probes.map { "\($0.probe.what): \($0.probe.status) \($0.probe.reason?.rawValue ?? "")" }
        return row(claim, figures.joined(separator: ", ") + note, problems)
    }

    /// Playback and media of a removed reel answer 410, and it is back once restored.
    package func removed(_ probes: [Probe], restored: Probe) -> ClaimRow {
        var problems = probes.filter { $0.status != 410 }.map { "\($0.what): \($0.status), not 410" }
        if restored.status != 200 { problems.append("\(restored.what): \(restored.status), not 200") }
        let figures = (probes + [restored]).map { "\($0.what): \($0.status)" }.joined(separator: ", ")
        return row(.removed, figures, problems)
    }

    /// The URLs were signed again exactly once, and playing went on to the end.
    package func midplayRefresh(_ play: PlayRecord) -> ClaimRow {
        let refused = play.requests.filter { $0.verdict == RefusalReason.expired.rawValue }.count
        var problems = [play.failure].compactMap(\.self)
        if play.refreshes != 1 { problems.append("they were signed again \(play.refreshes) times") }
        return row(.midplayRefresh, "\(play.refreshes) refresh, \(refused) requests refused as expired", problems)
    }

    /// No object's bytes were sent twice, no stall was counted, and no rung was lost to the refusal.
    package func midplayObjects(_ play: PlayRecord) -> ClaimRow {
        let delivered = play.objectRequests.filter(\.isDelivered)
        let counts = Dictionary(grouping: delivered, by: \.objectName).mapValues(\.count)
        var problems = counts.filter { $0.value > 1 }.keys.sorted().map { "\($0) was fetched \(counts[$0]!) times" }
        if play.stalls > 0 { problems.append("\(play.stalls) stalls") }
        let down = play.switches.filter { !$0.isUp }
        problems += down.map { "down from \($0.from) to \($0.to) at segment \($0.number)" }
        return row(
            .midplayObjects,
            "\(delivered.count) objects, \(counts.count) different, \(play.stalls) stalls, \(down.count) switches down",
            problems)
    }
}
