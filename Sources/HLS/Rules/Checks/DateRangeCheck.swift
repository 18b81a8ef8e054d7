/// The rules of the date ranges of one playlist. §4.4.5.1, appendices D and F.
struct DateRangeCheck {
    let playlist: MediaPlaylist
    let locations: SourceLocations
    let log: FindingLog
    /// Whether the playlist was read to its end.
    let isRead: Bool

    func run() {
        guard !playlist.dateRanges.isEmpty else { return }
        // A delta update leaves out dates of segments that are skipped, and may leave out date ranges.
        let isWhole = playlist.skip == nil
        if isRead, isWhole, !playlist.segments.contains(where: { $0.programDateTime != nil }),
            playlist.upcomingSegment?.programDateTime == nil
        {
            log.report(.r09, at: position(0), "EXT-X-DATERANGE in a playlist without EXT-X-PROGRAM-DATE-TIME")
        }
        // Of a date that could not be read it is said already.
        let unread = Set(log.findings.lazy.filter { $0.rule == .r25 }.map(\.position.line))
        var merged: [String: DateRange] = [:]
        var texts: [String: [String: String]] = [:]
        for (index, range) in playlist.dateRanges.enumerated() {
            checkAgreement(range, &texts[range.id, default: [:]], at: position(index))
            var whole = judged(range)
            if let earlier = merged[range.id] {
                whole = earlier.merged(with: whole)
            } else if isWhole, range.startDate == nil, !unread.contains(position(index).line) {
                log.report(.r02, at: position(index), "'\(range.id.shortened)' has no START-DATE")
            }
            check(whole, at: position(index))
            checkEndOnNext(range, rangeClass: whole.rangeClass, at: position(index))
            merged[range.id] = whole
        }
        checkOverlap(Array(merged.values))
        checkSplices(merged)
    }

    /// A splice that several tags tell of, out and in, has its end in one of them when no more will come.
    private func checkSplices(_ merged: [String: DateRange]) {
        guard isRead, playlist.isEnded else { return }
        var seen: Set<String> = []
        for (index, range) in playlist.dateRanges.enumerated()
        where !seen.insert(range.id).inserted && range.scte35In != nil {
            guard let whole = merged[range.id], whole.scte35Out != nil, whole.duration == nil, whole.endDate == nil,
                !whole.endsOnNext
            else { continue }
            log.report(
                .r14, at: position(index), "the splice '\(range.id.shortened)' is over, without DURATION or END-DATE")
        }
    }

    private func position(_ index: Int) -> SourcePosition {
        index < locations.dateRanges.count ? locations.dateRanges[index] : .none
    }

    /// What all tags of an ID up to this one say together: later ones may leave out what the first has.
    private func check(_ range: DateRange, at position: SourcePosition) {
        let id = range.id.shortened
        if let start = range.startDate, let end = range.endDate {
            if end.since(start) < .zero { log.report(.r03, at: position, "'\(id)' ends before it starts") }
            if let duration = range.duration, differ(end.since(start), duration.duration, start, end) {
                log.report(.r05, at: position, "'\(id)' has END-DATE and DURATION that disagree")
            }
        }
        if range.cue.contains(.pre), range.cue.contains(.post) {
            log.report(.r10, at: position, "CUE of '\(id)' has both PRE and POST")
        }
        if Set(range.cue).count < range.cue.count {
            log.report(.g20, at: position, "CUE of '\(id)' names one trigger twice")
        }
        switch range.rangeClass {
        case "com.apple.hls.interstitial": checkInterstitial(range, at: position)
        case "com.apple.hls.preload": checkPreload(range, at: position)
        default: break
        }
    }

    /// DURATION and END-DATE may not stand in the same tag; CLASS may stand in an earlier one of the ID.
    private func checkEndOnNext(_ range: DateRange, rangeClass: String?, at position: SourcePosition) {
        guard range.endsOnNext, rangeClass == nil || range.duration != nil || range.endDate != nil else { return }
        log.report(
            .r06, at: position,
            "'\(range.id.shortened)' has END-ON-NEXT "
                + (rangeClass == nil ? "without CLASS" : "with DURATION or END-DATE"))
    }

    /// Whether two spans differ by more than rounding to the digits of the dates makes up for.
    private func differ(_ left: Duration, _ right: Duration, _ start: DateTime, _ end: DateTime) -> Bool {
        var unit = Duration.seconds(1)
        for _ in 0..<min(start.fractionDigits, end.fractionDigits, 3) { unit /= 10 }
        let difference = left > right ? left - right : right - left
        return difference >= unit
    }

    private func milliseconds(_ span: Duration) -> Int64 {
        span.components.seconds &* 1000 &+ span.components.attoseconds / 1_000_000_000_000_000
    }

    /// Without the attributes that no rule here looks at, so that many tags of one ID are not gone through for each.
    private func judged(_ range: DateRange) -> DateRange {
        var result = range
        result.clientAttributes.removeAll { !Self.judgedAttributes.contains($0.name) }
        result.otherAttributes = []
        return result
    }

    private func checkAgreement(_ range: DateRange, _ earlier: inout [String: String], at position: SourcePosition) {
        for (name, text) in range.attributeTexts {
            if let old = earlier[name] {
                if old != text { log.report(.r08, at: position, "'\(range.id.shortened)' has another \(name) above") }
            } else {
                earlier[name] = text
            }
        }
    }

