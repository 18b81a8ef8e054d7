extension MediaPlaylist {
    /// The playlist as text, in one canonical form: tags in a fixed order, lines ending with LF. Reading it again gives
    /// this value.
    public func serialized() -> String { String(decoding: serializedBytes(), as: UTF8.self) }

    /// The playlist as the bytes of its file; see ``serialized()``.
    public func serializedBytes() -> [UInt8] {
        var writer = PlaylistWriter()
        writeHeader(to: &writer)
        var body = SegmentWriter()
        var nextRange = 0
        for (index, segment) in segments.enumerated() {
            nextRange = writeDateRanges(before: index, from: nextRange, to: &writer)
            if skip?.keysEndAt == index { body.endKeys(to: &writer) }
            body.write(segment, isFirst: index == 0, to: &writer)
        }
        if skip?.keysEndAt == segments.count { body.endKeys(to: &writer) }
        if let upcomingSegment { body.write(upcomingSegment, to: &writer) }
        _ = writeDateRanges(before: .max, from: nextRange, to: &writer)
        writer.lines(trailingLines)
        for hint in preloadHints { hint.write(to: &writer) }
        for report in renditionReports { report.write(to: &writer) }
        if isEnded { writer.tag(.endList) }
        // Without a line of its kind it would be read as an empty multivariant playlist.
        if !writer.isOfMediaPlaylist { writer.tag(.targetDuration, "") }
        return writer.bytes
    }

    private func writeHeader(to writer: inout PlaylistWriter) {
        writer.tag(.m3u)
        let version = max(versionFloor, minimumVersion)
        if version > 1 { writer.tag(.version, version) }
        if hasIndependentSegments { writer.tag(.independentSegments) }
        for definition in definitions { definition.write(to: &writer) }
        start?.write(to: &writer)
        if let targetDuration { writer.tag(.targetDuration, targetDuration) }
        serverControl?.write(to: &writer)
        partInformation?.write(to: &writer)
        if let mediaSequence { writer.tag(.mediaSequence, mediaSequence) }
        if let discontinuitySequence { writer.tag(.discontinuitySequence, discontinuitySequence) }
        if let playlistType { writer.tag(.playlistType, playlistType.rawValue) }
        if isIFramesOnly { writer.tag(.iFramesOnly) }
        writer.lines(otherLines)
        skip?.write(to: &writer)
    }

    /// Writes the date ranges that stand before that segment; gives the first that does not.
    private func writeDateRanges(before index: Int, from first: Int, to writer: inout PlaylistWriter) -> Int {
        var next = first
        while next < dateRanges.count, dateRanges[next].precedingSegments <= index {
            dateRanges[next].write(to: &writer)
            next += 1
        }
        return next
    }
}

/// Writes segments one after another, with the tags that stay in force only where they change.
private struct SegmentWriter {
    private var keys: [Key] = []
    private var initializationSection: InitializationSection?
    private var bitrate: UInt64?
    private var lastRange: (uri: String, end: UInt64)?

    mutating func write(_ segment: MediaSegment, isFirst: Bool, to writer: inout PlaylistWriter) {
        // Before the first segment they would count as lines of the playlist.
        if !isFirst { writer.lines(segment.otherLines) }
        for _ in 0..<max(0, segment.discontinuities) { writer.tag(.discontinuity) }
        writeState(segment.initializationSection, segment.keys, segment.bitrate, to: &writer)
        if let date = segment.programDateTime { writer.tag(.programDateTime, date) }
        let isThere = writer.canWrite(uri: segment.uri)
        if isThere { write(segment.parts, to: &writer) }
        if segment.isGap || !isThere { writer.tag(.gap) }
        if let duration = segment.duration {
            writer.tag(.inf, "\(duration),\(segment.title)")
        } else if !segment.title.isEmpty {
            // A title alone cannot be written. Lists of stations have -1 for a duration that is not known.
            writer.tag(.inf, "-1,\(segment.title)")
        }
        if let range = segment.byteRange, isThere {
            writer.tag(.byteRange, text(of: range, uri: segment.uri, after: lastRange))
        }
        lastRange = isThere ? segment.byteRange?.end.map { (segment.uri, $0) } : nil
        if isFirst { writer.lines(segment.otherLines) }
        // Those that follow keep their media sequence numbers.
        writer.uri(isThere ? segment.uri : "gap")
    }

    /// METHOD=NONE, also where no key is listed: those of skipped segments end.
    mutating func endKeys(to writer: inout PlaylistWriter) {
        writer.tag(.key, "METHOD=NONE")
        keys = []
    }

    mutating func write(_ segment: UpcomingSegment, to writer: inout PlaylistWriter) {
        for _ in 0..<max(0, segment.discontinuities) { writer.tag(.discontinuity) }
        writeState(segment.initializationSection, segment.keys, segment.bitrate, to: &writer)
        if let date = segment.programDateTime { writer.tag(.programDateTime, date) }
        write(segment.parts, to: &writer)
    }

    private func write(_ parts: [PartialSegment], to writer: inout PlaylistWriter) {
        var last: (uri: String, end: UInt64)?
        for part in parts {
            part.write(to: &writer, byteRange: part.byteRange.map { text(of: $0, uri: part.uri, after: last) })
            last = part.byteRange?.end.map { (part.uri, $0) }
        }
    }

    /// The offset is left out only where a reader works out the same.
    private func text(of range: ByteSubrange, uri: String, after last: (uri: String, end: UInt64)?) -> String {
        guard range.isContinuation, let offset = range.offset else { return range.description }
        if let last, last.end == offset { return range.description }
        return "\(range.length)@\(offset)"
    }

    private mutating func writeState(
        _ section: InitializationSection?, _ newKeys: [Key], _ newBitrate: UInt64?, to writer: inout PlaylistWriter
    ) {
        if let section, section != initializationSection {
            write(section.keys, to: &writer)
            section.write(to: &writer)
            initializationSection = section
        }
        write(newKeys, to: &writer)
        if let newBitrate, newBitrate != bitrate {
            writer.tag(.bitrate, newBitrate)
            bitrate = newBitrate
        }
    }

    /// The EXT-X-KEY tags that bring the keys in force to these. Only METHOD=NONE takes a key away.
    private mutating func write(_ newKeys: [Key], to writer: inout PlaylistWriter) {
        if newKeys == keys { return }
        let changed = newKeys.filter { !keys.contains($0) }
        var result = keys
        for key in changed { result.apply(key) }
        if result == newKeys {
            for key in changed { key.write(to: &writer, as: .key) }
        } else {
            if !keys.isEmpty { writer.tag(.key, "METHOD=NONE") }
            for key in newKeys { key.write(to: &writer, as: .key) }
        }
        keys = newKeys
    }
}
