/// The rules that bind the tags of one media playlist to each other. What one tag alone breaks is found as it is read.
struct MediaPlaylistCheck {
    let playlist: MediaPlaylist
    let declaredVersion: UInt64?
    let locations: SourceLocations
    let log: FindingLog
    /// Whether the text was read to its end: else nothing is missing, since it may come there.
    let isWhole: Bool

    func run() {
        checkTargetDuration()
        checkDurations()
        checkRounding()
        checkEnd()
        checkStart()
        checkIFrames()
        checkSegments()
        checkKeys()
        checkDates()
        checkParts()
        checkServerControl()
        checkHintsAndReports()
        DateRangeCheck(playlist: playlist, locations: locations, log: log, isRead: isWhole).run()
        checkVersion(
            playlist.versionNeeds, minimum: playlist.minimumVersion, declared: declaredVersion, isWhole: isWhole,
            locations, log)
    }

    /// Where a single tag stands; the first line where it does not.
    func position(_ tag: Tag) -> SourcePosition { locations.tags[tag] ?? SourcePosition(line: 1) }

    func position(ofSegment index: Int) -> SourcePosition {
        index < locations.segments.count ? SourcePosition(line: locations.segments[index]) : .none
    }
}

// MARK: The playlist as a whole

extension MediaPlaylistCheck {
    private func checkTargetDuration() {
        if isWhole, locations.tags[.targetDuration] == nil {
            log.report(.m01, at: SourcePosition(line: 1), "there is no EXT-X-TARGETDURATION")
        }
    }

    /// A segment may exceed the target by half a second, which rounding takes away; up to version 5 by nothing.
    private func checkDurations() {
        // Nothing is held against a target duration that is wrong itself.
        guard !log.findings.contains(where: { $0.rule == .m02 }) else { return }
        guard let target = playlist.targetDuration, let whole = Int64(exactly: target), whole < .max / 4 else { return }
        let bound = ExactDecimal(whole)
        let rounded = ExactDecimal(unchecked: whole > .max / 10 - 1 ? .max : whole * 10 + 5, 1)
        let twice = ExactDecimal(whole * 2)
        let bindsUnrounded = (declaredVersion ?? (isWhole ? 1 : 6)) <= 5
        for index in playlist.segments.indices {
            guard let duration = playlist.segments[index].duration else { continue }
            if duration.mantissa == 0 {
                log.report(.s27, at: position(ofSegment: index), "a segment of 0 seconds")
            }
            guard duration > bound else { continue }
            if duration > rounded {
                log.report(
                    .m03, at: position(ofSegment: index),
                    "EXTINF \(duration) exceeds the target duration of \(target) s")
            } else if bindsUnrounded {
                log.report(
                    .v20, at: position(ofSegment: index),
                    "EXTINF \(duration) exceeds the target duration of \(target) s, which version "
                        + "\(declaredVersion ?? 1) does not round")
            }
            if duration > twice {
                log.report(.m04, at: position(ofSegment: index), "EXTINF \(duration) is over twice \(target) s")
            }
        }
    }

    /// Whole seconds that differ are rounded ones, which add up to another time than that of the media. From version 3 on
    /// they need not be; the last segment may well be what is left.
    private func checkRounding() {
        guard isWhole, let declaredVersion, declaredVersion >= 3 else { return }
        let durations = playlist.segments.dropLast().lazy.compactMap(\.duration)
        guard let first = durations.first, playlist.segments.last?.duration?.isWrittenWithoutPoint == true,
            durations.allSatisfy(\.isWrittenWithoutPoint), let other = durations.firstIndex(where: { $0 != first })
        else { return }
        log.report(
            .s04, at: position(ofSegment: other),
            "all durations are whole seconds and differ, so they look rounded; version \(declaredVersion) has decimals")
    }

    private func checkEnd() {
        if isWhole, playlist.playlistType == .videoOnDemand, !playlist.isEnded {
            log.report(.m11, at: position(.playlistType), "a playlist of type VOD without EXT-X-ENDLIST")
        }
        if let first = playlist.mediaSequence,
            first.addingReportingOverflow((playlist.skip?.skippedSegments ?? 0)).overflow
                || first.addingReportingOverflow(UInt64(playlist.segments.count)).overflow
        {
            log.report(.s22, at: position(.mediaSequence), "the media sequence numbers pass 2^64 - 1")
        }
    }

