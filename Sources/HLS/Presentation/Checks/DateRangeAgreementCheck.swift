/// Date ranges: the same in all playlists that have any, in every combination that can be played, and interstitials of
/// one time in one order. §6.2.4, appendix D.2.
struct DateRangeAgreementCheck {
    let presentation: ReadPresentation
    let log: PresentationLog

    func run() {
        let carriers = presentation.members.filter { !$0.playlist.dateRanges.isEmpty }.map(Carrier.init)
        guard let first = carriers.first else { return }
        for carrier in carriers.dropFirst() { check(carrier, against: first) }
        checkCombinations(besides: first.member)
        checkOrder(carriers)
    }

    /// A playlist with its date ranges by ID, all tags of one ID as one.
    private struct Carrier {
        var member: ReadMember
        var ranges: [String: DateRange]
        var order: [String]

        init(_ member: ReadMember) {
            self.member = member
            let merged = member.playlist.mergedDateRanges
            order = merged.map(\.id)
            ranges = Dictionary(merged.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// Where the first tag of an ID stands.
        func position(of id: String) -> SourcePosition {
            let index = member.playlist.dateRanges.firstIndex { $0.id == id } ?? 0
            return member.locations.dateRanges[safely: index]
        }
    }

    /// In playlists that grow, one may have ranges and attributes that another does not have yet or no longer.
    private func check(_ carrier: Carrier, against other: Carrier) {
        let areComplete = carrier.member.isComplete && other.member.isComplete
        for id in carrier.order {
            guard let range = carrier.ranges[id] else { continue }
            guard let same = other.ranges[id] else {
                if areComplete {
                    log.report(
                        .x08, in: carrier.member, at: carrier.position(of: id),
                        "'\(other.member.uri.shortened)' does not have '\(id.shortened)'")
                }
                continue
            }
            if let name = difference(range, same, areComplete: areComplete) {
                log.report(
                    .x08, in: carrier.member, at: carrier.position(of: id),
                    "'\(id.shortened)' has another \(name) in '\(other.member.uri.shortened)'")
            }
        }
        guard areComplete, let missing = other.order.first(where: { carrier.ranges[$0] == nil }) else { return }
        log.report(
            .x08, in: carrier.member, at: carrier.position(of: carrier.order[0]),
            "'\(missing.shortened)' of '\(other.member.uri.shortened)' is not here")
    }

    /// The first attribute in which they differ.
    private func difference(_ range: DateRange, _ other: DateRange, areComplete: Bool) -> String? {
        if range == other { return nil }
        let (own, theirs) = (range.attributeTexts, Dictionary(other.attributeTexts) { first, _ in first })
        for (name, text) in own where theirs[name].map({ $0 != text }) ?? areComplete { return name }
        let names = Set(own.map(\.0))
        return areComplete ? other.attributeTexts.first { !names.contains($0.0) }?.0 : nil
    }
}

// MARK: Combinations

extension DateRangeAgreementCheck {
    /// Every choice of a variant's playlist and a rendition of its audio group has date ranges. Those that grow may have
    /// been loaded before there were any.
    private func checkCombinations(besides carrier: ReadMember) {
        guard carrier.isComplete else { return }
        let audio = plainAudioGroups
        for (index, variant) in presentation.multivariant.variants.enumerated() {
            guard let own = presentation.member(.variant(index)), lacksRanges(own) else { continue }
            if let group = variant.audioGroup, !audio.contains(group) { continue }
            log.report(
                .x08, in: own, at: SourcePosition(line: 1),
                "what this variant plays has no date ranges, and '\(carrier.uri.shortened)' has some")
        }
    }

    private func lacksRanges(_ member: ReadMember) -> Bool {
        member.isComplete && member.playlist.dateRanges.isEmpty
    }

    /// Audio groups from which a rendition can be chosen that has no date ranges, be it because it is in the variant's
    /// own playlist.
    private var plainAudioGroups: Set<String> {
        var groups: Set<String> = []
        for (index, rendition) in presentation.multivariant.renditions.enumerated() where rendition.kind == .audio {
            let isPlain = rendition.uri == nil || presentation.member(.rendition(index)).map(lacksRanges) ?? false
            if isPlain { groups.insert(rendition.groupID) }
        }
        return groups
    }
}

// MARK: Interstitials

extension DateRangeAgreementCheck {
    /// When an interstitial is scheduled.
    private struct Schedule: Hashable {
        var start: Int64
        var nanoseconds: UInt32
        var cue: DateRange.Cue?
    }

    /// Of the interstitials of one time, the first playlist that has them gives the order.
    private func checkOrder(_ carriers: [Carrier]) {
        var ranks: [Schedule: [String: Int]] = [:]
        for carrier in carriers {
            var own: [Schedule: [String]] = [:]
            for id in carrier.order {
                guard let schedule = schedule(carrier.ranges[id]) else { continue }
                own[schedule, default: []].append(id)
            }
            for (schedule, ids) in own where ids.count > 1 {
                guard let known = ranks[schedule] else {
                    ranks[schedule] = Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
                    continue
                }
                if let id = firstOutOfOrder(ids, known) {
                    log.report(
                        .x12, in: carrier.member, at: carrier.position(of: id),
                        "'\(id.shortened)' comes before the interstitials of its time that precede it in another "
                            + "playlist")
                }
            }
        }
    }

    private func schedule(_ range: DateRange?) -> Schedule? {
        guard let range, range.rangeClass == "com.apple.hls.interstitial", let start = range.startDate else {
            return nil
        }
        return Schedule(
            start: start.secondsSince1970, nanoseconds: start.nanoseconds, cue: range.cue.first { $0 != .once })
    }

    private func firstOutOfOrder(_ ids: [String], _ ranks: [String: Int]) -> String? {
        var last: (rank: Int, id: String)?
        for id in ids {
            guard let rank = ranks[id] else { continue }
            if let last, rank < last.rank { return last.id }
            last = (rank, id)
        }
        return nil
    }
}
