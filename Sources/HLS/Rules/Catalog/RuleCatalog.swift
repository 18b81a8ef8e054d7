extension Rule {
    /// Every rule that is checked: those the text of playlists can break, by area and number.
    public static let all: [Rule] =
        textRules
        + versionRules
        + variableRules
        + mediaPlaylistRules
        + segmentRules
        + keyRules
        + lowLatencyRules
        + dateRangeRules
        + multivariantRules
        + presentationRules

    /// The rule of that id, checked or not.
    public static func named(_ id: String) -> Rule? { byID[id] }

    private static let byID: [String: Rule] = Dictionary(uniqueKeysWithValues: (all + unchecked).map { ($0.id, $0) })
}
