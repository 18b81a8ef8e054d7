import Catalog
import MediaTypes
import Player

extension ClaimCheck {
    /// The first segment comes from the start rung and a later one from a higher rung.
    package func coldStart(_ play: PlayRecord) -> ClaimRow {
        guard let start = rungs.first else { return skipped(.coldStart, "there is no video") }
        let decisions = play.decisions
        var problems = [play.failure].compactMap(\.self)
        if let first = decisions.first, first.number != numbers(.video).lowerBound || first.rung != start {
            problems.append("segment \(first.number) came first, from \(first.rung), and the start rung is \(start)")
        }
        if decisions.isEmpty { problems.append("no rung was chosen") }
        let up = play.switches.first(where: \.isUp)
        if rungs.count > 1, segmentCount > 1, up == nil { problems.append("it never went up") }
        return row(.coldStart, up.map(figures) ?? "\(start), \(whyNoSwitch)", problems)
    }

    private func figures(_ report: SwitchReport) -> String {
        "\(report.from), then \(report.to) at segment \(report.number)"
    }

    private var whyNoSwitch: String {
        rungs.count == 1 ? "the only rung" : segmentCount == 1 ? "the only segment" : "to the end"
    }

    /// Every frame of every segment was decoded and is the one that the package says is there.
    package func frames(_ play: PlayRecord, _ claim: Claim) -> ClaimRow {
        var tally = FrameTally()
        let decoded = play.decoded
        for segment in decoded { tally.add(segment, expected: expectedSamples(segment)) }
        for kind in kinds { tally.checkNumbers(decoded.filter { $0.kind == kind }.map(\.number), kind, numbers(kind)) }
        if document?.strip != nil, tally.verified != tally.seen {
            tally.problems.append("\(tally.seen - tally.verified) frames have no strip that says which they are")
        }
        return row(
            claim, tally.figures(hasStrips: document?.strip != nil), [play.failure].compactMap(\.self) + tally.problems)
    }

    /// What the package counts; of somebody else's stream what the segment's own boxes do.
    private func expectedSamples(_ segment: PlayRecord.DecodedSegment) -> Int? {
        guard document != nil else { return segment.report.framesExpected }
        guard let counts = rendition(segment.rendition)?.sampleCounts, counts.indices.contains(segment.number) else {
            return nil
        }
        return counts[segment.number]
    }

    /// Each segment begins where the one before it ended, in decoding and in the package's own cuts, across switches too.
    package func seams(_ play: PlayRecord) -> ClaimRow {
        let segments = play.decoded.filter { $0.kind == (rungs.isEmpty ? .audio : .video) }
        guard segmentCount != 1 else { return skipped(.seams, "one segment has no seam") }
        var problems = segments.count < 2 ? ["\(segments.count) segments were decoded"] : []
        var (met, switched) = (0, 0)
        for (before, after) in zip(segments, segments.dropFirst()) {
            if document == nil {
                problems += after.report.problems.map { "\(after.rendition) \(after.number): \($0)" }
                met += 1
                switched += before.rendition == after.rendition ? 0 : 1
                continue
            }
            guard let end = cut(before.rendition, before.number + 1), let start = cut(after.rendition, after.number)
            else {
                problems.append("segment \(after.number) of \(after.rendition) is not in the package")
                continue
            }
            if end != start || !after.report.problems.isEmpty {
                problems.append(
                    "\(before.rendition) ends at \(end) s and \(after.rendition) begins at \(start) s"
                        + (after.report.problems.first.map { ": \($0)" } ?? ""))
            }
            met += 1
            switched += before.rendition == after.rendition ? 0 : 1
        }
        return row(.seams, "\(met) seams, \(switched) of them between rungs", problems)
    }

    private func cut(_ id: RenditionID, _ index: Int) -> MediaTime? {
        guard let rendition = rendition(id), rendition.cuts.indices.contains(index) else { return nil }
        return MediaTime(rendition.cuts[index], rendition.timescale)
    }
}

/// Sums over decoded segments.
struct FrameTally {
    private(set) var expected = 0
    private(set) var seen = 0
    private(set) var verified = 0
    private(set) var audioSamples = 0
    var problems = [String]()

    mutating func add(_ segment: PlayRecord.DecodedSegment, expected count: Int?) {
        let report = segment.report
        let name = "\(segment.rendition) segment \(segment.number)"
        if segment.kind == .video {
            expected += count ?? 0
            seen += report.framesSeen
            verified += report.framesVerified
            if report.framesSeen != count {
                problems.append("\(name): \(count.map(String.init) ?? "no") frames expected, \(report.framesSeen) seen")
            }
        } else {
            audioSamples += report.samplesSeen
        }
        if !report.isRight {
            problems.append(
                "\(name): \(report.framesBad) frames are wrong"
                    + (report.problems.first.map { ", \($0)" } ?? "")
                    + (report.samplesExpected == report.samplesSeen
                        ? "" : ", \(report.samplesSeen) audio samples of \(report.samplesExpected ?? 0)"))
        }
    }

    mutating func checkNumbers(_ numbers: [Int], _ kind: RenditionKind, _ wanted: Range<Int>) {
        if numbers != Array(wanted) {
            problems.append(
                "\(kind.rawValue): segments \(numbers) were decoded, "
                    + "of \(wanted.lowerBound) to \(wanted.upperBound - 1)")
        }
    }

    func figures(hasStrips: Bool) -> String {
        var parts = [String]()
        if expected > 0 { parts.append("\(seen) of \(expected) frames") }
        if hasStrips { parts.append("\(verified) strips read") }
        if audioSamples > 0 { parts.append("\(audioSamples) audio samples") }
        return parts.joined(separator: ", ")
    }
}
