/// A resource by its URI, for telling whether two references lead to one.
struct ResourceName: Hashable {
    /// The URI in the one spelling it is compared in.
    let uri: URIReference

    /// Deep enough that `../a` and `a` are two.
    static let placeholder = "reference:/" + String(repeating: "-/", count: 32)

    init(_ reference: String, in base: String?) {
        let base = URIReference(base ?? Self.placeholder)
        uri = URIReference(reference).resolved(against: base).normalizedForComparison
    }

    private init(_ uri: URIReference) { self.uri = uri }

    /// Without its query, which may hold no more than a token.
    var withoutQuery: ResourceName {
        var copy = uri
        copy.query = nil
        return ResourceName(copy)
    }
}

/// Where the playlists of a presentation are.
struct ResourceNames {
    /// The multivariant playlist's URI, or what stands for it.
    let base: String
    /// Each member's own URI: where it was loaded from where that is known, else the reference to it, resolved.
    let locations: [String]
    /// The group of each member: members whose URIs differ in the query only are one, since a query may be a token.
    let groups: [Int]
    /// The members of each group.
    let members: [Int: [Int]]
    private let groupByName: [ResourceName: Int]

    init(_ presentation: PresentationPlaylists) {
        base = presentation.uri ?? ResourceName.placeholder
        var (locations, groups): ([String], [Int]) = ([], [])
        var (members, groupByName): ([Int: [Int]], [ResourceName: Int]) = ([:], [:])
        for (place, member) in presentation.members.enumerated() {
            let location = URIReference(member.location ?? member.uri).resolved(against: URIReference(base)).description
            let names = [member.uri, location].map { ResourceName($0, in: presentation.uri).withoutQuery }
            let group = names.lazy.compactMap { groupByName[$0] }.first ?? place
            for name in names where groupByName[name] == nil { groupByName[name] = group }
            locations.append(location)
            groups.append(group)
            members[group, default: []].append(place)
        }
        (self.locations, self.groups, self.members, self.groupByName) = (locations, groups, members, groupByName)
    }

    /// The group that a reference in a member's text means, whatever its query.
    func group(of reference: String, in member: ReadMember) -> Int? {
        groupByName[ResourceName(reference, in: locations[member.index]).withoutQuery]
    }
}
