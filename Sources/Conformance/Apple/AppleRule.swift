package import HLS

/// A rule of Apple's authoring specification, with how to see in playlists that it is broken.
package struct AppleRule: Sendable {
    /// The revision whose numbers the rules have.
    package static let revision = "2025-06-26"

    package let rule: Rule
    /// Why it is asked, and how a playlist is mended.
    package let explanation: Explanation
    /// `nil` for a rule about every device.
    package let platform: DevicePlatform?
    let check: @Sendable (Subject) -> [Problem]

    /// A rule by its number: `1.24`. With a platform it takes the place of the general rule of that number, if there is
    /// one.
    init(
        _ number: String, _ level: Rule.Level, on platform: DevicePlatform? = nil, needs: [Rule.Need] = [.text],
        _ summary: String, why: String, mend: String, _ check: @escaping @Sendable (Subject) -> [Problem]
    ) {
        let suffix = platform.map { "@\($0.suffix)" } ?? ""
        rule = Rule("A\(number)\(suffix)", level, "Apple \(number)", summary, needs: needs)
        explanation = Explanation(why: why, mend: mend)
        self.platform = platform
        self.check = check
    }

    /// The rule's number without a platform.
    private var number: Substring { rule.id.prefix { $0 != "@" } }

    /// Every rule that text, and the sizes of files beside it, can break.
    package static let all: [AppleRule] =
        video + bitRates + audio + accessibility + subtitles + trickPlay + segmentation + mediaPlaylists
        + multivariantPlaylist + delivery + contentProtection + lowLatency + spatialVideo

    /// The general rules, with those that a platform amends in the place of theirs.
    static func rules(for platforms: [DevicePlatform]) -> [AppleRule] {
        let amendments = all.filter { $0.platform.map(platforms.contains) ?? false }
        let amended = Set(amendments.filter(\.replacesGeneral).map(\.number))
        return all.filter { $0.platform == nil && !amended.contains($0.number) } + amendments
    }

    /// Two rules have numbers of Apple's that clash with general ones of another meaning.
    private var replacesGeneral: Bool { !["A9.20@tv", "A8.25@ap2"].contains(rule.id) }
}

/// One place where a rule is broken, and how.
struct Problem {
    var path: String
    var position: SourcePosition
    var message: String
}
