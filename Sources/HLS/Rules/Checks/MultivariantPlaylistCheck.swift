/// The rules that bind the tags of one multivariant playlist to each other.
struct MultivariantPlaylistCheck {
    let playlist: MultivariantPlaylist
    let declaredVersion: UInt64?
    let locations: SourceLocations
    let log: FindingLog
    /// Whether the text was read to its end: else nothing is missing, since it may come there.
    let isWhole: Bool
    /// An attribute of REQ- has taken its tag with it, so the playlist that was read does not show what it needs.
    var hasUnknownRequirement = false

    func run() {
        for (index, rendition) in playlist.renditions.enumerated() {
            check(rendition, at: locations.renditions[safely: index])
        }
        checkGroups()
        let variants = playlist.variants.enumerated().map { ($1.attributes, locations.variants[safely: $0]) }
        let iFrames = playlist.iFrameVariants.enumerated().map { ($1.attributes, locations.iFrameVariants[safely: $0]) }
        for (attributes, position) in variants + iFrames { check(attributes, at: position) }
        checkVariants()
        checkStableIDs()
        checkSession()
        checkSteering()
        checkVersion(
            playlist.versionNeeds, minimum: max(playlist.minimumVersion, hasUnknownRequirement ? 12 : 1),
            declared: declaredVersion, isWhole: isWhole, locations, log)
    }
}

extension Array where Element == SourcePosition {
    /// No place for a playlist that was not read.
    subscript(safely index: Int) -> SourcePosition { index < count ? self[index] : .none }
}

// MARK: Renditions

extension MultivariantPlaylistCheck {
    private func check(_ rendition: Rendition, at position: SourcePosition) {
        let name = rendition.name.shortened
        switch rendition.kind {
        case .closedCaptions:
            if rendition.uri != nil { log.report(.p06, at: position, "the captions '\(name)' have a URI") }
            if !isCaptionChannel(rendition.instreamID) {
                log.report(
                    .p07, at: position,
                    "INSTREAM-ID of the captions '\(name)' is not CC1 to CC4 or SERVICE1 to SERVICE63")
            }
        case .subtitles:
            if rendition.uri == nil { log.report(.p06, at: position, "the subtitles '\(name)' have no URI") }
        case .audio:
            if rendition.channels == nil { log.report(.p12, at: position, "the audio '\(name)' has no CHANNELS") }
        case .video: break
        }
        if rendition.kind != .closedCaptions, let id = rendition.instreamID,
            !id.utf8.allSatisfy({ $0.isASCIILetter || $0.decimalDigit != nil || $0 == UInt8(ascii: ".") })
        {
            log.report(
                .p08, at: position, "INSTREAM-ID '\(id.shortened)' has other characters than letters, digits and '.'")
        }
        checkKind(rendition, name, at: position)
        if rendition.isDefault == true, rendition.isAutoselect == false {
            log.report(.p10, at: position, "'\(name)' has DEFAULT=YES and AUTOSELECT=NO")
        }
        if let channels = rendition.channels, let problem = problem(ofChannels: channels) {
            log.report(.p11, at: position, "CHANNELS '\(channels.shortened)': \(problem)")
        }
        for language in [rendition.language, rendition.associatedLanguage].compactMap({ $0 }) {
            check(language: language, at: position)
        }
    }

    private func isCaptionChannel(_ id: String?) -> Bool {
        guard let id else { return false }
        if ["CC1", "CC2", "CC3", "CC4"].contains(id) { return true }
        guard id.hasPrefix("SERVICE"), !id.hasPrefix("SERVICE0"), let number = UInt8(id.dropFirst(7)) else {
            return false
        }
        return (1...63).contains(number)
    }

    private func checkKind(_ rendition: Rendition, _ name: String, at position: SourcePosition) {
        if rendition.isForced != nil, rendition.kind != .subtitles {
            log.report(.p09, at: position, "FORCED on '\(name)', which is \(rendition.kind.rawValue)")
        }
        guard rendition.kind != .audio else { return }
        let audioOnly = [
            rendition.channels.map { _ in "CHANNELS" }, rendition.bitDepth.map { _ in "BIT-DEPTH" },
            rendition.sampleRate.map { _ in "SAMPLE-RATE" },
        ]
        for attribute in audioOnly.compactMap({ $0 }) {
            log.report(.p09, at: position, "\(attribute) on '\(name)', which is \(rendition.kind.rawValue)")
        }
    }

