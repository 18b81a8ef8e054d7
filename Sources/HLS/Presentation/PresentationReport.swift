/// What is wrong between the playlists of one presentation.
public struct PresentationReport: Sendable {
    /// Broken rules, in the order of the playlists and of their texts. Many findings of one rule are cut.
    public var findings: [PresentationFinding]
    /// How many more findings of a rule there are, by its id.
    public var suppressed: [String: Int]
    /// The media playlists that were not at hand or could not be used, as the multivariant playlist names them.
    public var absent: [String]
    /// The rules that would have read those too. What is at hand was checked against them, unless the multivariant
    /// playlist itself was not read to its end.
    public var notChecked: [Rule]
}

/// One place where the playlists of a presentation break a rule.
public struct PresentationFinding: Hashable, Sendable, CustomStringConvertible {
    /// The media playlist, as the multivariant playlist first names it; `nil` for that playlist itself.
    public var playlist: String?
    /// The rule, the place in that playlist's text, and what is wrong.
    public var finding: Finding

    /// A finding in a playlist.
    public init(playlist: String?, _ finding: Finding) {
        self.playlist = playlist
        self.finding = finding
    }

    /// `video/360/playlist.m3u8:3:1 MUST X01 …`.
    public var description: String { (playlist.map { $0.shortened + ":" } ?? "") + finding.description }
}
