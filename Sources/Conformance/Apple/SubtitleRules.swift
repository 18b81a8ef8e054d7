import HLS

/// Chapter 5: subtitles.
extension AppleRule {
    static let subtitles: [AppleRule] = [
        webVTTOnly, subtitlesCover, subtitlesTarget, subtitlesCodec, forcedIsAutoselect,
    ]

    private static let webVTTOnly = AppleRule(
        "5.2", .appleMust, on: .airplay2, needs: [.text, .segments], "Subtitles are WebVTT",
        why: "These televisions show no IMSC.",
        mend: "Offer the subtitles as WebVTT."
    ) { subject in
        subject.variants.compactMap { stream in
            stream.codecs.first { $0.family == .imsc }.map { subject.problem(stream, "CODECS has '\($0.text)'") }
        }
    }

    private static let subtitlesCover = AppleRule(
        "5.5", .appleMust, needs: [.playlists], "Subtitles last as long as the presentation",
        why: "Subtitles that end early are gone for the rest, also where there would be something to read.",
        mend: "Give the playlist segments to the end, empty ones where nothing is said."
    ) { subject in
        let variants = subject.endedMainMembers.filter(\.isVariant)
        guard let longest = variants.map(\.playlist.duration).max() else { return [] }
        let slack = variants.map(\.oneTarget).max() ?? .zero
        return subject.members.filter { $0.isSubtitles && $0.playlist.isEnded }
            .filter { $0.playlist.duration + max(slack, $0.oneTarget) < longest }
            .map { subject.problem($0, "\(shown($0.playlist.duration)) s of subtitles for \(shown(longest)) s") }
    }

    private static let subtitlesTarget = AppleRule(
        "5.6", .appleMust, needs: [.playlists], "Live subtitles have the target duration of the other playlists",
        why: "A player loads all playlists at one pace.",
        mend: "Cut subtitles where the video is cut, and give them its EXT-X-TARGETDURATION."
    ) { subject in
        subject.members.filter { $0.isSubtitles && $0.isLive }.compactMap {
            subject.problem(ofTarget: $0, unlike: subject.members.filter(\.isVariant))
        }
    }

    private static let subtitlesCodec = AppleRule(
        "5.10", .appleShould, needs: [.text, .segments], "CODECS names subtitles in fMP4",
        why: "A player that does not know the kind of subtitles would load them for nothing.",
        mend: "Add stpp.ttml.im1t, or wvtt, to the CODECS of the variants that use them."
    ) { subject in
        let fragmented = subject.members.filter {
            $0.isSubtitles && $0.playlist.segments.contains { $0.initializationSection != nil }
        }
        let groups = Set(fragmented.flatMap(\.renditions).map(\.groupID))
        return subject.codedVariants.compactMap { stream in
            guard let group = stream.variant?.subtitlesGroup, groups.contains(group),
                !stream.codecs.contains(where: { [.imsc, .webVTT].contains($0.family) })
            else { return nil }
            return subject.problem(stream, "CODECS says nothing of the subtitles '\(group)'")
        }
    }

    private static let forcedIsAutoselect = AppleRule(
        "5.11", .appleShould, "Forced subtitles have AUTOSELECT=YES",
        why: "They are shown without being asked for, which takes being selected automatically.",
        mend: "Add AUTOSELECT=YES."
    ) { subject in
        subject.placedRenditions.filter { $0.rendition.isForced == true && $0.rendition.isAutoselect != true }.map {
            subject.problem(rendition: $0.index, "'\($0.rendition.name)' has FORCED=YES and no AUTOSELECT=YES")
        }
    }
}

extension Subject {
    /// Whether a playlist's target duration is none of the others'.
    func problem(ofTarget member: MemberView, unlike others: [MemberView]) -> Problem? {
        let targets = Set(others.compactMap(\.playlist.targetDuration))
        guard let own = member.playlist.targetDuration, !targets.isEmpty, !targets.contains(own) else { return nil }
        let shown = targets.sorted().map { "\($0)" }.joined(separator: " or ")
        return problem(member, at: .targetDuration, "a target duration of \(own) s where others have \(shown)")
    }
}
