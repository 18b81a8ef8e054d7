package import Catalog
package import Signing

/// One claim about one reel: whether it holds, and the figures behind it.
package struct ClaimRow: Hashable, Sendable, Codable {
    package enum Verdict: String, Hashable, Sendable, Codable {
        case holds
        case fails
        /// The reel cannot show it, as a single rung cannot show a switch; the figures say why.
        case notApplicable = "not-applicable"
    }

    package var reel: ReelID
    /// How tokens travelled; `nil` of a claim about the package alone.
    package var form: CarriageForm?
    package var claim: Claim
    package var statement: String
    package var verdict: Verdict
    /// One short line of numbers.
    package var figures: String
    /// What was found instead, when it fails: one sentence each, the first few.
    package var problems: [String]

    private static let mostProblems = 8

    package init(reel: ReelID, claim: Claim, verdict: Verdict, figures: String, problems: [String] = []) {
        self.reel = reel
        self.claim = claim
        statement = claim.statement
        self.verdict = verdict
        self.figures = figures
        self.problems = Array(problems.prefix(Self.mostProblems))
    }

    /// Holds when there is no problem.
    package init(reel: ReelID, claim: Claim, figures: String, problems: [String]) {
        self.init(
            reel: reel, claim: claim, verdict: problems.isEmpty ? .holds : .fails, figures: figures, problems: problems)
    }
}
