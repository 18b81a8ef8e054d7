/// Keys: what the multivariant playlist announces against what media playlists use, and keys that variants share.
/// §4.4.6.2, §4.4.6.5.
struct KeyAgreementCheck {
    let presentation: ReadPresentation
    let names: ResourceNames
    let log: PresentationLog

    func run() {
        let used = presentation.members.map { member in (member, keys(of: member)) }
        checkAnnounced(used)
        checkShared(used)
        checkProtectionLevels(Dictionary(used.map { ($0.index, $1) }) { first, _ in first })
    }

    /// What tells two keys apart.
    private struct KeyName: Hashable {
        var resource: String
        var format: String
    }

    /// The keys that apply to any segment.
    private func keys(of member: ReadMember) -> [KeyName: Key] {
        var keys: [KeyName: Key] = [:]
        var last: [Key] = []
        let segments = member.playlist.segments
        for index in segments.indices where segments[index].keys != last {
            last = segments[index].keys
            for key in last {
                guard let uri = key.uri else { continue }
                let name = KeyName(
                    resource: resource(uri, in: names.locations[member.index]), format: key.effectiveKeyFormat)
                if keys[name] == nil { keys[name] = key }
            }
        }
        return keys
    }

    /// One spelling of a key's URI. Only of the schemes whose rules are known are two spellings one.
    private func resource(_ uri: String, in base: String?) -> String {
        if let scheme = URIReference(uri).scheme?.lowercased(), scheme != "http", scheme != "https" { return uri }
        return ResourceName(uri, in: base).uri.description
    }

    /// A key is right when any announcement of its URI fits it.
    private func checkAnnounced(_ used: [(ReadMember, [KeyName: Key])]) {
        let announced = announcements
        guard !announced.isEmpty else { return }
        var reported: Set<Int> = []
        for (member, keys) in used {
            for (name, key) in keys {
                guard let places = announced[name.resource], let first = places.first,
                    !places.contains(where: { presentation.multivariant.sessionKeys[$0].announces(key) }),
                    reported.insert(first).inserted
                else { continue }
                log.report(
                    .k16, in: nil, at: presentation.locations.sessionKeys[safely: first],
                    "METHOD, KEYFORMAT or KEYFORMATVERSIONS differ from those of the same key in "
                        + "'\(member.uri.shortened)'")
            }
        }
    }

    /// The places of EXT-X-SESSION-KEY tags by their resources.
    private var announcements: [String: [Int]] {
        var places: [String: [Int]] = [:]
        for (index, key) in presentation.multivariant.sessionKeys.enumerated() {
            if let uri = key.uri { places[resource(uri, in: names.base), default: []].append(index) }
        }
        return places
    }

    private func checkShared(_ used: [(ReadMember, [KeyName: Key])]) {
        let announced = announcements
        var owners: [KeyName: Int] = [:]
        var shared: [KeyName: String] = [:]
        for (member, keys) in used {
            for (name, key) in keys where announced[name.resource] == nil {
                if let owner = owners[name], owner != member.index {
                    shared[name] = key.uri ?? ""
                } else {
                    owners[name] = member.index
                }
            }
        }
        guard let first = shared.values.min() else { return }
        log.report(
            .k17, in: nil, at: SourcePosition(line: 1),
            "\(shared.count == 1 ? "the key" : "\(shared.count) keys, one of them") '\(first.shortened)', which several "
                + "playlists use, without EXT-X-SESSION-KEY")
    }

    private func checkProtectionLevels(_ used: [Int: [KeyName: Key]]) {
        var levels: [KeyName: HDCPLevel] = [:]
        for (index, variant) in presentation.multivariant.variants.enumerated() {
            guard let level = variant.hdcpLevel, let member = presentation.member(.variant(index)) else { continue }
            let keys = used[member.index] ?? [:]
            let shared = keys.filter { levels[$0.key].map { $0 != level } ?? false }.compactMap(\.value.uri).min()
            if let shared {
                log.report(
                    .k18, in: nil, at: presentation.locations.variants[safely: index],
                    "the key '\(shared.shortened)' is that of a variant of another HDCP-LEVEL")
            }
            for name in keys.keys where levels[name] == nil { levels[name] = level }
        }
    }
}

extension Key {
    /// Whether an EXT-X-SESSION-KEY says of a key of the same URI what it is. An absent KEYFORMATVERSIONS is `1`.
    fileprivate func announces(_ key: Key) -> Bool {
        method == key.method && effectiveKeyFormat == key.effectiveKeyFormat
            && (keyFormatVersions ?? "1") == (key.keyFormatVersions ?? "1")
    }
}
