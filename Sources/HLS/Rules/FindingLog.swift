/// Findings as they are made, in bounded number: a hostile playlist can break a rule a million times.
final class FindingLog {
    private(set) var findings: [Finding] = []
    private(set) var refusal: Finding?
    /// The first finding of a limit that was reached.
    private(set) var limit: Finding?
    private(set) var suppressed: [String: Int] = [:]
    private var counts: [String: Int] = [:]

    /// Kept of one rule; what follows is counted.
    static let keptOfOneRule = 200

    /// The place and the message are worked out only for a finding that is kept.
    func report(
        _ rule: Rule, at position: @autoclosure () -> SourcePosition, refuses: Bool = false,
        _ message: @autoclosure () -> String
    ) {
        let count = counts[rule.id, default: 0]
        counts[rule.id] = count + 1
        guard count < Self.keptOfOneRule || refuses && refusal == nil else {
            suppressed[rule.id, default: 0] += 1
            return
        }
        let finding = Finding(rule, at: position(), message())
        findings.append(finding)
        if refuses, refusal == nil { refusal = finding }
        if limit == nil, rule == .limit { limit = finding }
    }
}
