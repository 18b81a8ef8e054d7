import HLS

/// Chapter 7: how media is cut.
extension AppleRule {
    static let segmentation: [AppleRule] = [targetOfSix, nominalSix, withinTarget]

    private static let targetOfSix = AppleRule(
        "7.5", .appleShould, "The target duration is 6 s",
        why: "It is the balance of start time, overhead and load that Apple's players are made for.",
        mend: "Cut at 6 s; short videos have reason to cut shorter."
    ) { subject in
        subject.members.filter(\.isMainMedia).compactMap { member in
            guard let target = member.playlist.targetDuration, target != 6 else { return nil }
            return subject.problem(member, at: .targetDuration, "EXT-X-TARGETDURATION:\(target)")
        }
    }

    private static let nominalSix = AppleRule(
        "7.6", .appleShould, "Segments last about 6 s",
        why: "It is the balance of start time, overhead and load that Apple's players are made for.",
        mend: "Cut at 6 s; short videos have reason to cut shorter."
    ) { subject in
        subject.members.filter(\.isMainMedia).compactMap { member in
            // The last is what remains.
            let seconds = member.playlist.segments.dropLast().compactMap(\.duration?.doubleValue).sorted()
            guard seconds.count > 1, !(5...7).contains(seconds[seconds.count / 2]) else { return nil }
            return subject.problem(member, "the median segment lasts \(seconds[seconds.count / 2]) s")
        }
    }

    private static let withinTarget = AppleRule(
        "7.7", .appleMust, needs: [.text, .segments],
        "No segment exceeds the target duration by more than half a second",
        why: "A player sizes its buffer and its pace of loading by the target duration.",
        mend: "Cut at shorter intervals, or raise EXT-X-TARGETDURATION."
    ) { subject in
        subject.members.flatMap { member in
            guard let target = member.playlist.targetDuration, target < 1 << 40 else { return [Problem]() }
            // Tenths, so that the half is exact.
            let bound = ExactDecimal(mantissa: Int64(target) * 10 + 5, fractionDigits: 1) ?? .zero
            return member.playlist.segments.enumerated().compactMap { index, segment in
                guard let duration = segment.duration, duration > bound else { return nil }
                return subject.problem(member, segment: index, "EXTINF \(duration) for a target of \(target) s")
            }
        }
    }
}