    private func checkStart() {
        guard isWhole, let offset = playlist.start?.timeOffset, playlist.skip == nil else { return }
        let (total, magnitude) = (playlist.duration, offset.mantissa < 0 ? .zero - offset.duration : offset.duration)
        if magnitude > total {
            log.report(.m17, at: position(.start), "TIME-OFFSET=\(offset) reaches past the \(shown(total)) s there are")
        } else if !playlist.isEnded, let target = playlist.targetDuration, target < 1 << 40 {
            let fromEnd = offset.mantissa < 0 ? magnitude : total - magnitude
            if fromEnd < .seconds(Int64(target) * 3) {
                log.report(
                    .m18, at: position(.start),
                    "TIME-OFFSET=\(offset) is \(shown(fromEnd)) s from the end, less than three target durations")
            }
        }
    }

    /// Bytes; what begins further into a resource than any init section is long does not follow one directly.
    private static let longestInitSection: UInt64 = 8192

    private func checkIFrames() {
        guard playlist.isIFramesOnly else { return }
        if let first = playlist.segments.first, first.initializationSection == nil, let range = first.byteRange {
            if range.offset == 0 {
                log.report(
                    .m21, at: position(ofSegment: 0),
                    "the first I-frame begins the resource, where its init section is, and there is no EXT-X-MAP")
            } else if range.offset ?? 0 > Self.longestInitSection {
                log.report(
                    .m22, at: position(ofSegment: 0),
                    "the first I-frame begins at byte \(range.offset ?? 0), and there is no EXT-X-MAP")
            }
        }
        if playlist.segments.contains(where: { !$0.parts.isEmpty }) || playlist.upcomingSegment?.parts.isEmpty == false
        {
            log.report(.m23, at: position(.iFramesOnly), "partial segments in an I-frame playlist")
        }
    }

    private func shown(_ span: Duration) -> String {
        ExactDecimal(span.components.attoseconds / 1_000_000_000_000_000, over: 1000, fractionDigits: 3)
            .flatMap { ExactDecimal(span.components.seconds).adding($0) }?.description ?? "\(span)"
    }
}

// MARK: Segments

extension MediaPlaylistCheck {
    /// Names that only fragmented MP4 segments have.
    private static let fragmentSuffixes = [".m4s", ".mp4", ".m4v", ".m4a", ".cmfv", ".cmfa", ".cmft"]

    private func checkSegments() {
        // The EXT-X-MAP of a delta update may be among what is skipped.
        guard isWhole, playlist.skip == nil else { return }
        if playlist.segments.isEmpty, playlist.upcomingSegment?.parts.isEmpty ?? true {
            log.report(.m24, at: position(.targetDuration), "there is no segment")
        }
        for index in playlist.segments.indices where playlist.segments[index].hasNoInitializationSection {
            let segment = playlist.segments[index]
            let path = URIReference(segment.uri).path.lowercased()
            if Self.fragmentSuffixes.contains(where: path.hasSuffix), !playlist.isIFramesOnly {
                log.report(
                    .s28, at: position(ofSegment: index),
                    "'\(segment.uri.shortened)' is named as fragmented MP4 and has no EXT-X-MAP")
                return
            }
        }
    }

    private func checkKeys() {
        var last: [Key] = []
        for index in playlist.segments.indices where playlist.segments[index].keys != last {
            last = playlist.segments[index].keys
            if let first = last.first, let other = last.first(where: { $0.method != first.method }) {
                log.report(
                    .k08, at: position(ofSegment: index),
                    "keys of METHOD \(first.method) and \(other.method) apply to one segment")
            }
            let vectors = Set(last.compactMap { $0.initializationVector?.uint128 })
            if vectors.count > 1 {
                log.report(.k08, at: position(ofSegment: index), "\(vectors.count) IVs apply to one segment")
            }
            for key in last {
                check(key, at: position(ofSegment: index))
            }
        }
    }