    /// `count[/coding[,coding…][/use[,use…]]]`; `nil` when nothing is wrong.
    private func problem(ofChannels text: String) -> String? {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        let count = Array((parts.first ?? "").utf8)
        guard let number = decimalInteger(count.span), number > 0 else { return "it does not begin with a count" }
        guard parts.count <= 3 else { return "it has more than three parts" }
        for part in parts.dropFirst() {
            if parts.count == 3, parts[1].isEmpty { return "a use without a coding" }
            let isSound = part.utf8.allSatisfy {
                ($0.isASCIILetter && $0 & 0x20 == 0) || $0.decimalDigit != nil || $0 == UInt8(ascii: "-")
                    || $0 == UInt8(ascii: ",")
            }
            if part.isEmpty || !isSound { return "'\(part)' is not made of A-Z, 0-9 and '-'" }
        }
        return nil
    }

    /// Well-formed by RFC 5646 §2.1 as far as subtags of 1 to 8 letters and digits, the first of letters.
    private func check(language: String, at position: SourcePosition) {
        let parts = language.split(separator: "-", omittingEmptySubsequences: false)
        let isSound =
            parts.allSatisfy { part in
                (1...8).contains(part.utf8.count)
                    && part.utf8.allSatisfy { $0.isASCIILetter || $0.decimalDigit != nil }
            }
            && parts.first?.utf8.allSatisfy(\.isASCIILetter) == true
            && (parts.first!.utf8.count > 1 || ["x", "i", "X", "I"].contains(String(parts.first!)) && parts.count > 1)
        if !isSound {
            log.report(.p17, at: position, "'\(language.shortened)' is no language tag")
        } else if let short = LanguageCodes.shorter(String(parts[0])) {
            log.report(.p48, at: position, "'\(language.shortened)' is written with '\(short)'")
        }
    }

    private func checkGroups() {
        var groups: [GroupID: [Int]] = [:]
        var order: [GroupID] = []
        for (index, rendition) in playlist.renditions.enumerated() {
            let id = GroupID(kind: rendition.kind, name: rendition.groupID)
            if groups[id] == nil { order.append(id) }
            groups[id, default: []].append(index)
        }
        for id in order { check(groups[id] ?? [], of: id) }
        guard isWhole else { return }
        for kind in Rendition.Kind.allCases {
            let same = order.filter { $0.kind == kind }
            guard let first = same.first else { continue }
            let expected = comparable(groups[first] ?? [])
            for other in same.dropFirst() {
                let members = groups[other] ?? []
                let own = comparable(members)
                guard own != expected else { continue }
                log.report(
                    .p16, at: locations.renditions[safely: members.first ?? 0],
                    difference(of: own, in: other.name.shortened, from: expected, in: first.name.shortened))
            }
        }
    }

    /// Groups are told apart byte for byte, where strings that Unicode holds for the same are equal.
    private struct GroupID: Hashable {
        var kind: Rendition.Kind
        var name: String

        static func == (left: GroupID, right: GroupID) -> Bool {
            left.kind == right.kind && left.name.utf8.elementsEqual(right.name.utf8)
        }
    }

    private func check(_ members: [Int], of group: GroupID) {
        var names: Set<String> = []
        var selections: Set<[String]> = []
        var hasDefault = false
        for index in members {
            let rendition = playlist.renditions[index]
            let position = locations.renditions[safely: index]
            if !rendition.name.isEmpty, !names.insert(rendition.name).inserted {
                log.report(
                    .p13, at: position, "'\(rendition.name.shortened)' again in the group '\(group.name.shortened)'")
            }
            if rendition.isDefault == true {
                if hasDefault {
                    log.report(.p14, at: position, "another DEFAULT=YES in the group '\(group.name.shortened)'")
                }
                hasDefault = true
            }
            let selection = [
                rendition.language?.lowercased() ?? "", rendition.associatedLanguage?.lowercased() ?? "",
                "\(rendition.isForced ?? false)", rendition.characteristics.sorted().joined(separator: ","),
            ]
            if rendition.isAutoselect == true, !selections.insert(selection).inserted {
                log.report(
                    .p15, at: position, "'\(rendition.name.shortened)' is selected by what another is selected by")
            }
        }
    }

