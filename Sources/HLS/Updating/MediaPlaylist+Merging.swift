extension MediaPlaylist {
    /// The up-to-date playlist that `update`, a delta update, and this one, the version before it, make. §6.3.7.
    ///
    /// Segments that were skipped come from this playlist with all that applied to them, but for their parts: those are
    /// further from the end than parts are kept (§6.2.2). The first has a date when one of the segments that are gone had
    /// one. Keys, the init section, the bit rate and the end of the last
    /// byte range reach from the last of them into the segments that are listed. Where the update skips date ranges too,
    /// those of this playlist stay unless it says that they were removed. All else is as the update has it.
    ///
    /// An update without EXT-X-SKIP is complete, and comes back as it is.
    public func merging(update: MediaPlaylist) throws(DeltaUpdateError) -> MediaPlaylist {
        guard let skip = update.skip else { return update }
        if self.skip != nil { throw .previousIsIncomplete }
        try checkTags(of: update)
        let skipped = try skippedSegments(skip.skippedSegments, from: update.mediaSequence ?? 0)
        var result = update
        result.skip = nil
        result.versionFloor = max(update.versionFloor, versionFloor)
        result.segments = Array(segments[skipped])
        for index in result.segments.indices { result.segments[index].parts = [] }
        try adoptDiscontinuities(at: skipped.lowerBound, into: &result)
        var inheritance = Inheritance(of: segments[skipped].last, keysEndAt: skip.keysEndAt)
        try append(update.segments, to: &result, &inheritance)
        try compare(result, from: skipped.lowerBound)
        adoptDate(at: skipped.lowerBound, into: &result)
        result.upcomingSegment = inheritance.upcoming(update.upcomingSegment, after: update.segments.count)
        result.dateRanges = mergedDateRanges(with: update, skip, first: skipped.lowerBound)
        return result
    }

    /// What no update leaves out, and no version changes.
    private func checkTags(of update: MediaPlaylist) throws(DeltaUpdateError) {
        if update.targetDuration == nil || update.targetDuration != targetDuration {
            throw .tagChanged(.targetDuration)
        }
        if update.playlistType != playlistType { throw .tagChanged(.playlistType) }
        if update.isIFramesOnly != isIFramesOnly { throw .tagChanged(.iFramesOnly) }
    }

    /// Where in this playlist the skipped segments are.
    private func skippedSegments(_ count: UInt64, from number: UInt64) throws(DeltaUpdateError) -> Range<Int> {
        let own = mediaSequence ?? 0
        if number < own { throw .sequenceWentDown(previous: own, update: number) }
        let available = UInt64(segments.count)
        let first = number - own
        guard count > 0 else { return Int(min(first, available))..<Int(min(first, available)) }
        guard first < available else { throw .skippedSegmentIsUnknown(number) }
        guard count <= available - first else { throw .skippedSegmentIsUnknown(own &+ available) }
        return Int(first)..<Int(first + count)
    }

    /// Gives the first segment the discontinuities above it that the update's EXT-X-DISCONTINUITY-SEQUENCE does not count:
    /// all it had or, when the tags above it were removed and counted, none.
    private func adoptDiscontinuities(
        at index: Int, into result: inout MediaPlaylist
    ) throws(DeltaUpdateError) {
        guard let first = result.segments.first else { return }
        let number = discontinuitySequenceNumbers[index]
        let (above, isLess) = number.subtractingReportingOverflow(result.discontinuitySequence ?? 0)
        let tags = UInt64(max(0, first.discontinuities))
        guard !isLess, above == 0 || above == tags else {
            throw .discontinuitySequenceChanged(segment: mediaSequenceNumber(at: index))
        }
        result.segments[0].discontinuities = above == 0 ? 0 : first.discontinuities
    }

    /// Gives the first segment, where it has no date of its own, the one that follows from the last date among the
    /// segments that are gone: clients go on from there. §6.3.3.
    private func adoptDate(at index: Int, into result: inout MediaPlaylist) {
        guard let first = result.segments.first, first.programDateTime == nil, index < segments.count,
            segments[..<index].contains(where: { $0.programDateTime != nil }),
            let date = programDateTimes[index]?.withDigitsOfItsFraction, DateTime(date.description) == date
        else { return }
        result.segments[0].programDateTime = date
    }

    private func append(
        _ listed: [MediaSegment], to result: inout MediaPlaylist, _ inheritance: inout Inheritance
    ) throws(DeltaUpdateError) {
        for (index, segment) in listed.enumerated() {
            var next = inheritance.applied(to: segment, at: index)
            if let range = next.byteRange, range.offset == nil {
                guard let last = result.segments.last, let end = last.byteRange?.end, isSame(last.uri, next.uri),
                    !end.addingReportingOverflow(range.length).overflow
                else { throw .byteRangeIsUndefined(result.mediaSequenceNumber(at: result.segments.count)) }
                next.byteRange?.offset = end
            }
            result.segments.append(next)
        }
    }

    /// A segment keeps its place: both versions have it at one URI and range.
    private func compare(_ result: MediaPlaylist, from first: Int) throws(DeltaUpdateError) {
        for (index, (own, other)) in zip(segments[first...], result.segments).enumerated()
        where !isSame(own.uri, other.uri) || own.byteRange?.offset != other.byteRange?.offset
            || own.byteRange?.length != other.byteRange?.length
        {
            throw .segmentChanged(result.mediaSequenceNumber(at: index))
        }
    }

    private func isSame(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        let base = URIReference("x://x/")
        return URIReference(left).resolved(against: base).normalizedForComparison
            == URIReference(right).resolved(against: base).normalizedForComparison
    }

    /// The date ranges of both, in the order of their places among the segments.
    private func mergedDateRanges(with update: MediaPlaylist, _ skip: Skip, first: Int) -> [DateRange] {
        let skipped = Int(clamping: skip.skippedSegments)
        let listed = update.dateRanges.map { $0.moved(by: skipped) }
        guard let removed = skip.recentlyRemovedDateRanges.map(Set.init) else { return listed }
        // A tag that the update has again is taken from it.
        let again = Set(update.dateRanges.map { $0.moved(to: 0) })
        let kept = dateRanges.filter { !removed.contains($0.id) && !again.contains($0.moved(to: 0)) }
            .map { $0.moved(by: -first) }
        let all = (kept + listed).enumerated()
        return all.sorted { ($0.element.precedingSegments, $0.offset) < ($1.element.precedingSegments, $1.offset) }
            .map(\.element)
    }
}

