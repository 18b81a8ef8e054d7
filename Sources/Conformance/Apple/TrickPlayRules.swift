import HLS

/// Chapter 6: I-frame playlists for seeking and fast motion.
extension AppleRule {
    static let trickPlay: [AppleRule] = [
        offered, dense, modestRate, severalRates, severalRatesVision, iFramesOnly, liveTarget, everyCodec, inH264,
        highRange, standardRange,
    ]

    private static let offered = AppleRule(
        "6.1", .appleMust, "I-frame playlists are offered",
        why: "They are what a player shows while someone seeks or winds.",
        mend: "Make an I-frame playlist of each resolution and name it in EXT-X-I-FRAME-STREAM-INF."
    ) { subject in
        subject.problem(
            if: !subject.videoVariants.isEmpty && subject.iFrames.isEmpty, "no EXT-X-I-FRAME-STREAM-INF")
    }

    private static let dense = AppleRule(
        "6.2", .appleShould, needs: [.playlists], "I-frame playlists have a frame a second",
        why: "Pictures further apart make seeking coarse.",
        mend: "Encode an intra frame each second, or make a stream of its own for trick play."
    ) { subject in
        subject.members.filter(\.isIFrames).compactMap { member in
            guard let seconds = member.meanSegment, seconds > 1.25 else { return nil }
            return subject.problem(member, "an I-frame every \(tenths(seconds)) s")
        }
    }

    private static let modestRate = AppleRule(
        "6.5", .appleShould, needs: [.playlists],
        "I-frames have about the rate of the video of their size times their frames a second over eight",
        why: "At eight times the speed they then need what playing needs.",
        mend: "Encode trick play at a lower rate, or set BANDWIDTH to what it is."
    ) { subject in
        subject.iFrames.compactMap { stream in
            let like = subject.videoVariants.filter { $0.resolution == stream.resolution && stream.resolution != nil }
            guard let member = subject.members.first(where: { $0.iFrameVariants.contains(stream.index) }),
                let seconds = member.meanSegment, seconds > 0, let normal = like.map(\.typicalBandwidth).max()
            else { return nil }
            let expected = Double(normal) / seconds / 8
            // Intra frames are larger than the mean of all: what is under three times as much is about the same.
            guard Double(stream.typicalBandwidth) > 3 * expected else { return nil }
            return subject.problem(stream, "\(stream.typicalBandwidth) bit/s where about \(Int(expected)) is expected")
        }
    }

    private static let severalRates = AppleRule(
        "6.6", .appleShould, "I-frames are offered at several rates",
        why: "Seeking works on slow networks too.",
        mend: "Make an I-frame playlist of each resolution."
    ) { severalRates($0) }

    private static let severalRatesVision = AppleRule(
        "6.6", .appleShould, on: .visionos, "I-frames are offered at several rates unless all video is stereo",
        why: "Seeking works on slow networks too.",
        mend: "Make an I-frame playlist of each resolution."
    ) { subject in
        let isStereo = subject.videoVariants.allSatisfy { stream in
            stream.attributes.requiredVideoLayout.contains { $0.contains("CH-STEREO") }
        }
        return isStereo ? [] : severalRates(subject)
    }

    private static func severalRates(_ subject: Subject) -> [Problem] {
        subject.problem(
            if: subject.iFrames.count == 1 && subject.videoVariants.count > 1, "one EXT-X-I-FRAME-STREAM-INF",
            at: .iFrameStreamInf)
    }

    private static let iFramesOnly = AppleRule(
        "6.8", .appleMust, needs: [.playlists], "The playlist of EXT-X-I-FRAME-STREAM-INF has EXT-X-I-FRAMES-ONLY",
        why: "Without it a player takes the frames for whole segments.",
        mend: "Add EXT-X-I-FRAMES-ONLY, or name the right playlist."
    ) { subject in
        subject.members.filter { $0.isIFrames && !$0.playlist.isIFramesOnly }.map {
            subject.problem($0, "there is no EXT-X-I-FRAMES-ONLY")
        }
    }

    private static let liveTarget = AppleRule(
        "6.11", .appleMust, needs: [.playlists],
        "Live I-frame playlists have the target duration of the other playlists",
        why: "A player loads all playlists at one pace.",
        mend: "Give them the EXT-X-TARGETDURATION of the video."
    ) { subject in
        subject.members.filter { $0.isIFrames && $0.isLive }.compactMap {
            subject.problem(ofTarget: $0, unlike: subject.members.filter(\.isVariant))
        }
    }

    private static let everyCodec = AppleRule(
        "6.13", .appleMust, on: .airplay2, "Every video codec has I-frames in that codec, or in Motion JPEG",
        why: "These televisions do not change the decoder for seeking.",
        mend: "Make I-frame playlists from the variants of each codec."
    ) { subject in
        let offered = Set(subject.iFrames.flatMap(\.codecs).map(\.family))
        guard !subject.iFrames.isEmpty, !offered.contains(.motionJPEG) else { return [] }
        return subject.videoVariants.compactMap { stream in
            let codec = stream.codecs.first { $0.isVideo && !offered.contains($0.family) }
            return codec.map { subject.problem(stream, "no I-frames in the codec of '\($0.text)'") }
        }
    }

    private static let inH264 = AppleRule(
        "6.14", .appleShould, "Some I-frames are in H.264",
        why: "Older devices decode no other video.",
        mend: "Make I-frame playlists from the H.264 variants."
    ) { subject in
        let codecs = subject.iFrames.map(\.codecs)
        let isKnown = !codecs.isEmpty && codecs.allSatisfy { !$0.isEmpty }
        let has = codecs.joined().contains { $0.family == .h264 }
        return subject.problem(if: isKnown && !has, "no I-frames in H.264", at: .iFrameStreamInf)
    }

    private static let highRange = AppleRule(
        "6.15", .appleShould, "HDR I-frames, where there are some, are there at every resolution of HDR video",
        why: "The picture would change its range while someone seeks.",
        mend: "Make HDR I-frame playlists at the other resolutions too, or at none."
    ) { subject in
        let offered = Set(subject.iFrames.filter(\.isHDR).compactMap(\.resolution))
        let asked = Set(subject.videoVariants.filter(\.isHDR).compactMap(\.resolution))
        let missing = asked.subtracting(offered)
        return subject.problem(
            if: !offered.isEmpty && !missing.isEmpty,
            "no HDR I-frames at \(missing.map(\.description).sorted().joined(separator: ", "))", at: .iFrameStreamInf)
    }

    private static let standardRange = AppleRule(
        "6.16", .appleMust, "Some I-frames are SDR",
        why: "A device without HDR has nothing to show otherwise.",
        mend: "Make I-frame playlists from the SDR variants."
    ) { subject in
        let frames = subject.iFrames
        return subject.problem(
            if: !frames.isEmpty && frames.allSatisfy(\.isHDR), "all I-frames are HDR", at: .iFrameStreamInf)
    }

    /// With one digit after the point.
    private static func tenths(_ seconds: Double) -> String {
        let tenths = Int((seconds * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }
}

extension Subject.MemberView {
    /// How long a segment lasts in the mean, in seconds.
    var meanSegment: Double? {
        let seconds = playlist.segments.compactMap(\.duration?.doubleValue)
        guard !seconds.isEmpty else { return nil }
        return min(seconds.reduce(0, +) / Double(seconds.count), 1e9)
    }
}
