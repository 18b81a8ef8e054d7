internal import Catalog
internal import Signing

/// Everything `verify` found, and its two forms: a table and one JSON document.
package struct VerificationReport: Hashable, Sendable, Codable {
    package var format = 1
    /// Whether no claim fails.
    package var holds: Bool
    package var rows: [ClaimRow]

    package init(rows: [ClaimRow]) {
        self.rows = rows
        holds = !rows.isEmpty && rows.allSatisfy { $0.verdict != .fails }
    }

    /// A block a reel, a row a claim: mark, statement, figures. What fails is followed by what was found.
    package var table: String {
        let titles = rows.reduce(into: [String]()) { if !$0.contains($1.title) { $0.append($1.title) } }
        let width = rows.map(\.statement.count).max() ?? 0
        var lines = [String]()
        for title in titles {
            lines.append(title)
            for row in rows where row.title == title {
                let padding = String(repeating: " ", count: width - row.statement.count)
                let because = row.verdict == .notApplicable ? "because " : ""
                lines.append("  \(Self.mark(row.verdict))  \(row.statement)\(padding)  \(because)\(row.figures)")
                lines += row.problems.map { "         \($0)" }
            }
            lines.append("")
        }
        lines.append(summary)
        return lines.joined(separator: "\n")
    }

    private var summary: String {
        let failed = rows.count { $0.verdict == .fails }
        let held = rows.count { $0.verdict == .holds }
        let skipped = rows.count - failed - held
        let rest = skipped == 0 ? "" : ", \(skipped) not applicable"
        return "\(rows.count) claims: \(held) hold, \(failed) false\(rest)"
    }

    private static func mark(_ verdict: ClaimRow.Verdict) -> String {
        switch verdict {
        case .holds: "ok   "
        case .fails: "FALSE"
        case .notApplicable: "n/a  "
        }
    }
}

extension ClaimRow {
    /// What its block of the table is headed with. The default form is not named.
    fileprivate var title: String {
        guard let form, form != .path else { return reel.text }
        return "\(reel), tokens by \(form.rawValue)"
    }
}
