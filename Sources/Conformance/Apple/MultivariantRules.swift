import HLS

/// Chapter 9: multivariant playlists.
extension AppleRule {
    static let multivariantPlaylist: [AppleRule] = [
        codecs, size, iFrameCodecs, iFrameSize, separateSurround, separateLanguages, separateAngles, severalRates,
        severalAtTop, independent, independentEverywhere, average, frameRate, range, generalFirst, pathway, score,
        apacCodec, noAudioOnlyTV, cellularIOS, cellularKindIOS, fullLadders, bothRanges,
    ]

    private static let codecs = AppleRule(
        "9.1", .appleMust, "Every variant has CODECS",
        why: "A device passes over what it cannot decode only if it is told.",
        mend: "List every codec of the variant and of the renditions it may use."
    ) { subject in
        subject.variants.filter(\.codecs.isEmpty).map { subject.problem($0, "there is no CODECS") }
    }

    private static let size = AppleRule(
        "9.2", .appleMust, "Every variant with video has RESOLUTION",
        why: "A device chooses by it what its screen can show.",
        mend: "Add RESOLUTION: the size at which all of the video is shown."
    ) { subject in
        subject.videoVariants.filter { $0.resolution == nil }.map { subject.problem($0, "there is no RESOLUTION") }
    }

    private static let iFrameCodecs = AppleRule(
        "9.3", .appleMust, "Every I-frame variant has CODECS",
        why: "A device passes over what it cannot decode only if it is told.",
        mend: "Add CODECS with the video codec."
    ) { subject in
        subject.iFrames.filter(\.codecs.isEmpty).map { subject.problem($0, "there is no CODECS") }
    }

    private static let iFrameSize = AppleRule(
        "9.4", .appleMust, "Every I-frame variant has RESOLUTION",
        why: "A device chooses by it what its screen can show.",
        mend: "Add RESOLUTION."
    ) { subject in
        subject.iFrames.filter { $0.resolution == nil }.map { subject.problem($0, "there is no RESOLUTION") }
    }

    private static let separateSurround = AppleRule(
        "9.6", .appleMust, needs: [.text, .segments], "Multichannel audio is apart from video",
        why: "One video then serves for stereo and for surround.",
        mend: "Put the multichannel audio into a playlist of its own and give its EXT-X-MEDIA a URI."
    ) { subject in
        subject.placedRenditions.filter { $0.rendition.kind == .audio && $0.rendition.isMultichannel }
            .filter { $0.rendition.uri == nil && subject.isUsedWithVideo($0.rendition) }
            .map { subject.problem(rendition: $0.index, "'\($0.rendition.name)' is in the variants' own segments") }
    }

    private static let separateLanguages = AppleRule(
        "9.7", .appleMust, needs: [.text, .segments], "Where there is alternative audio, all audio is apart from video",
        why: "A player of one language then loads no other.",
        mend: "Put every language into a playlist of its own and give its EXT-X-MEDIA a URI."
    ) { subject in
        subject.placedRenditions.filter { _, rendition in
            rendition.kind == .audio && rendition.uri == nil && !rendition.isMultichannel
                && subject.isUsedWithVideo(rendition)
                && subject.renditions.contains { $0.groupID == rendition.groupID && $0.kind == .audio && $0.uri != nil }
        }.map { subject.problem(rendition: $0.index, "'\($0.rendition.name)' is in the variants' own segments") }
    }

    private static let separateAngles = AppleRule(
        "9.8", .appleMust, needs: [.text, .segments], "Where there are several angles, audio is apart from video",
        why: "Sound goes on while the picture changes.",
        mend: "Put the audio into a playlist of its own and name its group in the variants."
    ) { subject in
        subject.variants.compactMap { stream in
            guard let group = stream.variant?.videoGroup, stream.variant?.audioGroup == nil,
                subject.renditions.filter({ $0.kind == .video && $0.groupID == group }).count > 1,
                stream.codecs.contains(where: \.isAudio)
            else { return nil }
            return subject.problem(stream, "angles of '\(group)' with audio in them")
        }
    }

    private static let severalRates = AppleRule(
        "9.9", .appleMust, "Video is offered at several bit rates",
        why: "With one rate there is nothing to adapt to a network.",
        mend: "Encode a ladder of rates."
    ) { subject in
        let rates = Set(subject.videoVariants.map(\.attributes.bandwidth))
        return subject.problem(if: rates.count == 1, "one bit rate", at: .streamInf)
    }

