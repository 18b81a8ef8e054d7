import HLS

/// Chapter 1: video codecs, profiles, rates and ladders.
extension AppleRule {
    static let video: [AppleRule] = [
        codecIsKnown, someModestH264, h264Level, h264LevelMac, h264LevelTV, highProfile, someModestHEVC, hevcLevel,
        hevcLevelIOS, dolbyVision, dolbyVisionIOS, dolbyVisionVision, parametersInEntries, someH264, frameRate, hdrAt30,
        hdrAt30TV, ladders, laddersAirPlay, standardRange, firstVariant, firstVariantIOS, aspectRatio, modestUHD,
        av1Level,
        projectedIsHEVC, stereoDolbyVision,
    ]

    private static let codecIsKnown = AppleRule(
        "1.1", .appleMust, needs: [.text, .streams], "Video is H.264, HEVC, Dolby Vision or AV1",
        why: "No other video codec is decoded on every Apple device, so the variant is passed over or fails.",
        mend: "Encode the variant in one of these codecs, or leave it out of the playlist that Apple devices load."
    ) { subject in
        subject.streams.compactMap { stream in
            stream.codecs.first { $0.family == .otherVideo }.map { subject.problem(stream, "CODECS has '\($0.text)'") }
        }
    }

    private static let someModestH264 = AppleRule(
        "1.3a", .appleShould, needs: [.text, .streams], "Some H.264 variant is at most High profile, level 4.1",
        why: "Older devices decode no more, and have nothing to play otherwise.",
        mend: "Add an H.264 variant of at most 1080p30 at level 4.1 or below."
    ) { subject in
        let known = subject.videoVariants.flatMap(\.codecs).compactMap(\.h264)
        let isMissing = !known.isEmpty && !known.contains { isHighOrBelow($0.profile) && $0.level <= 41 }
        return subject.problem(if: isMissing, "every H.264 variant is above High profile, level 4.1")
    }

    private static let h264Level = h264AtMost(52, on: nil)
    private static let h264LevelMac = h264AtMost(50, on: .macos)
    private static let h264LevelTV = h264AtMost(51, on: .tvos)

    private static func h264AtMost(_ level: Int, on platform: DevicePlatform?) -> AppleRule {
        AppleRule(
            "1.3b", .appleMust, on: platform, needs: [.text, .streams],
            "H.264 is at most High profile, level \(level / 10).\(level % 10)",
            why: "Hardware decoders stop there.",
            mend: "Encode with a lower level or High profile, or say in CODECS what the stream in truth is."
        ) { subject in
            subject.streams.flatMap { stream in
                stream.codecs.compactMap { codec in
                    guard let h264 = codec.h264, !isHighOrBelow(h264.profile) || h264.level > level else { return nil }
                    return subject.problem(
                        stream,
                        "'\(codec.text)' is profile \(h264.profile), level \(h264.level / 10).\(h264.level % 10)")
                }
            }
        }
    }

    /// `profile_idc` of Baseline, Main, Extended and High.
    private static func isHighOrBelow(_ profile: Int) -> Bool { [66, 77, 88, 100].contains(profile) }

    private static let highProfile = AppleRule(
        "1.4", .appleShould, "H.264 is in High profile rather than Main or Baseline",
        why: "High profile needs fewer bits for the same picture and every current device decodes it.",
        mend: "Encode in High profile."
    ) { subject in
        subject.videoVariants.compactMap { stream in
            stream.codecs.first { [66, 77, 88].contains($0.h264?.profile ?? 100) }.map {
                subject.problem(stream, "'\($0.text)' is \($0.h264?.profile == 66 ? "Baseline" : "no High") profile")
            }
        }
    }

