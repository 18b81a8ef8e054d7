import HLS

/// Chapter 14: low latency.
extension AppleRule {
    static let lowLatency: [AppleRule] = [profile, partTarget, holdBack, skipUntil, skipDateRanges]

    private static let profile = AppleRule(
        "14.1", .appleMust, needs: [.playlists, .answers],
        "A low-latency playlist meets the draft's profile: dates, and a hint at what comes next",
        why: "A player falls back to ordinary latency otherwise.",
        mend: "Add EXT-X-PROGRAM-DATE-TIME, and EXT-X-PRELOAD-HINT while the playlist grows."
    ) { subject in
        lowLatencyMembers(subject).compactMap { member in
            let hasDate = member.playlist.segments.contains { $0.programDateTime != nil }
            let hints = member.playlist.preloadHints.contains { $0.kind == .part }
            guard !hasDate || !hints else { return nil }
            return subject.problem(
                member, at: .partInf, hasDate ? "no EXT-X-PRELOAD-HINT" : "no EXT-X-PROGRAM-DATE-TIME")
        }
    }

    private static let partTarget = AppleRule(
        "14.2c", .appleShould, "PART-TARGET is 1 s",
        why: "Shorter parts cost requests, longer ones latency.",
        mend: "Cut parts of about a second."
    ) { subject in
        lowLatencyMembers(subject).compactMap { member in
            guard let target = member.playlist.partInformation?.partTarget.doubleValue, !(0.9...1.1).contains(target)
            else { return nil }
            return subject.problem(member, at: .partInf, "PART-TARGET is \(target) s")
        }
    }

    private static let holdBack = AppleRule(
        "14.3", .appleMust, "PART-HOLD-BACK is at least three times PART-TARGET",
        why: "Closer to the edge, a late part stalls the player.",
        mend: "Raise PART-HOLD-BACK."
    ) { subject in
        lowLatencyMembers(subject).compactMap { member in
            // A third of a second, written to five digits, three times is no second.
            guard let target = member.playlist.partInformation?.partTarget.doubleValue,
                let hold = member.playlist.serverControl?.partHoldBack?.doubleValue, hold < 3 * target - 0.001
            else { return nil }
            return subject.problem(member, at: .serverControl, "PART-HOLD-BACK=\(hold) for a PART-TARGET of \(target)")
        }
    }

    private static let skipUntil = AppleRule(
        "14.4", .appleShould, "A low-latency playlist of more than two minutes has CAN-SKIP-UNTIL",
        why: "Each load would carry all of it again.",
        mend: "Serve delta updates and say CAN-SKIP-UNTIL."
    ) { subject in
        lowLatencyMembers(subject).filter {
            $0.playlist.duration > .seconds(120) && $0.playlist.serverControl?.canSkipUntil == nil
        }.map { subject.problem($0, at: .serverControl, "there is no CAN-SKIP-UNTIL") }
    }

    private static let skipDateRanges = AppleRule(
        "14.5", .appleShould, "Where delta updates and date ranges are used there is CAN-SKIP-DATERANGES=YES",
        why: "Each load would carry all date ranges again.",
        mend: "Serve delta updates that skip date ranges, and say CAN-SKIP-DATERANGES=YES."
    ) { subject in
        lowLatencyMembers(subject).filter { member in
            !member.playlist.dateRanges.isEmpty && member.playlist.serverControl?.canSkipUntil != nil
                && member.playlist.serverControl?.canSkipDateRanges != true
        }.map { subject.problem($0, at: .serverControl, "there is no CAN-SKIP-DATERANGES") }
    }

    private static func lowLatencyMembers(_ subject: Subject) -> [Subject.MemberView] {
        subject.members.filter { $0.isLowLatency && $0.isLive && $0.isMainMedia }
    }
}
