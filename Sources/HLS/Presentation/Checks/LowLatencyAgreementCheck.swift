/// What a low-latency presentation asks of its playlists together. §4.4.3.8, §4.4.5.4, appendix B.1.
struct LowLatencyAgreementCheck {
    let playlists: PresentationPlaylists
    let presentation: ReadPresentation
    let names: ResourceNames
    /// The members of which it is known already that they lack dates.
    let undated: Set<Int>
    let log: PresentationLog

    func run() {
        checkHoldBack()
        let withParts = Set(presentation.members.lazy.filter(\.hasParts).map(\.index))
        for member in presentation.members where !member.hasParts { checkLastParts(in: member, withParts) }
        guard presentation.members.contains(where: { $0.hasParts && !$0.playlist.isEnded }) else { return }
        checkDates()
        checkReportsOnAll()
    }

    /// Three part targets of the playlist itself are asked for where it is read alone.
    private func checkHoldBack() {
        guard let longest = presentation.members.lazy.compactMap(\.playlist.partInformation?.partTarget).max() else {
            return
        }
        for member in presentation.members {
            guard let hold = member.playlist.serverControl?.partHoldBack else { continue }
            let own = member.playlist.partInformation?.partTarget ?? .zero
            if own < longest, hold.duration >= own.duration * 3, hold.duration < longest.duration * 3 {
                log.report(
                    .l14, in: member, at: member.position(.serverControl),
                    "PART-HOLD-BACK=\(hold) is under three times \(longest) s, the longest part target")
            }
        }
    }

    /// LAST-PART may be left out where this playlist's own is the same, and one without parts has none.
    private func checkLastParts(in member: ReadMember, _ withParts: Set<Int>) {
        for (index, report) in member.playlist.renditionReports.enumerated() where report.lastPart == nil {
            guard let group = names.group(of: report.uri, in: member), let places = names.members[group],
                places.count == 1, withParts.contains(places[0])
            else { continue }
            log.report(
                .l19, in: member, at: member.locations.renditionReports[safely: index],
                "no LAST-PART for '\(report.uri.shortened)', which has parts")
        }
    }

    private func checkDates() {
        for member in presentation.members
        where member.mayHaveDates && !member.hasDates && !undated.contains(member.index) {
            log.report(
                .l25, in: member, at: SourcePosition(line: 1),
                "there is no EXT-X-PROGRAM-DATE-TIME in a low-latency presentation")
        }
    }

    /// Reports are relative, so they are asked for on the playlists of the same host, and where there is one pathway.
    private func checkReportsOnAll() {
        guard Set(presentation.multivariant.variants.lazy.map { $0.pathwayID ?? "." }).count < 2 else { return }
        let hosts = names.locations.map { URIReference($0).authority }
        var expected: [String?: Expected] = [:]
        for place in playlists.members.indices where isReported(place) {
            expected[hosts[place], default: Expected()].add(names.groups[place])
        }
        for member in presentation.members where !member.playlist.isIFramesOnly && !member.playlist.isEnded {
            check(member, reportsOn: expected[hosts[member.index]] ?? Expected())
        }
    }

    /// The groups that are to be reported on, each once, in their order.
    private struct Expected {
        private(set) var groups: [Int] = []
        private(set) var set: Set<Int> = []

        mutating func add(_ group: Int) { if set.insert(group).inserted { groups.append(group) } }
    }

    /// I-frame playlists may be left out, and what is not at hand may be one if it is video.
    private func isReported(_ place: Int) -> Bool {
        let member = playlists.members[place]
        if let playlist = member.reading?.playlist.media { return !playlist.isIFramesOnly && !playlist.isEnded }
        return member.roles.contains { role in
            switch role {
            case .variant: true
            case .rendition(let index): playlists.multivariant.renditions[index].kind != .video
            case .iFrameVariant: false
            }
        }
    }

    /// A report on what cannot be told may be on anything.
    private func check(_ member: ReadMember, reportsOn expected: Expected) {
        let reported = member.playlist.renditionReports.map { names.group(of: $0.uri, in: member) }
        let known = Set(reported.compactMap(\.self) + [names.groups[member.index]])
        let unknown = reported.lazy.filter { $0 == nil }.count
        let missing = expected.groups.count - known.lazy.filter(expected.set.contains).count
        guard missing > unknown, let group = expected.groups.first(where: { !known.contains($0) }),
            let place = names.members[group]?.first
        else { return }
        log.report(
            .l28, in: member, at: SourcePosition(line: 1),
            "no EXT-X-RENDITION-REPORT on '\(playlists.members[place].uri.shortened)'"
                + (missing > 1 ? " and \(missing - 1) more" : ""))
    }
}
