extension PlaylistParser {
    /// A tag about the media playlist as a whole that has a plain value or none.
    mutating func readMediaTag(_ tag: Tag, _ value: Range<Int>?, _ line: TextLine) {
        switch tag {
        case .targetDuration: readTargetDuration(value, line)
        case .mediaSequence:
            media.mediaSequence = integer(value, tag, line)
            checkBeforeSegments(tag, .m07, line)
        case .discontinuitySequence:
            media.discontinuitySequence = integer(value, tag, line)
            checkBeforeSegments(tag, .m08, line)
            if segment.hasSeenDiscontinuity {
                state.report(.m09, at: line.content.lowerBound, in: line, "\(tag.rawValue) after EXT-X-DISCONTINUITY")
            }
        case .playlistType:
            guard let value else { return }
            media.playlistType = PlaylistType(rawValue: state.text(value))
            if media.playlistType == nil {
                state.report(
                    .m10, at: value.lowerBound, in: line,
                    "\(tag.rawValue):\(state.shown(value)); EVENT and VOD are known")
            }
        case .endList: media.isEnded = true
        case .iFramesOnly: media.isIFramesOnly = true
        default: break
        }
    }

    /// Whole seconds, at least 1; of a number with a point, what is before it.
    private mutating func readTargetDuration(_ value: Range<Int>?, _ line: TextLine) {
        guard let value else { return }
        media.targetDuration = integer(value, .targetDuration, line)
        if media.targetDuration == 0 {
            state.report(.m02, at: value.lowerBound, in: line, "a target duration of 0")
        }
        let bytes = state.bytes
        if media.targetDuration == nil, let scan = DecimalScan(bytes.span.extracting(value)), !scan.hasSign,
            scan.length == value.count
        {
            media.targetDuration = UInt64(max(1, scan.value.wholePart))
        }
    }

    private func checkBeforeSegments(_ tag: Tag, _ rule: Rule, _ line: TextLine) {
        if !media.segments.isEmpty || segment.hasSeenPart {
            state.report(rule, at: line.content.lowerBound, in: line, "\(tag.rawValue) after the first segment")
        }
    }

    /// A tag of media playlists that has attributes.
    mutating func readMediaTag(
        _ tag: Tag, _ list: inout AttributeReader, _ position: SourcePosition
    ) -> Bool {
        switch tag {
        case .partInf: return Self.set(&media.partInformation, PartInformation(&list), list)
        case .serverControl: return Self.set(&media.serverControl, ServerControl(&list), list)
        case .skip:
            // What follows is of the listed segments.
            segment.isInBody = true
            return Self.set(&media.skip, Skip(&list), list)
        case .key: return readKey(&list)
        case .map: return readMap(&list)
        case .part: return readPart(&list)
        case .dateRange:
            var range = DateRange(&list)
            range?.precedingSegments = media.segments.count
            return Self.append(range, to: &media.dateRanges, &locations.dateRanges, position, list)
        case .preloadHint:
            let hint = PreloadHint(&list)
            return Self.append(hint, to: &media.preloadHints, &locations.preloadHints, position, list)
        case .renditionReport:
            let report = RenditionReport(&list)
            return Self.append(report, to: &media.renditionReports, &locations.renditionReports, position, list)
        default: return false
        }
    }
}
