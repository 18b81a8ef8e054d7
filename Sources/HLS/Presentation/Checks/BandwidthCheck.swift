/// BANDWIDTH and AVERAGE-BANDWIDTH against what byte ranges say of sizes. §4.1, §4.4.6.2.
///
/// Only playlists that are complete and whose every segment has a byte range have a known rate. What is measured may
/// differ from what is declared by a tenth, as Apple's tools allow.
struct BandwidthCheck {
    let presentation: ReadPresentation
    let log: PresentationLog

    func run() {
        let rates = Dictionary(
            presentation.members.map { ($0.index, PlaylistRates($0)) }, uniquingKeysWith: { first, _ in first })
        let groups = ratesOfGroups(rates)
        for (index, variant) in presentation.multivariant.variants.enumerated() {
            guard let own = presentation.member(.variant(index)).map({ rates[$0.index] ?? .unknown }) else { continue }
            check(variant, own, groups, at: presentation.locations.variants[safely: index])
        }
    }

    private struct Group: Hashable {
        var kind: Rendition.Kind
        var name: String?
    }

    /// The largest rates of each group; a rendition in the variant's own playlist adds nothing.
    private func ratesOfGroups(_ rates: [Int: PlaylistRates]) -> [Group: PlaylistRates] {
        var groups: [Group: PlaylistRates] = [:]
        for (index, rendition) in presentation.multivariant.renditions.enumerated() where rendition.uri != nil {
            let own = presentation.member(.rendition(index)).flatMap { rates[$0.index] } ?? .unknown
            let group = Group(kind: rendition.kind, name: rendition.groupID)
            groups[group] = groups[group].map { $0.or(own) } ?? own
        }
        return groups
    }
}

// MARK: Comparing

extension BandwidthCheck {
    private func check(
        _ variant: VariantStream, _ own: PlaylistRates, _ groups: [Group: PlaylistRates], at position: SourcePosition
    ) {
        let video = groups[Group(kind: .video, name: variant.videoGroup)]
        let others = [
            groups[Group(kind: .audio, name: variant.audioGroup)],
            groups[Group(kind: .subtitles, name: variant.subtitlesGroup)],
        ].compactMap(\.self)
        let total = others.reduce(video.map(own.or) ?? own) { $0.and($1) }
        let declared = Double(variant.bandwidth)
        guard declared > 0 else { return }
        if declared < 0.9 * total.leastPeak {
            log.report(
                video == nil && others.isEmpty ? .b04 : .x10, in: nil, at: position,
                "BANDWIDTH is \(variant.bandwidth), and the peak is \(total.leastPeak.shownRate) or more")
        } else if let most = total.mostPeak, declared > 1.1 * most {
            log.report(
                .b04, in: nil, at: position,
                "BANDWIDTH is \(variant.bandwidth), and the peak is at most \(most.shownRate)")
        }
        if let average = total.average, let stated = variant.averageBandwidth, stated > 0,
            Double(stated) < 0.9 * average || Double(stated) > 1.1 * average
        {
            log.report(
                .b05, in: nil, at: position, "AVERAGE-BANDWIDTH is \(stated), and the average is \(average.shownRate)")
        }
    }
}

extension Double {
    /// Whole bits per second, for a message.
    fileprivate var shownRate: String { self < 1e18 ? "\(Int64(rounded()))" : "over 10^18" }
}