    private static let severalAtTop = AppleRule(
        "9.10", .appleShould, "The largest HD resolution has two variants or more",
        why: "A player keeps its sharpness when the network is a little slower.",
        mend: "Add a variant of that resolution at another rate."
    ) { subject in
        guard let top = subject.videoVariants.compactMap(\.shortSide).max(), top >= 720 else { return [] }
        let own = subject.videoVariants.filter { $0.shortSide == top }
        guard let only = own.first, Set(own.map(\.attributes.bandwidth)).count == 1 else { return [] }
        return [subject.problem(only, "the one variant of \(only.resolution.map { "\($0)" } ?? "")")]
    }

    private static let independent = AppleRule(
        "9.11", .appleShould, needs: [.text, .streams],
        "EXT-X-INDEPENDENT-SEGMENTS is in the multivariant playlist where all segments begin with an IDR frame",
        why: "A player may then begin and switch at any segment.",
        mend: "Add EXT-X-INDEPENDENT-SEGMENTS to the multivariant playlist."
    ) { subject in
        guard let multivariant = subject.multivariant, !multivariant.hasIndependentSegments else { return [] }
        // 9.12 has what is missing in both.
        return subject.problem(
            if: !subject.videoVariants.isEmpty && subject.dependentVideo.isEmpty, "no EXT-X-INDEPENDENT-SEGMENTS")
    }

    private static let independentEverywhere = AppleRule(
        "9.12", .appleMust, needs: [.playlists, .streams],
        "Without it in the multivariant playlist, every video playlist has EXT-X-INDEPENDENT-SEGMENTS",
        why: "A player may begin and switch at a segment only if it is told that the segment decodes alone.",
        mend: "Add EXT-X-INDEPENDENT-SEGMENTS to the multivariant playlist."
    ) { subject in
        guard let multivariant = subject.multivariant, !multivariant.hasIndependentSegments else { return [] }
        return subject.dependentVideo.map { subject.problem($0, "no EXT-X-INDEPENDENT-SEGMENTS here and above") }
    }

    private static let average = AppleRule(
        "9.14", .appleMust, "Every variant has AVERAGE-BANDWIDTH",
        why: "It is what a player's long-term choice goes by.",
        mend: "Add AVERAGE-BANDWIDTH."
    ) { subject in
        subject.variants.filter { $0.attributes.averageBandwidth == nil }.map {
            subject.problem($0, "there is no AVERAGE-BANDWIDTH")
        }
    }

    private static let frameRate = AppleRule(
        "9.15", .appleMust, "Every variant with video has FRAME-RATE",
        why: "A device chooses by it what it can decode and its screen can show.",
        mend: "Add FRAME-RATE, to three decimals."
    ) { subject in
        subject.videoVariants.filter { $0.variant?.frameRate == nil }.map {
            subject.problem($0, "there is no FRAME-RATE")
        }
    }

    private static let range = AppleRule(
        "9.16", .appleMust, needs: [.text, .streams], "VIDEO-RANGE is there unless everything is SDR",
        why: "A device without HDR passes over what it cannot show only if it is told.",
        mend: "Add VIDEO-RANGE to every variant with video and to every I-frame variant."
    ) { subject in
        let videos = subject.videoVariants + subject.iFrames
        guard videos.contains(where: \.isHDR) else { return [] }
        return videos.filter { $0.attributes.videoRange == nil }.map { subject.problem($0, "there is no VIDEO-RANGE") }
    }

    private static let generalFirst = AppleRule(
        "9.17", .appleShould, "Members of one language go from the general to the specific",
        why: "A device takes the first that matches the user's language.",
        mend: "List \"es\" before \"es-419\"."
    ) { subject in
        subject.placedRenditions.compactMap { index, rendition in
            guard let language = rendition.language?.lowercased() else { return nil }
            let earlier = subject.renditions.prefix(index).first { other in
                other.kind == rendition.kind && other.groupID == rendition.groupID
                    && other.language?.lowercased().hasPrefix(language + "-") == true
            }
            return earlier.map { subject.problem(rendition: index, "'\(language)' after '\($0.language ?? "")'") }
        }
    }

    private static let pathway = AppleRule(
        "9.18", .appleShould, "EXT-X-CONTENT-STEERING has PATHWAY-ID",
        why: "It is what a player begins with before the steering server answers.",
        mend: "Add PATHWAY-ID with the pathway to begin with."
    ) { subject in
        guard let steering = subject.multivariant?.contentSteering else { return [] }
        return subject.problem(if: steering.pathwayID == nil, "there is no PATHWAY-ID", at: .contentSteering)
    }

