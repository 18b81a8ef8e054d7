/// A rule that a playlist can break, as a value: what it asks, how strongly, and where it is written.
public struct Rule: Sendable, Identifiable {
    /// How strongly the source asks.
    public enum Level: String, Sendable, CaseIterable {
        case must = "MUST"
        case should = "SHOULD"
        case may = "MAY"
        /// No norm behind it: worth knowing.
        case info = "INFO"
        /// A MUST of Apple's authoring specification.
        case appleMust = "A-MUST"
        /// A SHOULD of Apple's authoring specification.
        case appleShould = "A-SHOULD"
    }

    /// A letter for the area and a number: `G07`. Apple's rules have Apple's number: `A9.14`.
    public let id: String
    /// How strongly the source asks.
    public let level: Level
    /// The section of draft-pantos-hls-rfc8216bis-20, or what else it is from.
    public let clause: String
    /// What holds where the rule is kept, in one sentence.
    public let summary: String

    init(_ id: String, _ level: Level, _ clause: String, _ summary: String) {
        self.id = id
        self.level = level
        self.clause = clause
        self.summary = summary
    }
}

extension Rule: Hashable {
    /// Rules are told apart by id.
    public static func == (left: Rule, right: Rule) -> Bool { left.id == right.id }
    /// Rules are told apart by id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