    private static let someModestHEVC = AppleRule(
        "1.6a", .appleShould, "Some HEVC variant is at most Main 10 profile, level 4.0",
        why: "Devices with smaller decoders have nothing to play in HEVC otherwise.",
        mend: "Add an HEVC variant of at most 1080p30 at level 4.0 or below."
    ) { subject in
        let known = subject.videoVariants.flatMap(\.codecs).compactMap(\.hevc)
        let isMissing = !known.isEmpty && !known.contains { isMain10OrBelow($0.profile) && $0.level <= 120 }
        return subject.problem(if: isMissing, "every HEVC variant is above Main 10 profile, level 4.0")
    }

    private static let hevcLevel = hevcAtMost(153, on: nil)
    /// The amendment's text says H.264, level 6.0; it can only mean HEVC.
    private static let hevcLevelIOS = hevcAtMost(180, on: .ios)

    private static func hevcAtMost(_ level: Int, on platform: DevicePlatform?) -> AppleRule {
        AppleRule(
            "1.6b", .appleMust, on: platform, needs: [.text, .streams],
            "HEVC is at most Main 10 profile, level \(level / 30).\(level % 30 / 3)",
            why: "Hardware decoders stop there.",
            mend: "Encode with a lower level in Main or Main 10, or say in CODECS what the stream in truth is."
        ) { subject in
            subject.streams.flatMap { stream in
                stream.codecs.compactMap { codec in
                    guard let hevc = codec.hevc, !isMain10OrBelow(hevc.profile) || hevc.level > level else {
                        return nil
                    }
                    return subject.problem(
                        stream,
                        "'\(codec.text)' is profile \(hevc.profile), level \(hevc.level / 30).\(hevc.level % 30 / 3)")
                }
            }
        }
    }

    /// `general_profile_idc` of Main, Main 10 and Main Still Picture.
    private static func isMain10OrBelow(_ profile: Int) -> Bool { (1...3).contains(profile) }

    private static let dolbyVision = dolbyVision(profiles: [5], level: 7, on: nil)
    private static let dolbyVisionIOS = dolbyVision(profiles: [5, 10], level: 9, on: .ios)
    private static let dolbyVisionVision = dolbyVision(profiles: [5, 20], level: 9, on: .visionos)

    private static func dolbyVision(profiles: [Int], level: Int, on platform: DevicePlatform?) -> AppleRule {
        let names = profiles.map { "\($0)" }.joined(separator: " or ")
        return AppleRule(
            "1.9", .appleMust, on: platform, needs: [.text, .segments],
            "Dolby Vision in CODECS is profile \(names), level \(level) at most",
            why: "Other profiles have a base layer that is named in CODECS, and stand in SUPPLEMENTAL-CODECS.",
            mend: "Name the base layer in CODECS and the Dolby Vision profile in SUPPLEMENTAL-CODECS, or encode anew."
        ) { subject in
            subject.streams.flatMap { stream in
                stream.codecs.compactMap { codec in
                    guard let vision = codec.dolbyVision, !profiles.contains(vision.profile) || vision.level > level
                    else {
                        return nil
                    }
                    return subject.problem(
                        stream, "'\(codec.text)' is profile \(vision.profile), level \(vision.level)")
                }
            }
        }
    }

    private static let parametersInEntries = AppleRule(
        "1.10", .appleShould, needs: [.text, .segments], "Parameter sets are in sample entries: avc1, hvc1 or dvh1",
        why: "A player sets its decoder up before the first sample, and knows then that it stays so.",
        mend: "Package as avc1, hvc1 or dvh1 with the parameter sets in the init section."
    ) { subject in
        subject.streams.compactMap { stream in
            stream.codecs.first(where: \.hasInBandParameters).map { subject.problem(stream, "CODECS has '\($0.text)'") }
        }
    }

    private static let someH264 = AppleRule(
        "1.12", .appleShould, "Some variant is H.264",
        why: "Older devices decode no other video.",
        mend: "Add H.264 variants beside those of the newer codec."
    ) { subject in
        let families = subject.videoFamilies
        return subject.problem(if: !families.isEmpty && !families.contains(.h264), "no variant has H.264 video")
    }