    /// What has to be the same of a member in every group, by the attributes' names: language tags in any case, the
    /// answers that an absent attribute stands for, and a list in any order.
    private struct ComparedMember: Hashable {
        var name: String
        var attributes: [String: String]

        init(_ rendition: Rendition) {
            name = rendition.name
            attributes = [
                "LANGUAGE": rendition.language?.lowercased() ?? "",
                "ASSOC-LANGUAGE": rendition.associatedLanguage?.lowercased() ?? "",
                "DEFAULT": rendition.isDefault == true ? "YES" : "NO",
                "AUTOSELECT": rendition.isAutoselect == true ? "YES" : "NO",
                "FORCED": rendition.isForced == true ? "YES" : "NO",
                "CHARACTERISTICS": Set(rendition.characteristics).sorted().joined(separator: ","),
            ]
        }
    }

    private func comparable(_ members: [Int]) -> Set<ComparedMember> {
        Set(members.map { ComparedMember(playlist.renditions[$0]) })
    }

    /// How the members of one group differ from those of another.
    private func difference(
        of own: Set<ComparedMember>, in group: String, from expected: Set<ComparedMember>, in other: String
    ) -> String {
        let (added, missing) = (own.subtracting(expected), expected.subtracting(own))
        let byName = Dictionary(missing.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        if let member = added.filter({ byName[$0.name] != nil }).min(by: { $0.name < $1.name }) {
            let names = member.attributes.filter { byName[member.name]?.attributes[$0.key] != $0.value }.keys.sorted()
            return "'\(member.name.shortened)' in the group '\(group)' differs from that in '\(other)' in "
                + names.joined(separator: ", ")
        }
        if let name = added.map(\.name).min() {
            return "'\(name.shortened)' is in the group '\(group)' and not in '\(other)'"
        }
        return "'\((missing.map(\.name).min() ?? "").shortened)' is in the group '\(other)' and not in '\(group)'"
    }
}

// MARK: Variants

extension MultivariantPlaylistCheck {
    private func check(_ stream: StreamAttributes, at position: SourcePosition) {
        if let average = stream.averageBandwidth, average > stream.bandwidth {
            log.report(.b07, at: position, "AVERAGE-BANDWIDTH \(average) is above BANDWIDTH \(stream.bandwidth)")
        }
        if let score = stream.score, score <= .zero { log.report(.p29, at: position, "SCORE \(score) is not positive") }
        for codec in stream.codecs where !isCodec(codec) {
            log.report(.p18, at: position, "CODECS has '\(codec.shortened)', which is no name of RFC 6381")
        }
        for entry in stream.supplementalCodecs {
            let parts = entry.split(separator: "/", omittingEmptySubsequences: false)
            if parts.contains(where: \.isEmpty) || !isCodec(String(parts[0])) {
                log.report(.p21, at: position, "SUPPLEMENTAL-CODECS has '\(entry.shortened)'")
            } else if !stream.codecs.isEmpty, !hasBaseLayer(parts[0], stream.codecs) {
                log.report(.p21, at: position, "the base layer of '\(entry.shortened)' is not in CODECS")
            }
        }
        for entry in stream.allowedContentProtection {
            check(allowedContentProtection: entry, at: position)
        }
        checkLayout(stream.requiredVideoLayout, at: position)
        for (name, id) in [("STABLE-VARIANT-ID", stream.stableVariantID)] where id.map(isStableID) == false {
            log.report(.p33, at: position, "\(name) '\((id ?? "").shortened)' has other characters")
        }
    }

    /// `keyformat:label/label…`; the key format may have colons of its own.
    private func check(allowedContentProtection entry: String, at position: SourcePosition) {
        guard let colon = entry.lastIndex(of: ":"), colon != entry.startIndex else {
            return log.report(.p28, at: position, "ALLOWED-CPC has '\(entry.shortened)', without a colon and labels")
        }
        let labels = entry[entry.index(after: colon)...].split(separator: "/", omittingEmptySubsequences: false)
        if labels.contains(where: \.isEmpty) {
            log.report(.p28, at: position, "ALLOWED-CPC has '\(entry.shortened)', with an empty label")
        } else if let label = labels.first(where: { !isMadeOfUpperCase($0) }) {
            log.report(.p47, at: position, "ALLOWED-CPC has the label '\(String(label).shortened)'")
        }
    }

