/// Tags about a playlist as a whole: those all media playlists share, and those the multivariant playlist has said for
/// all. §4.4.2, §4.4.6.3, §6.2.4.
struct TagAgreementCheck {
    let presentation: ReadPresentation
    let log: PresentationLog

    func run() {
        checkTargetDurations()
        checkPlaylistTypes()
        checkServerControls()
        for member in presentation.members {
            checkRepetition(in: member)
            checkIFrames(member)
        }
    }

    /// Subtitles and I-frame playlists of type VOD may have another.
    private func checkTargetDurations() {
        let bound = presentation.members.filter { !mayDiffer($0) && $0.playlist.targetDuration != nil }
        guard let usual = bound.lazy.compactMap(\.playlist.targetDuration).mostCommon else { return }
        for member in bound where member.playlist.targetDuration != usual {
            log.report(
                .x01, in: member, at: member.position(.targetDuration),
                "the target duration is \(member.playlist.targetDuration ?? 0) s, that of other playlists \(usual) s")
        }
    }

    private func mayDiffer(_ member: ReadMember) -> Bool {
        guard member.playlist.playlistType == .videoOnDemand else { return false }
        return member.playlist.isIFramesOnly || presentation.isSubtitles(member)
    }

    private func checkPlaylistTypes() {
        guard let usual = presentation.members.lazy.compactMap(\.playlist.playlistType).mostCommon else { return }
        for member in presentation.members where member.playlist.playlistType != usual {
            let own = member.playlist.playlistType.map { "EXT-X-PLAYLIST-TYPE is \($0.rawValue)" }
            log.report(
                .x05, in: member, at: member.position(.playlistType),
                "\(own ?? "there is no EXT-X-PLAYLIST-TYPE"), and other playlists have \(usual.rawValue)")
        }
    }

    private func checkServerControls() {
        let controls = presentation.members.map { $0.playlist.serverControl?.inOneOrder }
        guard let usual = controls.lazy.compactMap(\.self).mostCommon else { return }
        for (member, control) in zip(presentation.members, controls) where control != usual {
            log.report(
                .x09, in: member, at: member.position(.serverControl),
                control == nil
                    ? "no EXT-X-SERVER-CONTROL, and other playlists have one"
                    : "EXT-X-SERVER-CONTROL has other values than in other playlists")
        }
    }

    private func checkRepetition(in member: ReadMember) {
        if presentation.multivariant.hasIndependentSegments, member.playlist.hasIndependentSegments {
            log.report(
                .m14, in: member, at: member.position(.independentSegments),
                "EXT-X-INDEPENDENT-SEGMENTS, which the multivariant playlist has for all")
        }
        guard let common = presentation.multivariant.start, let own = member.playlist.start else { return }
        if common.timeOffset == own.timeOffset, common.isPrecise ?? false == own.isPrecise ?? false {
            log.report(
                .m14, in: member, at: member.position(.start),
                "EXT-X-START, which the multivariant playlist has for all")
        } else {
            log.report(
                .m15, in: member, at: member.position(.start),
                "EXT-X-START of \(own.timeOffset) s differs from that of the multivariant playlist")
        }
    }

    private func checkIFrames(_ member: ReadMember) {
        guard !member.playlist.isIFramesOnly else { return }
        let isNamed = member.roles.contains { if case .iFrameVariant = $0 { true } else { false } }
        if isNamed {
            log.report(
                .p03, in: member, at: SourcePosition(line: 1),
                "EXT-X-I-FRAME-STREAM-INF names this playlist, which has no EXT-X-I-FRAMES-ONLY")
        }
    }
}

extension ServerControl {
    /// With the attributes that are not known sorted, for comparing.
    fileprivate var inOneOrder: ServerControl {
        var control = self
        control.otherAttributes.sort { $0.name < $1.name }
        return control
    }
}
