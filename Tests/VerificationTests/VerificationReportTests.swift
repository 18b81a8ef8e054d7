import Catalog
import Signing
import Testing
import Verification

private func row(_ claim: Claim, _ problems: [String] = []) throws -> ClaimRow {
    ClaimRow(reel: try #require(ReelID("bars")), claim: claim, figures: "3 of 3", problems: problems)
}

@Test func `one false claim makes the report false and shows what was found`() throws {
    let report = VerificationReport(rows: [try row(.removed), try row(.warmObjects, ["video/360:1 was requested"])])
    #expect(!report.holds)
    #expect(report.table.contains("FALSE  warm: no object is requested"))
    #expect(report.table.contains("         video/360:1 was requested"))
    #expect(report.table.hasSuffix("2 claims: 1 hold, 1 false"))
}

@Test func `a claim that a reel cannot show does not make the report false`() throws {
    let skipped = ClaimRow(
        reel: try #require(ReelID("bars")), claim: .coldStart, verdict: .notApplicable, figures: "one rung")
    let report = VerificationReport(rows: [skipped, try row(.removed)])
    #expect(report.holds)
    #expect(report.table.hasSuffix("2 claims: 1 hold, 0 false, 1 not applicable"))
}

@Test func `claims of other forms stand in blocks of their own`() throws {
    var signed = try row(.removed)
    signed.form = .path
    var query = signed
    query.form = .query
    let report = VerificationReport(rows: [try row(.package), signed, query])
    #expect(
        report.table.split(separator: "\n").filter { !$0.hasPrefix(" ") } == [
            "bars", "bars, tokens by query", "3 claims: 3 hold, 0 false",
        ])
}

@Test func `nothing examined proves nothing`() {
    #expect(!VerificationReport(rows: []).holds)
}