    private func isMadeOfUpperCase(_ text: Substring) -> Bool {
        text.utf8.allSatisfy { $0.isASCIILetter && $0 & 0x20 == 0 || $0.decimalDigit != nil || $0 == UInt8(ascii: "-") }
    }

    /// A name of the ISO space of RFC 6381: a code of four characters, and what it says of itself after a point.
    private func isCodec(_ text: String) -> Bool {
        let base = text.prefix { $0 != "." }
        let isToken = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !"()<>@,;:\\\"/[]?=".utf8.contains($0) }
        let lower = base.lowercased()
        return base.utf8.count == 4 && isToken && (lower == base || !Self.lowerCaseCodecs.contains(lower))
    }

    /// Codes that are often, and wrongly, written in upper case.
    private static let lowerCaseCodecs: Set<String> = [
        "avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "av01", "vp09", "mp4a", "ac-3", "ec-3", "stpp", "wvtt",
    ]

    /// Whether CODECS has what an enhancement layer enhances, as far as its code says what that is.
    private func hasBaseLayer(_ codec: Substring, _ codecs: [String]) -> Bool {
        let bases: [Substring]
        switch codec.prefix(4) {
        case "dvh1", "dvhe": bases = ["hvc1", "hev1"]
        case "dva1", "dvav": bases = ["avc1", "avc3"]
        case "dav1": bases = ["av01"]
        default: return true
        }
        return codecs.contains { bases.contains($0.prefix(4)) }
    }

    private func checkLayout(_ entries: [String], at position: SourcePosition) {
        for entry in entries {
            let specifiers = entry.split(separator: "/", omittingEmptySubsequences: false)
            let kinds = specifiers.map { $0.prefix { $0 != "-" } }
            if Set(kinds).count < kinds.count || specifiers.contains(where: \.isEmpty) {
                log.report(.p31, at: position, "REQ-VIDEO-LAYOUT has '\(entry.shortened)'")
            }
        }
        let plain: Set<String> = ["CH-MONO", "PROJ-RECT", "CH-MONO/PROJ-RECT", "PROJ-RECT/CH-MONO"]
        if !entries.isEmpty, entries.allSatisfy(plain.contains) {
            log.report(.p32, at: position, "REQ-VIDEO-LAYOUT says no more than plain monoscopic video")
        }
    }

    private func checkVariants() {
        let groups = Set(playlist.renditions.map { GroupID(kind: $0.kind, name: $0.groupID) })
        let hasNoCaptions = playlist.variants.contains { $0.closedCaptions == VariantStream.ClosedCaptions.none }
        let scores = playlist.variants.filter { $0.score != nil }.count
        for (index, variant) in playlist.variants.enumerated() {
            let position = locations.variants[safely: index]
            if variant.codecs.isEmpty { log.report(.p18, at: position, "there is no CODECS") }
            var named: [(Rendition.Kind, String?)] = [
                (.audio, variant.audioGroup), (.video, variant.videoGroup), (.subtitles, variant.subtitlesGroup),
            ]
            if case .group(let id)? = variant.closedCaptions { named.append((.closedCaptions, id)) }
            check(named, groups, at: position)
            if hasNoCaptions, variant.closedCaptions != VariantStream.ClosedCaptions.none {
                log.report(.p23, at: position, "CLOSED-CAPTIONS is NONE on another variant and not here")
            }
            if scores > 0, variant.score == nil { log.report(.p30, at: position, "other variants have SCORE") }
            checkPicture(variant, at: position)
        }
        for (index, variant) in playlist.iFrameVariants.enumerated() {
            check([(.video, variant.videoGroup)], groups, at: locations.iFrameVariants[safely: index])
        }
    }

    private func check(_ named: [(Rendition.Kind, String?)], _ groups: Set<GroupID>, at position: SourcePosition) {
        for case (let kind, let name?) in named where isWhole && !groups.contains(GroupID(kind: kind, name: name)) {
            log.report(.p22, at: position, "there is no group '\(name.shortened)' of TYPE \(kind.rawValue)")
        }
    }

    private func checkPicture(_ variant: VariantStream, at position: SourcePosition) {
        if let rate = variant.frameRate, rate.fractionDigits > 3 {
            log.report(.p25, at: position, "FRAME-RATE \(rate) has more than three decimals")
        }
        guard variant.codecs.contains(where: \.isVideoCodec) else { return }
        if variant.resolution == nil { log.report(.p24, at: position, "video without RESOLUTION") }
        if variant.frameRate == nil { log.report(.p25, at: position, "video without FRAME-RATE") }
    }
}