    private func check(_ key: Key, at position: SourcePosition) {
        if let vector = key.initializationVector, vector.bytes.count < 16 {
            log.report(.k21, at: position, "the IV of '\((key.uri ?? "").shortened)' has fewer than 32 digits")
        }
        if key.initializationVector == nil, key.effectiveKeyFormat == "identity",
            key.method == .aes128 || key.method == .sampleAES
        {
            log.report(.k19, at: position, "the key '\((key.uri ?? "").shortened)' has no IV")
        }
    }

    /// A date may fall before the end of what is above it by less than a second. One that falls further back is wrong
    /// only when the time has two segments then.
    private func checkDates() {
        let dated = playlist.segments.indices.contains { playlist.segments[$0].programDateTime != nil }
        guard dated else { return }
        var expected: DateTime?
        var goesBack = false
        var spans: [DatedSpan] = []
        for (index, segment) in playlist.segments.enumerated() {
            if segment.discontinuities > 0, segment.programDateTime == nil {
                log.report(.s16, at: position(ofSegment: index), "a discontinuity without EXT-X-PROGRAM-DATE-TIME")
            }
            if let date = segment.programDateTime {
                if let expected, date.since(expected) <= .seconds(-1) { goesBack = true }
                expected = date
            }
            let length = segment.duration.map { min($0.duration, .seconds(1 << 40)) } ?? .zero
            guard let start = expected else { continue }
            let end = start.adding(length)
            spans.append(DatedSpan(index: index, start: start, end: end))
            expected = end
        }
        if goesBack { checkOverlaps(&spans) }
    }

    private struct DatedSpan {
        var index: Int
        var start: DateTime
        var end: DateTime
    }

    /// Reports the later of two segments that share a second or more.
    private func checkOverlaps(_ spans: inout [DatedSpan]) {
        spans.sort { $0.start.since($1.start) < .zero }
        guard var longest = spans.first else { return }
        var twice: [(segment: Int, other: Int)] = []
        for span in spans.dropFirst() {
            let end = span.end.since(longest.end) < .zero ? span.end : longest.end
            if end.since(span.start) >= .seconds(1) {
                twice.append((max(span.index, longest.index), min(span.index, longest.index)))
            }
            if span.end.since(longest.end) > .zero { longest = span }
        }
        for (segment, other) in twice.sorted(by: { $0.segment < $1.segment }) {
            log.report(
                .s17, at: position(ofSegment: segment),
                "its dates are those of the segment at line \(position(ofSegment: other).line) for a second or more")
        }
    }
}

// MARK: Low latency

extension MediaPlaylistCheck {
    private var hasParts: Bool {
        playlist.segments.indices.contains { !playlist.segments[$0].parts.isEmpty }
            || playlist.upcomingSegment?.parts.isEmpty == false
    }

    private func checkParts() {
        guard hasParts else { return }
        guard let target = playlist.partInformation?.partTarget else {
            if isWhole, locations.tags[.partInf] == nil {
                log.report(.l01, at: SourcePosition(line: 1), "EXT-X-PART without EXT-X-PART-INF")
            }
            return
        }
        for (index, segment) in playlist.segments.enumerated() {
            check(segment.parts, target, isComplete: true, at: position(ofSegment: index))
            if segment.isGap, let part = segment.parts.first(where: { !$0.isGap }) {
                log.report(
                    .l06, at: position(ofSegment: index), "the part '\(part.uri.shortened)' of a gap is no GAP=YES")
            }
        }
        if let upcoming = playlist.upcomingSegment {
            let line = locations.segmentURIs.last.map { $0 + 1 } ?? 1
            check(upcoming.parts, target, isComplete: false, at: SourcePosition(line: line))
        }
        checkOldParts()
        if isWhole, !playlist.isEnded, !playlist.preloadHints.contains(where: { $0.kind == .part }) {
            log.report(.l27, at: position(.partInf), "no EXT-X-PRELOAD-HINT of the next part")
        }
    }

    private func check(
        _ parts: [PartialSegment], _ target: ExactDecimal, isComplete: Bool, at position: SourcePosition
    ) {
        for (index, part) in parts.enumerated() {
            if part.duration > target {
                log.report(
                    .l03, at: position, "the part '\(part.uri.shortened)' lasts \(part.duration) s, over \(target) s")
            }
            let isLast = index == parts.count - 1
            let isExcused =
                part.isIndependent || part.isGap || isLast || parts[index + 1].isGap
            if !isExcused, target < ExactDecimal(1 << 40), part.duration < target,
                part.duration.duration * 100 < target.duration * 85
            {
                log.report(
                    .l04, at: position,
                    "the part '\(part.uri.shortened)' lasts \(part.duration) s, under 85 % of \(target) s")
            }
        }
    }

