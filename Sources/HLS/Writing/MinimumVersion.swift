/// Something in a playlist that asks for a version, and the version. §8.
struct VersionNeed {
    var version: UInt64
    var rule: Rule
    var reason: String
    /// The segment it was found at.
    var segment: Int?
}

extension MediaPlaylist {
    /// The lowest EXT-X-VERSION that what is used asks for. §8.
    public var minimumVersion: UInt64 { versionNeeds.reduce(countsOnRounding ? 6 : 1) { max($0, $1.version) } }

    /// Whether a segment exceeds the target duration and does not once it is rounded, which counts from version 6 on.
    private var countsOnRounding: Bool {
        guard let targetDuration, let whole = Int64(exactly: targetDuration), whole < .max / 10 - 1 else {
            return false
        }
        let (bound, rounded) = (ExactDecimal(whole), ExactDecimal(unchecked: whole * 10 + 5, 1))
        return segments.contains { segment in segment.duration.map { $0 > bound && $0 <= rounded } ?? false }
    }

    /// The first thing of each kind that asks for a version.
    var versionNeeds: [VersionNeed] {
        var needs = VersionNeeds()
        var (hasDecimal, hasRange) = (false, false)
        var last: SharedSection?
        for index in segments.indices {
            needs.add(segments[index].keys, segment: index)
            if let shared = segments[index].sharedSection, shared !== last {
                needs.add(shared.value, isIFramesOnly, segment: index)
                last = shared
            }
            if !hasDecimal, segments[index].duration?.isWrittenWithoutPoint == false {
                hasDecimal = true
                needs.add(3, .v04, "an EXTINF with a decimal point", segment: index)
            }
            if !hasRange, segments[index].byteRange != nil {
                hasRange = true
                needs.add(4, .v05, "EXT-X-BYTERANGE", segment: index)
            }
        }
        if let upcomingSegment {
            needs.add(upcomingSegment.keys, segment: nil)
            needs.add(upcomingSegment.initializationSection, isIFramesOnly, segment: nil)
        }
        if isIFramesOnly { needs.add(4, .v06, "EXT-X-I-FRAMES-ONLY") }
        needs.add(definitions)
        if let skip {
            needs.add(9, .v13, "EXT-X-SKIP")
            if skip.recentlyRemovedDateRanges != nil { needs.add(10, .v14, "RECENTLY-REMOVED-DATERANGES") }
        }
        return needs.found
    }
}

extension MultivariantPlaylist {
    /// The lowest EXT-X-VERSION that what is used asks for. §8.
    public var minimumVersion: UInt64 { versionNeeds.reduce(1) { max($0, $1.version) } }

    /// The first thing of each kind that asks for a version.
    var versionNeeds: [VersionNeed] {
        var needs = VersionNeeds()
        needs.add(definitions)
        for rendition in renditions {
            guard let id = rendition.instreamID else { continue }
            if rendition.kind == .closedCaptions {
                if id.hasPrefix("SERVICE") { needs.add(7, .v11, "INSTREAM-ID=\"\(id.shortened)\"") }
            } else {
                needs.add(13, .v17, "INSTREAM-ID of \(rendition.kind.rawValue)")
            }
        }
        let streams = variants.map(\.attributes) + iFrameVariants.map(\.attributes)
        if streams.contains(where: { !$0.requiredVideoLayout.isEmpty }) {
            needs.add(12, .v16, "REQ-VIDEO-LAYOUT")
        }
        return needs.found
    }
}

/// Each need once, so that a long playlist does not say the same of every segment.
private struct VersionNeeds {
    private(set) var found: [VersionNeed] = []
    private var ids: Set<String> = []
    private var seenKeys: [Key] = []

    mutating func add(_ version: UInt64, _ rule: Rule, _ reason: @autoclosure () -> String, segment: Int? = nil) {
        guard ids.insert(rule.id).inserted else { return }
        found.append(VersionNeed(version: version, rule: rule, reason: reason(), segment: segment))
    }

    mutating func add(_ keys: [Key], segment: Int?) {
        if keys == seenKeys { return }
        seenKeys = keys
        for key in keys {
            if key.initializationVector != nil { add(2, .v03, "IV of EXT-X-KEY", segment: segment) }
            if key.method == .sampleAES { add(5, .v07, "METHOD=SAMPLE-AES", segment: segment) }
            if key.keyFormat != nil || key.keyFormatVersions != nil { add(5, .v08, "KEYFORMAT", segment: segment) }
        }
    }

    mutating func add(_ section: InitializationSection?, _ isIFramesOnly: Bool, segment: Int?) {
        guard let section else { return }
        add(section.keys, segment: segment)
        if isIFramesOnly {
            add(5, .v09, "EXT-X-MAP with EXT-X-I-FRAMES-ONLY", segment: segment)
        } else {
            add(6, .v10, "EXT-X-MAP", segment: segment)
        }
    }

    mutating func add(_ definitions: [VariableDefinition]) {
        for definition in definitions {
            add(8, .v12, "EXT-X-DEFINE")
            if definition.source == .queryParameter { add(11, .v15, "QUERYPARAM of EXT-X-DEFINE") }
        }
    }
}