extension DateTime {
    /// Written with as many digits as its nanoseconds need.
    fileprivate var withDigitsOfItsFraction: DateTime {
        var (result, rest, digits) = (self, nanoseconds, UInt8(9))
        while digits > fractionDigits, rest % 10 == 0 { (rest, digits) = (rest / 10, digits - 1) }
        result.fractionDigits = max(digits, fractionDigits)
        return result
    }
}

extension DateRange {
    fileprivate func moved(to count: Int) -> DateRange {
        var copy = self
        copy.precedingSegments = count
        return copy
    }

    fileprivate func moved(by count: Int) -> DateRange {
        let (sum, overflow) = precedingSegments.addingReportingOverflow(count)
        return moved(to: max(0, overflow ? precedingSegments : sum))
    }
}

/// What applies to the last skipped segment and reaches into the listed ones.
private struct Inheritance {
    var keys: [Key]
    /// The section in force, and the last one that the update lists, whose keys are those it shows.
    var section: SharedSection?
    var listedSection: SharedSection?
    var bitrate: UInt64?
    var keysEndAt: Int

    init(of segment: MediaSegment?, keysEndAt: Int?) {
        keys = segment?.keys ?? []
        section = segment?.sharedSection
        bitrate = segment?.bitrate
        self.keysEndAt = keysEndAt ?? .max
    }

    /// The keys of the listed segment at `index`: its own replace the inherited ones of their KEYFORMATs.
    private func applied(_ own: [Key], at index: Int) -> [Key] {
        guard index < keysEndAt else { return own }
        return own.reduce(into: keys) { $0.apply($1) }
    }

    private mutating func applied(_ own: SharedSection?, at index: Int) -> SharedSection? {
        guard let own, own != listedSection else { return section }
        listedSection = own
        let keys = applied(own.value.keys, at: index)
        var value = own.value
        value.keys = keys
        section = keys == own.value.keys ? own : SharedSection(value)
        return section
    }

    mutating func applied(to segment: MediaSegment, at index: Int) -> MediaSegment {
        var result = segment
        result.keys = applied(segment.keys, at: index)
        result.sharedSection = applied(segment.sharedSection, at: index)
        result.bitrate = segment.bitrate ?? bitrate
        return result
    }

    mutating func upcoming(_ segment: UpcomingSegment?, after count: Int) -> UpcomingSegment? {
        guard var result = segment else { return nil }
        result.keys = applied(result.keys, at: count)
        result.initializationSection = applied(result.initializationSection.map(SharedSection.init), at: count)?.value
        result.bitrate = result.bitrate ?? bitrate
        return result
    }
}
