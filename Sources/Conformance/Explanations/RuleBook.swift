package import HLS

/// Every rule that is known here, by id: those of the draft and those of Apple, checked or not.
package enum RuleBook {
    package static let all: [Rule] = Rule.all + Rule.unchecked + AppleRule.all.map(\.rule) + AppleRule.unchecked

    /// The rule of that id, in capitals or not.
    package static func rule(_ id: String) -> Rule? {
        all.first { $0.id == id } ?? all.first { $0.id.lowercased() == id.lowercased() }
    }

    /// Ids that look like it, the nearest first.
    package static func near(_ id: String, count: Int = 5) -> [String] {
        let wanted = Array(id.lowercased().prefix(16))
        let rated = all.map { (rule: $0, distance: distance(wanted, Array($0.id.lowercased()))) }
        return rated.filter { $0.distance <= 2 }
            .sorted { ($0.distance, $0.rule.order) < ($1.distance, $1.rule.order) }
            .prefix(count).map(\.rule.id)
    }

    /// What `--explain` says.
    package static func text(about rule: Rule) -> String {
        let isApple = AppleRule.isApple(rule)
        let source = isApple ? "\(rule.clause), revision \(AppleRule.revision)" : rule.place
        var lines = ["\(rule.id)  \(rule.level.rawValue)  \(source)", "  \(rule.summary)."]
        if let explanation = Explanation.of(rule) {
            lines += ["why:", "  \(explanation.why)", "mend:", "  \(explanation.mend)"]
        } else {
            lines.append("not checked:")
        }
        let needs = rule.needs.filter { $0 != .text && $0 != .playlists }.map(\.rawValue)
        if !needs.isEmpty { lines.append("  a full check reads \(needs.joined(separator: " and ")) too") }
        return lines.joined(separator: "\n")
    }

    /// Insertions, removals and exchanges that make one of the other.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let exchanged = diagonal + (character == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(exchanged, row[column] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}

extension AppleRule {
    /// Whether the rule's number is Apple's.
    static func isApple(_ rule: Rule) -> Bool { rule.id.hasPrefix("A") }
}
