import Catalog
import Signing
import Testing
import Verification

@Suite struct `The table of claims` {
    @Test func `makes the same claims about foreign streams but for those that need a package, which say why`() {
        let needs = Claim.allCases.filter { $0.needOfPackage != nil }
        // What package.json says of the files is all that cannot be asked without it.
        #expect(needs == [.package])
        #expect(needs.allSatisfy { $0.needOfPackage?.isEmpty == false && $0.scope == .package })
    }

    @Test func `has each claim in one part, and in every form all that are about playing`() {
        let parts = Claim.allCases.filter { $0.scope == .package } + CarriageForm.allCases.flatMap(Claim.playing)
        #expect(Set(parts + Claim.trouble) == Set(Claim.allCases))
        #expect(Set(Claim.playing(.path)).isDisjoint(with: Claim.trouble))
        #expect(Claim.playing(.path) == Claim.playing(.query) && Claim.playing(.path) == Claim.playing(.define))
        let cookie = Set(Claim.playing(.cookie))
        #expect(cookie.symmetricDifference(Claim.playing(.path)) == [.controlMisses, .controlStays])
        #expect(cookie.contains(.controlStays))
    }

    @Test func `has a row for each, found or not, and what was not found out does not hold`() throws {
        let reel = try #require(ReelID("bars"))
        let found = [ClaimRow(reel: reel, claim: .faults, figures: "3 requests", problems: [])]
        func rows(_ stop: TrialStop?) -> [ClaimRow] {
            ClaimRow.complete(found, [.resumed, .faults], of: reel, form: .query, stop: stop)
        }
        for stop in [nil, .afterFalse("it broke"), .broken("it broke")] as [TrialStop?] {
            #expect(rows(stop).map(\.claim) == [.resumed, .faults])
            #expect(rows(stop)[1].verdict == .holds && rows(stop)[1].figures == "3 requests")
            #expect(rows(stop).allSatisfy { $0.form == .query })
        }
        #expect(rows(nil)[0].verdict == .fails)
        #expect(rows(.broken("it broke"))[0].problems == ["it broke"])
        #expect(rows(.afterFalse("it broke"))[0].verdict == .notApplicable)
        let table = VerificationReport(rows: rows(.afterFalse("it broke"))).table
        #expect(table.contains("n/a    of a body whose connection was cut the rest alone is fetched"))
        #expect(table.contains("because it was not tried, since it broke"))
    }
}