    /// A class that ends on its next range cannot have two at one time.
    private func checkOverlap(_ ranges: [DateRange]) {
        let classes = Set(ranges.filter(\.endsOnNext).compactMap(\.rangeClass))
        guard !classes.isEmpty else { return }
        let firsts = Dictionary(
            playlist.dateRanges.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        let members = Dictionary(grouping: ranges.filter { $0.startDate != nil }) { $0.rangeClass ?? "" }
        for name in classes.sorted() {
            let sorted = (members[name] ?? []).sorted { left, right in
                let distance = milliseconds(left.startDate!.since(right.startDate!))
                return distance == 0 ? firsts[left.id] ?? 0 < firsts[right.id] ?? 0 : distance < 0
            }
            for (first, second) in zip(sorted, sorted.dropFirst()) {
                guard let start = first.startDate, let next = second.startDate,
                    let length = first.duration?.duration ?? first.endDate?.since(start),
                    milliseconds(length) > milliseconds(next.since(start))
                else { continue }
                log.report(
                    .r07, at: position(firsts[second.id] ?? 0),
                    "'\(second.id.shortened)' overlaps '\(first.id.shortened)' of its class")
            }
        }
    }
}

// MARK: Interstitials

extension DateRangeCheck {
    private func checkInterstitial(_ range: DateRange, at position: SourcePosition) {
        let id = range.id.shortened
        let uri = range[clientAttribute: "X-ASSET-URI"]
        let list = range[clientAttribute: "X-ASSET-LIST"]
        if (uri == nil) == (list == nil) {
            log.report(
                .r15, at: position, "'\(id)' has \(uri == nil ? "neither" : "both") X-ASSET-URI and X-ASSET-LIST")
        }
        if case .string(let text)? = uri, URIReference(text).scheme == nil {
            log.report(.r15, at: position, "X-ASSET-URI of '\(id)' is not absolute")
        }
        for case .string(let text)? in [uri, list] where !carriesID(text, range.id) {
            log.report(.r20, at: position, "the asset of '\(id)' is asked for without _HLS_interstitial_id=\(id)")
        }
        for attribute in range.clientAttributes {
            guard let rule = Self.rules[attribute.name] else { continue }
            if ["X-SNAP", "X-RESTRICT"].contains(attribute.name), case .string(let text) = attribute.value,
                case let entries = text.split(separator: ","), Set(entries).count < entries.count
            {
                log.report(.g20, at: position, "\(attribute.name) of '\(id)' names one thing twice")
            }
            if rule.allows(attribute.value) { continue }
            log.report(rule.rule, at: position, "\(attribute.name) of '\(id)' is not \(rule.expected)")
        }
    }

    private func carriesID(_ uri: String, _ id: String) -> Bool {
        (URIReference(uri).query ?? "").split(separator: "&").contains { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 && parts[0] == "_HLS_interstitial_id" && String(parts[1]).percentDecoded == id
        }
    }

    private static let judgedAttributes =
        Set(rules.keys).union(["X-ASSET-URI", "X-ASSET-LIST", "X-URI", "X-TARGET-ID", "X-TARGET-CLASS"])

    private struct ValueRule: Sendable {
        var rule: Rule
        var expected: String
        var allows: @Sendable (DateRange.ClientAttribute.Value) -> Bool
    }

    private static let rules: [String: ValueRule] = [
        "X-RESUME-OFFSET": ValueRule(rule: .r16, expected: "a number") { if case .number = $0 { true } else { false } },
        "X-PLAYOUT-LIMIT": ValueRule(rule: .r16, expected: "a number from 0") {
            if case .number(let number) = $0 { number >= .zero } else { false }
        },
        "X-SNAP": words(["OUT", "IN"]), "X-RESTRICT": words(["SKIP", "JUMP"]),
        "X-CONTENT-MAY-VARY": word(["YES", "NO"]), "X-TIMELINE-OCCUPIES": word(["POINT", "RANGE"]),
        "X-TIMELINE-STYLE": word(["HIGHLIGHT", "PRIMARY"]),
        "X-SKIP-CONTROL-OFFSET": wholeNumber, "X-SKIP-CONTROL-DURATION": wholeNumber,
        "X-SKIP-CONTROL-LABEL-ID": ValueRule(rule: .r17, expected: "made of letters, '-' and '_'") {
            guard case .string(let text) = $0 else { return false }
            return !text.isEmpty
                && text.utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
        },
    ]

    private static let wholeNumber = ValueRule(rule: .r17, expected: "a whole number") {
        if case .number(let number) = $0 { number.fractionDigits == 0 && number >= .zero } else { false }
    }

    private static func word(_ known: Set<String>) -> ValueRule {
        ValueRule(rule: .r16, expected: "one of \(known.sorted().joined(separator: ", "))") {
            if case .string(let text) = $0 { known.contains(text) } else { false }
        }
    }

    private static func words(_ known: Set<String>) -> ValueRule {
        ValueRule(rule: .r16, expected: "made of \(known.sorted().joined(separator: ", "))") {
            guard case .string(let text) = $0, !text.isEmpty else { return false }
            return text.split(separator: ",", omittingEmptySubsequences: false).allSatisfy {
                known.contains(String($0))
            }
        }
    }

    private func checkPreload(_ range: DateRange, at position: SourcePosition) {
        let missing = ["X-URI", "X-TARGET-ID", "X-TARGET-CLASS"].filter { range[clientAttribute: $0] == nil }
        for name in missing { log.report(.r21, at: position, "'\(range.id.shortened)' has no \(name)") }
        if range.duration == nil, range.endDate == nil {
            log.report(.r21, at: position, "'\(range.id.shortened)' has neither DURATION nor END-DATE")
        }
        if !range.cue.isEmpty || range.endsOnNext {
            log.report(.r21, at: position, "'\(range.id.shortened)' has \(range.cue.isEmpty ? "END-ON-NEXT" : "CUE")")
        }
    }
}
