/// Tags about a playlist as a whole that all media playlists have to share. §6.2.4.
struct TagAgreementCheck {
    let presentation: ReadPresentation
    let log: PresentationLog

    func run() {
        checkTargetDurations()
        checkPlaylistTypes()
        checkServerControls()
    }

    /// Subtitles and I-frame playlists of type VOD may have another.
    private func checkTargetDurations() {
        let bound = presentation.members.filter { !mayDiffer($0) && $0.playlist.targetDuration != nil }
        guard let first = bound.first, let target = first.playlist.targetDuration else { return }
        for member in bound.dropFirst() where member.playlist.targetDuration != target {
            log.report(
                .x01, in: member, at: member.position(.targetDuration),
                "the target duration is \(member.playlist.targetDuration ?? 0) s, that of '\(first.uri.shortened)' is "
                    + "\(target) s")
        }
    }

    private func mayDiffer(_ member: ReadMember) -> Bool {
        guard member.playlist.playlistType == .videoOnDemand else { return false }
        return member.playlist.isIFramesOnly || presentation.kinds(of: member) == [.subtitles]
    }

    private func checkPlaylistTypes() {
        guard let first = presentation.members.first(where: { $0.playlist.playlistType != nil }) else { return }
        for member in presentation.members where member.playlist.playlistType != first.playlist.playlistType {
            let type = member.playlist.playlistType?.rawValue ?? "absent"
            log.report(
                .x05, in: member, at: member.position(.playlistType),
                "EXT-X-PLAYLIST-TYPE is \(type), that of '\(first.uri.shortened)' is "
                    + "\(first.playlist.playlistType?.rawValue ?? "")")
        }
    }

    private func checkServerControls() {
        guard let first = presentation.members.first(where: { $0.playlist.serverControl != nil }) else { return }
        for member in presentation.members where member.playlist.serverControl != first.playlist.serverControl {
            log.report(
                .x09, in: member, at: member.position(.serverControl),
                member.playlist.serverControl == nil
                    ? "there is no EXT-X-SERVER-CONTROL, and '\(first.uri.shortened)' has one"
                    : "EXT-X-SERVER-CONTROL differs from that of '\(first.uri.shortened)'")
        }
    }
}

extension ReadPresentation {
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
}