    private static let frameRate = AppleRule(
        "1.19", .appleMust, needs: [.text, .streams], "Video has at most 60 frames a second",
        why: "Displays and decoders of Apple devices are specified up to there.",
        mend: "Encode at 60 or fewer frames a second."
    ) { subject in
        subject.variants.compactMap { stream in
            let isImmersive = stream.attributes.requiredVideoLayout.contains { $0.contains("PROJ-AIV") }
            guard let rate = stream.variant?.frameRate, rate > 60, !isImmersive else { return nil }
            return subject.problem(stream, "FRAME-RATE=\(rate)")
        }
    }

    private static let hdrAt30 = hdrAt30(.appleShould, on: nil)
    private static let hdrAt30TV = hdrAt30(.appleMust, on: .tvos)

    private static func hdrAt30(_ level: Rule.Level, on platform: DevicePlatform?) -> AppleRule {
        AppleRule(
            "1.20", level, on: platform, "HDR video has a variant of at most 30 frames a second",
            why: "Some displays take HDR only at 30 frames a second or fewer.",
            mend: "Add HDR variants at 30 frames a second or fewer."
        ) { subject in
            let rates = subject.videoVariants.filter(\.isHDR).map { $0.variant?.frameRate }
            let areFast = !rates.isEmpty && rates.allSatisfy { ($0 ?? 0) > 30 }
            return subject.problem(if: areFast, "every HDR variant has more than 30 frames a second")
        }
    }

    private static let ladders = ladders(.appleShould, on: nil)
    private static let laddersAirPlay = ladders(.appleMust, on: .airplay2)

    private static func ladders(_ level: Rule.Level, on platform: DevicePlatform?) -> AppleRule {
        AppleRule(
            "1.23", level, on: platform, "Each video codec has variants for slow networks too",
            why: "A player stays with one codec; where that begins at a high rate, a slow network stalls.",
            mend: "Give every codec its own ladder down to the lowest rate."
        ) { subject in
            guard subject.videoFamilies.count > 1, let lowest = subject.videoVariants.map(\.attributes.bandwidth).min()
            else { return [] }
            return subject.videoFamilies.compactMap { family in
                let own = subject.videoVariants.filter { $0.codecs.contains { $0.family == family } }
                guard let first = own.min(by: { $0.attributes.bandwidth < $1.attributes.bandwidth }),
                    first.attributes.bandwidth / 2 > lowest
                else { return nil }
                return subject.problem(
                    first,
                    "the variants of this codec begin at \(first.attributes.bandwidth) bit/s, others at \(lowest)")
            }.sorted { $0.position < $1.position }
        }
    }

    private static let standardRange = AppleRule(
        "1.24", .appleMust, "Some variant is SDR",
        why: "A device without HDR has nothing to play otherwise.",
        mend: "Add SDR variants."
    ) { subject in
        let videos = subject.videoVariants
        return subject.problem(if: !videos.isEmpty && videos.allSatisfy(\.isHDR), "every variant is HDR")
    }

    private static let firstVariant = firstVariant(2_000_000, on: nil)
    private static let firstVariantIOS = firstVariant(730_000, on: .ios)

    private static func firstVariant(_ typical: UInt64, on platform: DevicePlatform?) -> AppleRule {
        AppleRule(
            "1.32", .appleShould, on: platform,
            "The variant that is listed first is the one nearest to \(typical / 1000) kbit/s",
            why: "The first variant is what a player begins with while it knows nothing of the network.",
            mend: "List that variant first, or accept that playing begins with another quality."
        ) { subject in
            guard let first = subject.videoVariants.first, subject.videoVariants.count > 1 else { return [] }
            let group = first.variant?.audioGroup
            let like = subject.videoVariants.filter { $0.variant?.audioGroup == group }
            let distance = { (stream: Subject.Stream) in ratio(stream.typicalBandwidth, typical) }
            guard let best = like.min(by: { distance($0) < distance($1) }), distance(best) < distance(first) else {
                return []
            }
            return [
                subject.problem(
                    first, "the first has \(first.typicalBandwidth) bit/s, another \(best.typicalBandwidth)")
            ]
        }
    }