    private static let score = AppleRule(
        "9.19", .appleMust, "SCORE is on every variant, or it is ignored",
        why: "A player compares scores only when all variants have one.",
        mend: "Give every variant a SCORE, or none."
    ) { subject in
        guard subject.variants.contains(where: { $0.attributes.score != nil }) else { return [] }
        return subject.variants.filter { $0.attributes.score == nil }.map { subject.problem($0, "there is no SCORE") }
    }

    private static let apacCodec = AppleRule(
        "9.20", .appleMust, "APAC in CODECS has profile and level",
        why: "A device decides by them whether it decodes the stream.",
        mend: "Write apac with its profile and level."
    ) { subject in
        subject.variants.compactMap { stream in
            stream.codecs.first { $0.family == .apac && $0.partCount < 3 }.map {
                subject.problem(stream, "CODECS has '\($0.text)'")
            }
        }
    }

    private static let noAudioOnlyTV = AppleRule(
        "9.20", .appleMust, on: .tvos, "No variant is audio alone",
        why: "A television would show nothing while it plays.",
        mend: "Leave the audio-only variant out of the playlist that Apple TV loads."
    ) { subject in
        guard !subject.videoVariants.isEmpty else { return [] }
        return subject.variants.filter(\.isAudioOnly).map { subject.problem($0, "it has audio alone") }
    }

    private static let cellularIOS = AppleRule(
        "9.21", .appleMust, on: .ios, "Some variant has at most 192 kbit/s, for cellular networks",
        why: "Slow cellular networks stall at more.",
        mend: "Add a variant with a BANDWIDTH of 192000 or less."
    ) { subject in
        let lowest = subject.variants.map(\.attributes.bandwidth).min() ?? 0
        return subject.problem(if: lowest > 192_000, "the lowest has \(lowest) bit/s", at: .streamInf)
    }

    private static let cellularKindIOS = AppleRule(
        "9.22", .appleShould, on: .ios, needs: [.text, .segments],
        "The variant for slow cellular networks is H.264 in an MPEG-2 transport stream",
        why: "Every device ever made plays it.",
        mend: "Offer that variant as a transport stream."
    ) { subject in
        let slow = subject.variants.filter { $0.attributes.bandwidth <= 192_000 && $0.hasVideo }
        let fragmented = Set(
            subject.members.filter { $0.playlist.segments.contains { $0.initializationSection != nil } }
                .flatMap(\.variants))
        guard let first = slow.first else { return [] }
        let has = slow.contains { stream in
            !fragmented.contains(stream.index)
                && (stream.codecs.isEmpty || stream.codecs.contains { $0.family == .h264 })
        }
        return has ? [] : [subject.problem(first, "it is no H.264 in a transport stream")]
    }

    private static let fullLadders = AppleRule(
        "9.23", .appleShould, on: .airplay2, "Every codec and frame rate has a full ladder",
        why: "These televisions do not switch between codecs or frame rates.",
        mend: "Add variants of each codec at each frame rate."
    ) { subject in
        let kinds = Dictionary(grouping: subject.videoVariants) { stream in
            [
                stream.codecs.first(where: \.isVideo).map { "\($0.family)" } ?? "video",
                stream.variant?.frameRate.map { "\($0.rounded)" } ?? "",
            ]
        }
        guard kinds.count > 1 else { return [] }
        return kinds.values.filter { Set($0.map(\.attributes.bandwidth)).count == 1 }.compactMap(\.first)
            .sorted { $0.index < $1.index }
            .map { subject.problem($0, "the one variant of its codec and frame rate") }
    }

    private static let bothRanges = AppleRule(
        "9.24", .appleShould, on: .airplay2, "HDR is offered in Dolby Vision and in HDR10",
        why: "Televisions know the one or the other.",
        mend: "Add the other one."
    ) { subject in
        let bright = subject.videoVariants.filter { $0.attributes.videoRange == .perceptualQuantization }
        let vision = bright.filter { stream in
            stream.codecs.contains { $0.family == .dolbyVision }
                || stream.attributes.supplementalCodecs.contains { $0.hasPrefix("d") }
        }
        let isOne =
            !bright.isEmpty
            && (vision.isEmpty || bright.allSatisfy { $0.codecs.contains { $0.family == .dolbyVision } })
        return subject.problem(if: isOne, vision.isEmpty ? "HDR without Dolby Vision" : "Dolby Vision without HDR10")
    }
}

extension Subject {
    /// Video playlists that do not say that their segments are independent.
    fileprivate var dependentVideo: [MemberView] {
        members.filter { member in
            member.variants.contains { variants[$0].hasVideo } && !member.playlist.hasIndependentSegments
        }
    }

    fileprivate func isUsedWithVideo(_ rendition: Rendition) -> Bool {
        videoVariants.contains { $0.variant?.audioGroup == rendition.groupID }
    }
}