extension String {
    /// Whether it is the RFC 6381 name of a video codec.
    var isVideoCodec: Bool {
        let base = prefix { $0 != "." }
        return ["avc1", "avc3", "hvc1", "hev1", "dvh1", "dvhe", "dvav", "dva1", "av01", "dav1", "vp08", "vp09", "mjpg"]
            .contains(String(base))
    }
}

// MARK: Ids, session, steering

extension MultivariantPlaylistCheck {
    private func isStableID(_ id: String) -> Bool {
        id.utf8.allSatisfy { $0.isASCIILetter || $0.decimalDigit != nil || "+/=.-_".utf8.contains($0) }
    }

    private func checkStableIDs() {
        var byURI: [String: String?] = [:]
        for (index, rendition) in playlist.renditions.enumerated() {
            let position = locations.renditions[safely: index]
            if let id = rendition.stableRenditionID, !isStableID(id) {
                log.report(.p33, at: position, "STABLE-RENDITION-ID '\(id.shortened)' has other characters")
            }
            checkSameID(rendition.uri, rendition.stableRenditionID, &byURI, at: position)
        }
        byURI = [:]
        for (index, variant) in playlist.variants.enumerated() {
            checkSameID(variant.uri, variant.stableVariantID, &byURI, at: locations.variants[safely: index])
        }
    }

    private func checkSameID(
        _ uri: String?, _ id: String?, _ byURI: inout [String: String?], at position: SourcePosition
    ) {
        guard let uri else { return }
        if let other = byURI[uri], other != id {
            log.report(.p34, at: position, "'\(uri.shortened)' has two stable ids")
        }
        byURI[uri] = id
    }

    private func checkSession() {
        var names: Set<[String?]> = []
        for (index, data) in playlist.sessionData.enumerated() {
            let position = locations.sessionData[safely: index]
            if !names.insert([data.dataID, data.language?.lowercased()]).inserted {
                log.report(.p37, at: position, "'\(data.dataID.shortened)' again in one language")
            }
            if let language = data.language { check(language: language, at: position) }
        }
        var keys: Set<SessionKey> = []
        for (index, key) in playlist.sessionKeys.enumerated() where !keys.insert(SessionKey(key)).inserted {
            log.report(.k15, at: locations.sessionKeys[safely: index], "the same EXT-X-SESSION-KEY again")
        }
        for definition in playlist.definitions where definition.source == .multivariantPlaylist {
            log.report(
                .d05, at: locations.tags[.define] ?? SourcePosition(line: 1), "IMPORT of '\(definition.name.shortened)'"
            )
        }
    }

    /// What no two EXT-X-SESSION-KEY tags have alike, with what an absent attribute stands for. §4.4.6.5.
    private struct SessionKey: Hashable {
        var method: Key.Method
        var uri: String?
        var vector: HexSequence?
        var format: String
        var versions: String

        init(_ key: Key) {
            method = key.method
            uri = key.uri
            vector = key.initializationVector.map { $0.uint128.map { HexSequence($0) } ?? $0 }
            format = key.effectiveKeyFormat
            versions = key.keyFormatVersions ?? "1"
        }
    }

    private func checkSteering() {
        guard isWhole else { return }
        let pathways = Set(playlist.variants.map { $0.pathwayID ?? "." })
        // Without PATHWAY-ID a client is free to begin on any pathway.
        if let pathway = playlist.contentSteering?.pathwayID, !pathways.contains(pathway) {
            log.report(
                .p35, at: locations.tags[.contentSteering] ?? .none,
                "no variant is on the pathway '\(pathway.shortened)'")
        }
        guard pathways.count > 1 else { return }
        let kinds = Dictionary(grouping: playlist.variants) { $0.pathwayID ?? "." }.mapValues { variants in
            [
                variants.contains { $0.audioGroup != nil }, variants.contains { $0.videoGroup != nil },
                variants.contains { $0.subtitlesGroup != nil },
            ]
        }
        if Set(kinds.values).count > 1 {
            log.report(
                .p36, at: locations.variants[safely: 0],
                "the pathways \(pathways.sorted().joined(separator: ", ")) differ in groups")
        }
    }
}
