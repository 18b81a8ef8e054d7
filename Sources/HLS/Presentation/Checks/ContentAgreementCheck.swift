/// Whether playlists that are complete have the same content under the same discontinuity sequence numbers. §6.2.4.
///
/// Without timestamps content is told apart by its place between discontinuities. Playlists that grow are compared by
/// their dates, see `DateAgreementCheck`.
struct ContentAgreementCheck {
    let presentation: ReadPresentation
    let log: PresentationLog

    func run() {
        let complete = presentation.members.filter { $0.isComplete && !$0.timeline.periods.isEmpty }
        guard let reference = reference(of: complete) else { return }
        for member in complete where member.index != reference.index {
            guard !checkNumbers(of: member, against: reference) else { continue }
            // An I-frame playlist may begin and end with a frame that is not the first or last there is, and subtitles
            // may end with the last cue.
            if !member.playlist.isIFramesOnly, !presentation.isSubtitles(member) {
                checkContent(of: member, against: reference)
            }
        }
    }

    /// Of the variants' own playlists, the one of middle length, so that one that is wrong is not what others are
    /// measured by.
    private func reference(of members: [ReadMember]) -> ReadMember? {
        let variants = members.filter { member in
            !member.playlist.isIFramesOnly
                && member.roles.contains { if case .variant = $0 { true } else { false } }
        }
        let sorted = variants.sorted { ($0.timeline.duration, $0.index) < ($1.timeline.duration, $1.index) }
        return sorted.isEmpty ? nil : sorted[(sorted.count - 1) / 2]
    }

    /// Whether a period that is too long to be absent is absent from the other playlist.
    private func checkNumbers(of member: ReadMember, against reference: ReadMember) -> Bool {
        let (own, other) = (member.timeline, reference.timeline)
        let slack = presentation.smallestTarget + own.slack + other.slack
        let ownNumbers = Set(own.periods.map(\.sequenceNumber))
        let sparse = member.playlist.isIFramesOnly ? own.longest : 0
        // What begins after this playlist has ended is missing content and not a wrong number.
        if let period = other.periods.first(where: {
            $0.duration > slack + sparse && $0.offset + slack + sparse < own.duration
                && !ownNumbers.contains($0.sequenceNumber)
        }) {
            let next = own.periods.first { $0.sequenceNumber > period.sequenceNumber } ?? own.periods.last
            report(period, missingIn: member, of: reference, at: member.position(ofSegment: next?.firstSegment ?? 0))
            return true
        }
        let otherNumbers = Set(other.periods.map(\.sequenceNumber))
        if let period = own.periods.first(where: {
            $0.duration > slack && $0.offset + slack < other.duration && !otherNumbers.contains($0.sequenceNumber)
        }) {
            log.report(
                .x03, in: member, at: member.position(ofSegment: period.firstSegment),
                "\(period.duration.shownSeconds) s have the discontinuity sequence number \(period.sequenceNumber), "
                    + "which '\(reference.uri.shortened)' does not have")
            return true
        }
        return false
    }

    private func report(
        _ period: Timeline.Period, missingIn member: ReadMember, of reference: ReadMember, at position: SourcePosition
    ) {
        log.report(
            .x03, in: member, at: position,
            "nothing has the discontinuity sequence number \(period.sequenceNumber), which "
                + "\(period.duration.shownSeconds) s of '\(reference.uri.shortened)' have")
    }

    /// A target duration may be missing at the start and at the end, and nothing in between.
    private func checkContent(of member: ReadMember, against reference: ReadMember) {
        let (own, other) = (member.timeline, reference.timeline)
        let slack = own.slack + other.slack
        let difference = own.duration - other.duration
        if abs(difference) > 2 * presentation.smallestTarget + slack {
            log.report(
                .x04, in: member, at: member.position(ofSegment: max(0, member.playlist.segments.count - 1)),
                "the playlist lasts \(own.duration.shownSeconds) s, that of '\(reference.uri.shortened)' "
                    + "\(other.duration.shownSeconds) s")
            return
        }
        let inner = other.periods.dropFirst().dropLast()
        let lengths = Dictionary(
            inner.map { ($0.sequenceNumber, $0.duration) }, uniquingKeysWith: { first, _ in first })
        for period in own.periods.dropFirst().dropLast() {
            guard let length = lengths[period.sequenceNumber],
                abs(period.duration - length) > presentation.smallestTarget + slack
            else { continue }
            log.report(
                .x04, in: member, at: member.position(ofSegment: period.firstSegment),
                "\(period.duration.shownSeconds) s have the discontinuity sequence number \(period.sequenceNumber), "
                    + "in '\(reference.uri.shortened)' \(length.shownSeconds) s")
            return
        }
    }
}
