/// A rule that a playlist can break, as a value: what it asks, how strongly, where it is written, and what has to be at
/// hand to check it.
public struct Rule: Sendable, Identifiable {
    /// How strongly the source asks.
    public enum Level: String, Sendable, CaseIterable {
        /// What breaks it is wrong.
        case must = "MUST"
        /// What breaks it needs a reason.
        case should = "SHOULD"
        /// It is allowed, and a client may do without.
        case may = "MAY"
        /// No norm behind it: worth knowing.
        case info = "INFO"
        /// A MUST of Apple's authoring specification.
        case appleMust = "A-MUST"
        /// A SHOULD of Apple's authoring specification.
        case appleShould = "A-SHOULD"
    }

    /// What has to be at hand to check a rule.
    public enum Need: String, Sendable, CaseIterable {
        /// The text of one playlist.
        case text = "text of a playlist"
        /// The multivariant playlist and its media playlists together.
        case playlists = "multivariant playlist with its media playlists"
        /// The bytes of segments and init sections.
        case segments = "segments"
        /// The elementary streams in the segments: parameter sets, sample types.
        case streams = "elementary streams"
        /// The answers of the server: status, header fields, lengths.
        case answers = "answers of the server"
        /// Key files, and what they decrypt.
        case keys = "keys"
        /// Several loads of a playlist over time.
        case reloads = "loads over time"
        /// What no file says.
        case knowledge = "knowledge from elsewhere"
    }

    /// A letter for the area and a number: `G07`. Apple's rules have Apple's number: `A9.14`.
    public let id: String
    /// How strongly the source asks.
    public let level: Level
    /// The section of draft-pantos-hls-rfc8216bis-20, or what else it is from.
    public let clause: String
    /// What holds where the rule is kept, in one sentence.
    public let summary: String
    /// What a full check reads. A rule that needs more than text is checked as far as the text goes.
    public let needs: [Need]

    package init(_ id: String, _ level: Level, _ clause: String, _ summary: String, needs: [Need] = [.text]) {
        self.id = id
        self.level = level
        self.clause = clause
        self.summary = summary
        self.needs = needs
    }
}

extension Rule: Hashable {
    /// Rules are told apart by id.
    public static func == (left: Rule, right: Rule) -> Bool { left.id == right.id }
    /// Rules are told apart by id.
    public func hash(into hasher: inout Hasher) { hasher.combine(id) }
}
