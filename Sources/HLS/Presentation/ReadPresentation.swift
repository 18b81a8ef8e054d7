/// The part of a presentation that is at hand.
struct ReadPresentation {
    var multivariant: MultivariantPlaylist
    var locations: SourceLocations
    var members: [ReadMember]
    /// The places of ``members`` by the tags that name them.
    private var places: [PresentationPlaylists.Role: Int] = [:]
    /// The smallest target duration of any member, in seconds; 0 where none has one.
    var smallestTarget: Double

    init(multivariant: MultivariantPlaylist, locations: SourceLocations, members: [ReadMember]) {
        self.multivariant = multivariant
        self.locations = locations
        self.members = members
        for (place, member) in members.enumerated() {
            for role in member.roles { places[role] = place }
        }
        smallestTarget = members.lazy.filter { $0.playlist.targetDuration != nil }.map(\.target).min() ?? 0
    }

    /// The member that a tag names, where it is at hand.
    func member(_ role: PresentationPlaylists.Role) -> ReadMember? { places[role].map { members[$0] } }

    /// The kinds of rendition that name a playlist; a variant's own is `nil`.
    func kinds(of member: ReadMember) -> Set<Rendition.Kind?> {
        Set(
            member.roles.map { role in
                switch role {
                case .variant, .iFrameVariant: nil
                case .rendition(let index): multivariant.renditions[index].kind
                }
            })
    }

    /// Whether it is named as subtitles and as nothing else.
    func isSubtitles(_ member: ReadMember) -> Bool { kinds(of: member) == [.subtitles] }
}

extension Sequence where Element: Hashable {
    /// The element there are most of, the earliest of several.
    var mostCommon: Element? {
        var counts: [Element: Int] = [:]
        for element in self { counts[element, default: 0] += 1 }
        let most = counts.values.max()
        return first { counts[$0] == most }
    }
}
