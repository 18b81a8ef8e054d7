package import HLS

/// What `--explain` says of a rule beyond what it asks.
package struct Explanation: Sendable, Equatable {
    /// What goes wrong where it is broken.
    package var why: String
    /// What to change.
    package var mend: String
}

extension Explanation {
    /// Of a rule that this program checks; `nil` for those it only knows by name.
    package static func of(_ rule: Rule) -> Explanation? { byID[rule.id] }

    private static let byID: [String: Explanation] = {
        let tables = [
            text, version, variable, media, segment, key, lowLatency, dateRange, multivariant, presentation,
        ]
        let apple = Dictionary(AppleRule.all.map { ($0.rule.id, $0.explanation) }) { first, _ in first }
        return tables.reduce(apple) { $0.merging($1) { first, _ in first } }
    }()
}