    /// Parts more than three target durations from the end.
    private func checkOldParts() {
        guard let target = playlist.targetDuration, target < 1 << 40 else { return }
        var distance = Duration.zero
        for part in playlist.upcomingSegment?.parts ?? [] where part.duration < ExactDecimal(1 << 40) {
            distance += part.duration.duration
        }
        for (index, segment) in playlist.segments.enumerated().reversed() {
            if distance > .seconds(Int64(target) * 3), !segment.parts.isEmpty {
                log.report(
                    .l22, at: position(ofSegment: index), "parts further than three target durations from the end")
                return
            }
            distance += segment.duration.map { min($0.duration, .seconds(1 << 40)) } ?? .zero
        }
    }

    private func checkServerControl() {
        guard let target = playlist.targetDuration, let whole = Int64(exactly: target), whole < .max / 16 else {
            return
        }
        let control = playlist.serverControl
        if let skip = control?.canSkipUntil, skip < ExactDecimal(whole * 6) {
            log.report(.l10, at: position(.serverControl), "CAN-SKIP-UNTIL=\(skip) is under six times \(target) s")
        }
        if control?.canSkipDateRanges == true, control?.canSkipUntil == nil {
            log.report(.l11, at: position(.serverControl), "CAN-SKIP-DATERANGES without CAN-SKIP-UNTIL")
        }
        if let hold = control?.holdBack, hold < ExactDecimal(whole * 3) {
            log.report(.l12, at: position(.serverControl), "HOLD-BACK=\(hold) is under three times \(target) s")
        }
        guard let part = playlist.partInformation?.partTarget else { return }
        guard let hold = control?.partHoldBack else {
            if isWhole || control != nil {
                log.report(.l13, at: position(.partInf), "EXT-X-PART-INF without PART-HOLD-BACK")
            }
            return
        }
        if hold.duration < part.duration * 2 {
            log.report(.l13, at: position(.serverControl), "PART-HOLD-BACK=\(hold) is under twice \(part) s")
        } else if hold.duration < part.duration * 3 {
            log.report(.l14, at: position(.serverControl), "PART-HOLD-BACK=\(hold) is under three times \(part) s")
        }
    }

    private func checkHintsAndReports() {
        var seen: Set<PreloadHint.Kind> = []
        for (index, hint) in playlist.preloadHints.enumerated() {
            let position = index < locations.preloadHints.count ? locations.preloadHints[index] : .none
            if playlist.isEnded { log.report(.l16, at: position, "EXT-X-PRELOAD-HINT with EXT-X-ENDLIST") }
            if !seen.insert(hint.kind).inserted {
                log.report(.l17, at: position, "another EXT-X-PRELOAD-HINT of TYPE \(hint.kind.rawValue)")
            }
        }
        for (index, report) in playlist.renditionReports.enumerated() where URIReference(report.uri).scheme != nil {
            let position = index < locations.renditionReports.count ? locations.renditionReports[index] : .none
            log.report(.l19, at: position, "the URI '\(report.uri.shortened)' is not relative")
        }
    }
}

/// The version that is declared against those that are needed. §4.4.1.2, §8.
func checkVersion(
    _ needs: [VersionNeed], minimum: UInt64, declared: UInt64?, isWhole: Bool, _ locations: SourceLocations,
    _ log: FindingLog
) {
    guard isWhole || declared != nil else { return }
    for need in needs where need.version > declared ?? 1 {
        let line = need.segment.flatMap { $0 < locations.segments.count ? locations.segments[$0] : nil }
        log.report(
            need.rule, at: line.map { SourcePosition(line: $0) } ?? locations.tags[.version] ?? SourcePosition(line: 1),
            "\(need.reason) needs version \(need.version); \(declared.map { "\($0)" } ?? "none") is declared")
    }
    if isWhole, let declared, declared > minimum, declared <= 13 {
        log.report(
            .v18, at: locations.tags[.version] ?? .none, "version \(declared) is declared and \(minimum) is enough")
    }
}
