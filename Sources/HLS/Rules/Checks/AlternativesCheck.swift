/// The rules of variants and the renditions of their groups that the multivariant playlist shows by itself.
struct AlternativesCheck {
    let playlist: MultivariantPlaylist
    let locations: SourceLocations
    let log: FindingLog
    /// Whether the text was read to its end.
    let isWhole: Bool

    func run() {
        guard !playlist.renditions.isEmpty else { return }
        checkAudioCodecs()
        checkResolutions()
        checkIFrameRenditions()
    }

    /// A variant with an audio group has audio, whose format is in CODECS. Only where every entry is known not to be of
    /// audio is it sure to be missing.
    private func checkAudioCodecs() {
        let groups = Set(playlist.renditions.lazy.filter { $0.kind == .audio }.map(\.groupID))
        for (index, variant) in playlist.variants.enumerated() {
            guard let group = variant.audioGroup, groups.contains(group), !variant.codecs.isEmpty,
                variant.codecs.allSatisfy({ $0.isVideoCodec || $0.isSubtitleCodec })
            else { continue }
            log.report(
                .p19, at: locations.variants[safely: index],
                "CODECS has no audio format, and there is the audio group '\(group.shortened)'")
        }
    }

    /// Two variants of different RESOLUTION cannot have one alternative video between them.
    private func checkResolutions() {
        let files = Dictionary(grouping: playlist.renditions.lazy.filter { $0.kind == .video && $0.uri != nil }) {
            $0.groupID
        }
        var groups: [String: Resolution] = [:]
        var resolutions: [String: Resolution] = [:]
        for (index, variant) in playlist.variants.enumerated() {
            guard let resolution = variant.resolution, let group = variant.videoGroup, let members = files[group] else {
                continue
            }
            let isKnown = groups[group] != nil
            let clash =
                isKnown
                ? groups[group] != resolution
                : members.contains { resolutions[$0.uri ?? "", default: resolution] != resolution }
            if clash {
                log.report(
                    .p40, at: locations.variants[safely: index],
                    "the group '\(group.shortened)' has video of another variant's RESOLUTION, not \(resolution)")
            }
            guard !isKnown else { continue }
            groups[group] = resolution
            for member in members { resolutions[member.uri ?? "", default: resolution] = resolution }
        }
    }

    /// Where there are alternative video and I-frame variants, there is alternative video of I-frames too.
    private func checkIFrameRenditions() {
        guard isWhole, !playlist.iFrameVariants.isEmpty else { return }
        let regular = Set(playlist.variants.lazy.compactMap(\.videoGroup))
        let iFrames = Set(playlist.iFrameVariants.lazy.compactMap(\.videoGroup))
        var offered: Set<[String?]> = []
        for rendition in playlist.renditions where rendition.kind == .video && iFrames.contains(rendition.groupID) {
            offered.insert([rendition.name, rendition.language])
        }
        for (index, rendition) in playlist.renditions.enumerated()
        where rendition.kind == .video && regular.contains(rendition.groupID)
            && !offered.contains([rendition.name, rendition.language])
        {
            log.report(
                .p41, at: locations.renditions[safely: index],
                "no I-frame variant has a rendition '\(rendition.name.shortened)'")
        }
    }
}

extension String {
    /// Whether it is the RFC 6381 name of a subtitle format.
    fileprivate var isSubtitleCodec: Bool { ["stpp", "wvtt"].contains(String(prefix { $0 != "." })) }
}
