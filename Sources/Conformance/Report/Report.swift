package import HLS

/// What a check found.
package struct Report: Sendable {
    /// A playlist that was looked at.
    package struct Entry: Sendable {
        package enum Kind: String, Sendable, Encodable { case multivariant, media, unreadable }

        package var path: String
        package var kind: Kind
        package var segments: Int?
        /// Why it could not be read, or not whole.
        package var reason: String?
    }

    /// Where a rule is broken, and how.
    package struct Place: Sendable, Equatable {
        package var path: String
        package var position: SourcePosition
        package var message: String
    }

    /// Every place where one rule is broken: how many there are, and the first of them.
    package struct Broken: Sendable {
        package var rule: Rule
        package var count = 0
        package var places: [Place] = []

        /// Kept of one rule.
        static let kept = 20
    }

    package var profile: Profile
    package var platforms: [DevicePlatform]
    package var playlists: [Entry] = []
    package var media = MediaCount()
    package var unchecked: [Unchecked] = []
    /// Playlists that could not be read, with the reason.
    package var unreadable: [String: String] = [:]
    /// Playlists of which a part was left out, with the first limit that was reached.
    package var partlyRead: [String: Finding] = [:]
    /// Whether there is more than is looked at.
    package var isCut = false
    private var byRule: [Rule: Broken] = [:]

    init(profile: Profile, platforms: [DevicePlatform]) {
        self.profile = profile
        self.platforms = platforms
    }

    /// The broken rules, worst first, then by id.
    package var broken: [Broken] {
        byRule.values.sorted { ($0.rule.level.severity, $0.rule.order) < ($1.rule.level.severity, $1.rule.order) }
    }

    /// What the check came to.
    package enum Outcome: Sendable {
        /// All was read, and no rule is broken that the profile makes a must.
        case passed
        /// Such a rule is broken.
        case broken
        /// Not all was read: a playlist not at all, or a part was left out and no such rule is broken in the rest.
        case unread
    }

    /// A playlist that cannot be read at all outweighs what is broken in others.
    package var outcome: Outcome {
        if !unreadable.isEmpty { return .unread }
        if isBroken { return .broken }
        return isAllRead ? .passed : .unread
    }

    /// Whether all was read, and no rule is broken that the profile makes a must.
    package var passes: Bool { outcome == .passed }

    /// Whether a rule is broken that the profile makes a must.
    var isBroken: Bool { byRule.keys.contains(where: \.level.isMust) }

    /// Whether nothing was left out.
    var isAllRead: Bool { unreadable.isEmpty && partlyRead.isEmpty && !isCut }

    mutating func add(_ finding: Finding, in path: String) {
        byRule[finding.rule, default: Broken(rule: finding.rule)].add(
            Place(path: path, position: finding.position, message: finding.message))
    }

    /// Findings that were counted only.
    mutating func add(_ count: Int, of rule: Rule) {
        byRule[rule, default: Broken(rule: rule)].count += count
    }
}

extension Report.Broken {
    fileprivate mutating func add(_ place: Report.Place) {
        count += 1
        if places.count < Self.kept { places.append(place) }
    }
}

/// The media that playlists name: how many resources lie beside them, and how many do not.
package struct MediaCount: Sendable, Equatable {
    package var present = 0
    package var absent = 0
    /// Of those that are absent, playlists.
    package var absentPlaylists = 0
    /// On a server.
    package var elsewhere = 0
    /// Above the folder, or behind a link that leads out of it: not looked at.
    package var outside = 0
    /// The first that is absent, as a path from the folder.
    package var example: String?

    /// Counts; none unless given.
    package init(
        present: Int = 0, absent: Int = 0, absentPlaylists: Int = 0, elsewhere: Int = 0, outside: Int = 0,
        example: String? = nil
    ) {
        self.present = present
        self.absent = absent
        self.absentPlaylists = absentPlaylists
        self.elsewhere = elsewhere
        self.outside = outside
        self.example = example
    }
}

extension Rule.Level {
    /// From the worst, 0.
    package var severity: Int {
        switch self {
        case .must: 0
        case .appleMust: 1
        case .should: 2
        case .appleShould: 3
        case .may: 4
        case .info: 5
        }
    }

    /// Whether breaking it fails a check.
    package var isMust: Bool { self == .must || self == .appleMust }
}

extension Rule {
    /// By the letters of the id and then by its numbers: `A1.3a` before `A1.20`.
    var order: [String] {
        var parts: [String] = []
        var wasDigit: Bool?
        for character in id {
            if wasDigit == character.isNumber {
                parts[parts.count - 1].append(character)
            } else {
                parts.append("\(character)")
            }
            wasDigit = character.isNumber
        }
        return parts.map { $0.first?.isNumber == true ? String(repeating: "0", count: max(0, 6 - $0.count)) + $0 : $0 }
    }
}

func < (left: (Int, [String]), right: (Int, [String])) -> Bool {
    left.0 == right.0 ? left.1.lexicographicallyPrecedes(right.1) : left.0 < right.0
}
