package import Catalog
package import Signing

/// Why a trial came to an end before every claim was tried.
package enum TrialStop: Hashable, Sendable {
    /// Another claim is false already, and those that come after it would be for the same reason.
    case afterFalse(String)
    /// Something that no claim is about went wrong, which leaves the claims unproved.
    case broken(String)
}

extension ClaimRow {
    /// A row for each claim, in their order, of what was found: a claim that was not tried says why.
    package static func complete(
        _ found: [ClaimRow], _ claims: [Claim], of reel: ReelID, form: CarriageForm?, stop: TrialStop?
    ) -> [ClaimRow] {
        claims.map { claim in
            var row = found.first { $0.claim == claim } ?? untried(claim, of: reel, stop)
            row.form = form
            return row
        }
    }

    private static func untried(_ claim: Claim, of reel: ReelID, _ stop: TrialStop?) -> ClaimRow {
        switch stop {
        case .afterFalse(let why):
            ClaimRow(reel: reel, claim: claim, verdict: .notApplicable, figures: "it was not tried, since \(why)")
        case .broken(let why): ClaimRow(reel: reel, claim: claim, figures: "not judged", problems: [why])
        case nil: ClaimRow(reel: reel, claim: claim, figures: "not judged", problems: ["nothing was found out"])
        }
    }
}
