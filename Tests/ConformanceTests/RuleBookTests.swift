import Conformance
import HLS
import Testing

@Suite struct `the rule book` {
    @Test func `has every id once`() {
        let ids = RuleBook.all.map(\.id)
        #expect(Set(ids).count == ids.count, "\(Dictionary(grouping: ids) { $0 }.filter { $1.count > 1 }.keys)")
    }

    @Test func `explains every rule that is checked`() {
        let checked = Rule.all + AppleRule.all.map(\.rule)
        #expect(checked.filter { Explanation.of($0) == nil }.map(\.id) == [])
    }

    @Test func `says of each rule what it asks`() {
        #expect(RuleBook.all.filter(\.summary.isEmpty).map(\.id) == [])
    }

    @Test func `finds a rule in small letters, and those like it`() {
        #expect(RuleBook.rule("a9.14")?.id == "A9.14")
        #expect(RuleBook.rule("nonsense") == nil)
        #expect(RuleBook.near("M033").first == "M03")
        #expect(RuleBook.near("nonsense") == [])
    }

    @Test func `names the revision of Apple's rules`() throws {
        let text = RuleBook.text(about: try #require(RuleBook.rule("A9.14")))
        #expect(
            text.hasPrefix(
                "A9.14  A-MUST  Apple 9.14, revision 2025-06-26\n  Every variant has AVERAGE-BANDWIDTH.\nwhy:"))
    }
}
