import HLS

/// Rules that were not looked at, and why.
package struct Unchecked: Sendable, Equatable {
    package var reason: String
    package var rules: [String]

    /// What text, and the sizes of files, do not tell: by what a full check would need.
    static func rules(
        of profile: Profile, _ platforms: [DevicePlatform], needsAddress: Set<Rule>, incomplete: Set<Rule>,
        unread: Set<Rule>
    ) -> [Unchecked] {
        var byNeed: [Rule.Need: [Rule]] = [:]
        for rule in Rule.unchecked + (profile == .apple ? AppleRule.unchecked(for: platforms) : [])
        where rule.id != "S07" {
            if let need = Rule.Need.allCases.last(where: rule.needs.contains) { byNeed[need, default: []].append(rule) }
        }
        var result = Rule.Need.allCases.compactMap { need in
            byNeed[need].map { Unchecked("need \(need.rawValue)", $0) }
        }
        if !needsAddress.isEmpty { result.append(Unchecked("need the playlist's address", Array(needsAddress))) }
        if !incomplete.isEmpty { result.append(Unchecked("in part only, for want of playlists", Array(incomplete))) }
        if !unread.isEmpty { result.append(Unchecked("not on a playlist that was read in part", Array(unread))) }
        return result
    }

    init(_ reason: String, _ rules: [Rule]) {
        self.reason = reason
        self.rules = rules.sorted { $0.order.lexicographicallyPrecedes($1.order) }.map(\.id)
    }
}
