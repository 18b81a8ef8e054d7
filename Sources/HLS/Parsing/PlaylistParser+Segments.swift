extension PlaylistParser {
    /// A segment tag with a plain value or none. §4.4.4.
    mutating func readSegmentTag(_ tag: Tag, _ value: Range<Int>?, _ line: TextLine) {
        segment.isInBody = true
        switch tag {
        case .inf: readDuration(value ?? line.content.upperBound..<line.content.upperBound, line)
        case .byteRange: readByteRange(value, line)
        case .discontinuity:
            checkBeforeParts(tag, line)
            noteChange(line)
            segment.discontinuities += 1
            segment.hasSeenDiscontinuity = true
            if segment.discontinuities > 1 {
                state.report(
                    .s24, at: line.content.lowerBound, in: line,
                    "\(tag.rawValue) again before one segment; each adds one to the discontinuity sequence")
            }
        case .programDateTime: readProgramDateTime(value, line)
        case .gap:
            segment.isGap = true
            segment.gapLine = line.number
        case .bitrate:
            guard let bitrate = integer(value, tag, line) else { return }
            segment.bitrate = bitrate
            segment.hasChangedState = true
            noteChange(line)
        default: break
        }
    }

    private mutating func noteChange(_ line: TextLine) {
        if segment.changeLine == nil { segment.changeLine = line.number }
    }

    /// `<duration>,[<title>]`. §4.4.4.1.
    private mutating func readDuration(_ value: Range<Int>, _ line: TextLine) {
        if let first = segment.durationLine {
            state.report(.s01, at: line.content.lowerBound, in: line, "EXTINF again; that of line \(first) has no URI")
        }
        segment.durationLine = line.number
        let bytes = state.bytes
        var index = value.lowerBound
        while index < value.upperBound, bytes[index].isBlank { index += 1 }
        if index > value.lowerBound {
            state.report(.g07, at: value.lowerBound, in: line, "a blank before the duration")
        }
        let scan = DecimalScan(bytes.span.extracting(index..<value.upperBound))
        segment.duration = scan.flatMap { $0.hasSign ? nil : $0.value }
        index += scan?.length ?? 0
        let numberEnd = index
        while index < value.upperBound, bytes[index] != UInt8(ascii: ",") { index += 1 }
        if scan == nil || index > numberEnd || scan?.hasSign == true || scan?.isSloppy == true
            || index == value.upperBound
        {
            reportDuration(scan, numberEnd: numberEnd, comma: index, value, line)
        }
        segment.title = index + 1 < value.upperBound ? state.text((index + 1)..<value.upperBound) : ""
        if !state.variables.values.isEmpty, Variables.hasReference(segment.title) {
            state.report(.d11, at: index + 1, in: line, "a reference in a title stays as it is")
        }
    }

    private mutating func reportDuration(
        _ scan: DecimalScan?, numberEnd: Int, comma: Int, _ value: Range<Int>, _ line: TextLine
    ) {
        let shown = state.shown(value.lowerBound..<comma)
        guard let scan else {
            return state.report(.s02, at: value.lowerBound, in: line, "EXTINF:\(shown) has no duration")
        }
        if comma > numberEnd {
            let next = state.bytes[numberEnd]
            if next | 0x20 == UInt8(ascii: "e") { segment.duration = nil }
            state.report(
                next.isBlank ? .s02 : .s03, at: numberEnd, in: line,
                "'\(state.shown(numberEnd..<comma))' after the duration")
        }
        if scan.hasSign { state.report(.s03, at: value.lowerBound, in: line, "EXTINF:\(shown) has a sign") }
        if scan.isSloppy {
            state.report(.s03, at: value.lowerBound, in: line, "EXTINF:\(shown) lacks a digit beside the point")
        }
        if comma == value.upperBound {
            state.report(.s02, at: comma, in: line, "EXTINF has no comma after the duration")
        }
    }

    private mutating func readByteRange(_ value: Range<Int>?, _ line: TextLine) {
        guard let value else { return }
        if segment.byteRange != nil {
            state.report(.s05, at: line.content.lowerBound, in: line, "EXT-X-BYTERANGE again; the last counts")
        }
        let bytes = state.bytes
        guard let range = ByteSubrange(bytes.span.extracting(value)) else {
            return state.report(
                .s05, at: value.lowerBound, in: line,
                "EXT-X-BYTERANGE:\(state.shown(value)) is no byte range (LENGTH[@OFFSET])")
        }
        if range.length == 0 { state.report(.s25, at: value.lowerBound, in: line, "a byte range of 0 bytes") }
        segment.byteRange = (range, line)
    }

    private mutating func readProgramDateTime(_ value: Range<Int>?, _ line: TextLine) {
        guard let value else { return }
        checkBeforeParts(.programDateTime, line)
        let bytes = state.bytes
        guard let date = DateTime(bytes.span.extracting(value)) else {
            return state.report(
                .s14, at: value.lowerBound, in: line, "'\(state.shown(value))' is no ISO 8601 date and time")
        }
        segment.programDateTime = date
        noteChange(line)
        if date.offsetMinutes == nil || date.fractionDigits < 3 {
            state.report(
                .s15, at: value.lowerBound, in: line,
                "the date lacks \(date.offsetMinutes == nil ? "a zone, so it is read as UTC" : "milliseconds")")
        }
    }

    private func checkBeforeParts(_ tag: Tag, _ line: TextLine) {
        if !segment.parts.isEmpty {
            state.report(.l07, at: line.content.lowerBound, in: line, "\(tag.rawValue) after a part of its segment")
        }
    }

    mutating func readKey(_ list: inout AttributeReader) -> Bool {
        segment.isInBody = true
        checkBeforeParts(.key, list.line)
        if let key = Key(&list) {
            guard !list.isIgnored, hasRoom(for: key, list) else { return false }
            if segment.keysSinceURI.contains(key.effectiveKeyFormat) {
                list.report(.k08, "a second key of KEYFORMAT '\(key.effectiveKeyFormat.shortened)' for one segment")
            } else {
                segment.keysSinceURI.append(key.effectiveKeyFormat)
            }
            segment.keys.apply(key)
        } else {
            guard list.has("METHOD") else { return false }
            segment.keys = []
            segment.keysSinceURI = []
            if segment.keysEndAt == nil { segment.keysEndAt = media.segments.count }
        }
        noteChange(list.line)
        segment.hasChangedState = true
        return true
    }

    /// A key takes the place of one of its KEYFORMAT; others add up.
    private func hasRoom(for key: Key, _ list: AttributeReader) -> Bool {
        let limit = state.limits.keysOfOneSegment
        if segment.keys.count < limit { return true }
        if segment.keys.contains(where: { $0.effectiveKeyFormat == key.effectiveKeyFormat }) { return true }
        list.report(.limit, refuses: true, "more than \(limit) keys for one segment")
        return false
    }

    mutating func readMap(_ list: inout AttributeReader) -> Bool {
        segment.isInBody = true
        checkBeforeParts(.map, list.line)
        guard let section = InitializationSection(&list, keys: segment.keys), !list.isIgnored else { return false }
        if segment.byteRange != nil, section.byteRange == nil {
            list.report(.s26, "EXT-X-BYTERANGE above it is of the next URI line; some players take it for this one's")
        }
        if let key = section.keys.first(where: { $0.method == .aes128 && $0.initializationVector == nil }) {
            list.report(.s13, "the key '\((key.uri ?? "").shortened)' that applies to it has no IV")
        }
        // The same section again is one section: equal values share their storage.
        if segment.section?.value != section { segment.section = SharedSection(section) }
        noteChange(list.line)
        segment.hasChangedState = true
        // A key above the section is of the section; one below it may have its KEYFORMAT again.
        segment.keysSinceURI = []
        return true
    }

    mutating func readPart(_ list: inout AttributeReader) -> Bool {
        segment.isInBody = true
        segment.hasSeenPart = true
        guard var part = PartialSegment(&list), !list.isIgnored else { return false }
        if let range = part.byteRange {
            part.byteRange = continued(range, uri: part.uri, after: segment.lastPartRange)
            if part.byteRange?.offset == nil, !follows(segment.lastPartRange, in: part.uri) {
                list.report(.l08, "BYTERANGE has no offset, and no part of its segment and resource stands before it")
            }
        }
        segment.lastPartRange = part.byteRange.flatMap { PrecedingRange($0, of: part.uri) }
        segment.parts.append(part)
        return true
    }

    /// A URI line: of a variant in a multivariant playlist, else of a segment.
    mutating func readURI(_ line: TextLine) {
        if isMultivariantSoFar { return readVariantURI(line) }
        let uri = readURIText(line)
        var next = MediaSegment(uri: uri, duration: segment.duration, title: segment.title)
        next.sharedSection = segment.section
        if segment.durationLine == nil { reportBareURI(uri, line) }
        if let (range, rangeLine) = segment.byteRange { next.byteRange = resolve(range, uri: uri, rangeLine) }
        segment.lastRange = next.byteRange.flatMap { PrecedingRange($0, of: uri) }
        next.isGap = segment.isGap
        next.discontinuities = segment.discontinuities
        next.programDateTime = segment.programDateTime
        next.bitrate = segment.bitrate
        next.keys = segment.keys
        next.parts = segment.parts
        if media.segments.isEmpty, next.isBare {
            media.otherLines += segment.otherLines
        } else {
            next.otherLines = segment.otherLines
        }
        media.segments.append(next)
        locations.segments.append(segment.durationLine ?? line.number)
        locations.segmentURIs.append(line.number)
        segment.isInBody = true
        segment.keysSinceURI = []
        segment.startNext()
    }

    /// The text of a URI line with its variables replaced.
    func readURIText(_ line: TextLine) -> String {
        let (bytes, table) = (state.bytes, state.uriTable)
        var bits: UInt8 = 0
        for index in line.content { bits |= table[Int(bytes[index])] }
        let classes = URIByteClasses(rawValue: bits)
        let uri =
            classes.contains(.brace) ? state.substituted(line.content, in: line) : state.text(line.content)
        // A reference to no variable is no URI either, which has been said.
        if !classes.isEmpty, !URIReference(uri).isValid, state.log.refusal?.position.line != line.number {
            state.report(.g22, at: line.content.lowerBound, in: line, "'\(uri.shortened)' is no URI reference")
        }
        return uri
    }

    private func resolve(_ range: ByteSubrange, uri: String, _ line: TextLine) -> ByteSubrange {
        let result = continued(range, uri: uri, after: segment.lastRange)
        // After EXT-X-SKIP the segment before the first is not listed, so where it ends is not known here.
        if result.offset == nil, !(media.segments.isEmpty && media.skip != nil), !follows(segment.lastRange, in: uri) {
            state.report(
                .s06, at: line.content.lowerBound, in: line, refuses: true,
                "EXT-X-BYTERANGE has no offset, and the segment before is no range of '\(uri.shortened)'")
        }
        return result
    }

    private func continued(
        _ range: ByteSubrange, uri: String, after last: PrecedingRange?
    ) -> ByteSubrange {
        guard range.isContinuation, let last, let end = last.end, isSameResource(uri, last.uri),
            !end.addingReportingOverflow(range.length).overflow
        else { return range }
        var result = range
        result.offset = end
        return result
    }

    /// Whether the range goes on after one whose own place is not known: what is wrong was said there.
    private func follows(_ last: PrecedingRange?, in uri: String) -> Bool {
        last.map { $0.end == nil && isSameResource(uri, $0.uri) } ?? false
    }

    private func isSameResource(_ left: String, _ right: String) -> Bool {
        if left == right { return true }
        let base = URIReference(context.uri ?? "x://x/")
        let (first, second) = (URIReference(left).resolved(against: base), URIReference(right).resolved(against: base))
        return first.normalizedForComparison == second.normalizedForComparison
    }

    /// What stands after the last URI line.
    mutating func finishSegments() {
        media.skip?.keysEndAt = segment.keysEndAt
        reportTagsWithoutURI()
        if segment.hasChangedState || segment.discontinuities > 0 || segment.programDateTime != nil
            || !segment.parts.isEmpty
        {
            var upcoming = UpcomingSegment()
            upcoming.discontinuities = segment.discontinuities
            upcoming.programDateTime = segment.programDateTime
            upcoming.keys = segment.keys
            upcoming.initializationSection = segment.section?.value
            upcoming.bitrate = segment.bitrate
            upcoming.parts = segment.parts
            if media.isMeaningful(upcoming) { media.upcomingSegment = upcoming }
        }
        if media.segments.isEmpty, media.upcomingSegment == nil {
            media.otherLines += segment.otherLines
        } else {
            media.trailingLines = segment.otherLines
        }
    }

    /// Tags of a segment that are left at the end of the text.
    private func reportTagsWithoutURI() {
        guard isReadToEnd else { return }
        if segment.durationLine != nil || segment.byteRange != nil || segment.isGap {
            let line = segment.durationLine ?? segment.byteRange?.line.number ?? segment.gapLine
            state.log.report(.s21, at: SourcePosition(line: line), "a tag of a segment that has no URI")
        } else if media.isEnded, segment.parts.isEmpty, let line = segment.changeLine {
            state.log.report(
                .s21, at: SourcePosition(line: line), "a tag after the last segment of a complete playlist")
        }
    }
}

extension MediaSegment {
    /// Whether no tag of its own is written before its URI.
    fileprivate var isBare: Bool {
        duration == nil && title.isEmpty && byteRange == nil && !isGap && discontinuities == 0 && programDateTime == nil
            && bitrate == nil && keys.isEmpty && initializationSection == nil && parts.isEmpty
    }
}

extension MediaPlaylist {
    /// Whether it says anything that does not follow from the last segment.
    fileprivate func isMeaningful(_ upcoming: UpcomingSegment) -> Bool {
        upcoming.discontinuities > 0 || upcoming.programDateTime != nil || !upcoming.parts.isEmpty
            || upcoming.keys != (segments.last?.keys ?? [])
            || upcoming.initializationSection != segments.last?.initializationSection
            || upcoming.bitrate != segments.last?.bitrate
    }
}