    /// How many times the one is the other, at least 1.
    private static func ratio(_ left: UInt64, _ right: UInt64) -> Double {
        let (left, right) = (Double(max(left, 1)), Double(max(right, 1)))
        return max(left / right, right / left)
    }

    private static let aspectRatio = AppleRule(
        "1.33", .appleShould, "All variants have one aspect ratio",
        why: "The picture would change its shape when a player switches.",
        mend: "Scale all variants from one shape; rounding to even sizes does no harm."
    ) { subject in
        let shapes = subject.videoVariants.compactMap { stream -> (Subject.Stream, Double)? in
            guard let size = stream.resolution, size.width > 0, size.height > 0 else { return nil }
            return (stream, Double(size.width) / Double(size.height))
        }
        // Rounding to even sizes changes a small picture's shape by about a hundredth.
        guard let first = shapes.first, let other = shapes.first(where: { abs($0.1 / first.1 - 1) > 0.02 }) else {
            return []
        }
        return [
            subject.problem(
                other.0,
                "\(other.0.resolution.map { "\($0)" } ?? "") beside \(first.0.resolution.map { "\($0)" } ?? "")")
        ]
    }

    private static let modestUHD = AppleRule(
        "1.34", .appleShould, "Some UHD variant has at most 15 Mbit/s",
        why: "Above that many networks never show UHD.",
        mend: "Add a UHD variant of 15 Mbit/s or less."
    ) { subject in
        let large = subject.videoVariants.filter { ($0.shortSide ?? 0) >= 2160 }
        let isMissing = !large.isEmpty && large.allSatisfy { $0.typicalBandwidth > 15_000_000 }
        return subject.problem(if: isMissing, "every UHD variant has more than 15 Mbit/s")
    }

    private static let av1Level = AppleRule(
        "1.37", .appleMust, needs: [.text, .streams], "AV1 is at most level 6.2",
        why: "Hardware decoders stop there.",
        mend: "Encode with a lower level."
    ) { subject in
        subject.streams.compactMap { stream in
            // 4 indices a level, from 2.0 on: 6.2 is 18.
            stream.codecs.first { ($0.av1Level ?? 0) > 18 }.map {
                subject.problem(stream, "'\($0.text)' is above level 6.2")
            }
        }
    }

    private static let projectedIsHEVC = AppleRule(
        "1.38", .appleMust, needs: [.text, .segments], "Projected monoscopic video is HEVC",
        why: "Apple's players project no other video.",
        mend: "Encode the variant in HEVC."
    ) { subject in
        subject.variants.compactMap { stream in
            let layouts = stream.attributes.requiredVideoLayout
            let isProjected = layouts.contains { layout in
                ["PROJ-EQUI", "PROJ-HEQU", "PROJ-PRIM"].contains { layout.contains($0) }
                    && !layout.contains("CH-STEREO")
            }
            guard isProjected, let codec = stream.codecs.first(where: { $0.isVideo && $0.family != .hevc }) else {
                return nil
            }
            return subject.problem(stream, "projected video in '\(codec.text)'")
        }
    }

    private static let stereoDolbyVision = AppleRule(
        "1.40", .appleMust, on: .visionos, "Stereo Dolby Vision is profile 20",
        why: "It is the one profile with two views.",
        mend: "Encode stereo Dolby Vision as MV-HEVC in profile 20."
    ) { subject in
        subject.variants.compactMap { stream in
            let isStereo = stream.attributes.requiredVideoLayout.contains { $0.contains("CH-STEREO") }
            guard isStereo, let codec = stream.codecs.first(where: { ($0.dolbyVision?.profile ?? 20) != 20 }) else {
                return nil
            }
            return subject.problem(stream, "stereo video in '\(codec.text)'")
        }
    }
}
