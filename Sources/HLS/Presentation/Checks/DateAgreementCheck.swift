/// Program dates: on all playlists or on none, and on all the same for the same content. §6.2.4.
///
/// The only rules that tell matching content in playlists that grow, of which one may have been loaded later.
struct DateAgreementCheck {
    let presentation: ReadPresentation
    let log: PresentationLog

    /// The members that were found to lack dates.
    func run() -> Set<Int> {
        let candidates = presentation.members.filter(\.mayHaveDates)
        let dated = candidates.filter { !$0.timeline.runs.isEmpty }
        if let reference = reference(of: dated) {
            let map = DateMap(reference.timeline)
            for member in dated where member.index != reference.index { check(member, against: reference, map) }
        }
        return checkPresence(candidates)
    }

    /// A playlist that grows may have lost its last date since another was loaded, unless dates are on every segment.
    private func checkPresence(_ members: [ReadMember]) -> Set<Int> {
        let dated = members.filter(\.hasDates)
        let complete = dated.first(where: \.isComplete)
        let everywhere = dated.first {
            $0.timeline.datedSegments > 0 && $0.timeline.datedSegments == $0.playlist.segments.count
        }
        var undated: Set<Int> = []
        for member in members where !member.hasDates {
            guard let other = everywhere ?? (member.isComplete ? complete : nil) else { continue }
            undated.insert(member.index)
            log.report(
                .x07, in: member, at: SourcePosition(line: 1),
                "there is no EXT-X-PROGRAM-DATE-TIME, and '\(other.uri.shortened)' has them")
        }
        return undated
    }

    private func reference(of members: [ReadMember]) -> ReadMember? {
        members.first { member in
            !member.playlist.isIFramesOnly
                && member.roles.contains { if case .variant = $0 { true } else { false } }
        } ?? members.first
    }

    private func check(_ member: ReadMember, against reference: ReadMember, _ map: DateMap) {
        let tolerance = max(member.target, reference.target) + 1
        let isJudged = member.isComplete && reference.isComplete
        if !isJudged, let wrong = wrongNumber(of: member, map, tolerance) {
            report(wrong.number, of: reference, in: member, at: wrong.segment)
        } else if let run = movedStart(of: member, against: reference, map, tolerance) {
            log.report(
                .x07, in: member, at: member.position(ofSegment: run.firstSegment),
                "the dates differ from those of '\(reference.uri.shortened)' by \(run.difference.shownSeconds) s")
        } else if !isJudged, let overlap = overlap(of: member, and: reference, longerThan: tolerance) {
            report(overlap.number, of: reference, in: member, at: overlap.segment)
        }
    }

    private func report(_ number: UInt64, of reference: ReadMember, in member: ReadMember, at segment: Int) {
        log.report(
            .x03, in: member, at: member.position(ofSegment: segment),
            "in '\(reference.uri.shortened)' the content of this date has the discontinuity sequence number \(number)")
    }

    /// A period that begins when one of another number does.
    private func wrongNumber(
        of member: ReadMember, _ map: DateMap, _ tolerance: Double
    ) -> (segment: Int, number: UInt64)? {
        for run in member.timeline.runs where run.isStartOfPeriod {
            let near = map.start(nearest: run.start)
            if let near, abs(near.date - run.start) < tolerance, near.number != run.sequenceNumber,
                map.dates[run.sequenceNumber].map({ abs($0 - run.start) >= tolerance }) ?? true
            {
                return (run.firstSegment, near.number)
            }
        }
        return nil
    }

    /// A period that begins at another date, or a playlist of type VOD that does.
    private func movedStart(
        of member: ReadMember, against reference: ReadMember, _ map: DateMap, _ tolerance: Double
    ) -> (firstSegment: Int, difference: Double)? {
        let isOnDemand =
            member.isComplete && reference.isComplete && member.playlist.playlistType == .videoOnDemand
            && reference.playlist.playlistType == .videoOnDemand
        if isOnDemand, let own = member.timeline.runs.first, let other = reference.timeline.runs.first,
            own.firstSegment == 0, other.firstSegment == 0, abs(own.start - other.start) >= tolerance
        {
            return (0, own.start - other.start)
        }
        for run in member.timeline.runs where run.isStartOfPeriod {
            if let date = map.dates[run.sequenceNumber], abs(date - run.start) >= tolerance {
                return (run.firstSegment, run.start - date)
            }
        }
        return nil
    }

    /// The first time that two playlists have dates in common for long under different numbers.
    private func overlap(
        of member: ReadMember, and reference: ReadMember, longerThan tolerance: Double
    ) -> (segment: Int, number: UInt64)? {
        let (own, other) = (member.timeline.runs.sortedByStart, reference.timeline.runs.sortedByStart)
        let least = tolerance + member.timeline.longest + reference.timeline.longest
        var (left, right) = (0, 0)
        while left < own.count, right < other.count {
            let length = min(own[left].end, other[right].end) - max(own[left].start, other[right].start)
            if length > least, own[left].sequenceNumber != other[right].sequenceNumber {
                return (own[left].firstSegment, other[right].sequenceNumber)
            }
            if own[left].end < other[right].end { left += 1 } else { right += 1 }
        }
        return nil
    }
}

/// The dates at which the periods of a playlist begin, where their beginnings are in it.
private struct DateMap {
    /// By discontinuity sequence number.
    private(set) var dates: [UInt64: Double] = [:]
    private let starts: [Timeline.DatedRun]

    init(_ timeline: Timeline) {
        starts = timeline.runs.filter(\.isStartOfPeriod).sortedByStart
        for run in starts { dates[run.sequenceNumber] = run.start }
    }

    func start(nearest date: Double) -> (date: Double, number: UInt64)? {
        var (low, high) = (0, starts.count)
        while low < high {
            let middle = (low + high) / 2
            if starts[middle].start < date { low = middle + 1 } else { high = middle }
        }
        let around = [low - 1, low].filter(starts.indices.contains).map { starts[$0] }
        return around.min { abs($0.start - date) < abs($1.start - date) }.map { ($0.start, $0.sequenceNumber) }
    }
}

extension [Timeline.DatedRun] {
    fileprivate var sortedByStart: [Timeline.DatedRun] {
        sorted { ($0.start, $0.firstSegment) < ($1.start, $1.firstSegment) }
    }
}
