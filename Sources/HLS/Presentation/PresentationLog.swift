/// Findings between playlists as they are made, in bounded number.
final class PresentationLog {
    private(set) var suppressed: [String: Int] = [:]
    private var entries: [(member: Int, finding: PresentationFinding)] = []
    private var counts: [String: Int] = [:]

    /// A finding in a member's text, or in the multivariant playlist's where there is none.
    func report(
        _ rule: Rule, in member: ReadMember?, at position: @autoclosure () -> SourcePosition,
        _ message: @autoclosure () -> String
    ) {
        let count = counts[rule.id, default: 0]
        counts[rule.id] = count + 1
        guard count < FindingLog.keptOfOneRule else {
            suppressed[rule.id, default: 0] += 1
            return
        }
        let finding = Finding(rule, at: position(), message())
        entries.append((member?.index ?? -1, PresentationFinding(playlist: member?.uri, finding)))
    }

    /// The multivariant playlist's first, then the members' in their order, each in the order of its text.
    var findings: [PresentationFinding] {
        entries.sorted { ($0.member, $0.finding.finding.position) < ($1.member, $1.finding.finding.position) }
            .map(\.finding)
    }
}
