import HLS

/// Chapter 8: media playlists.
extension AppleRule {
    static let mediaPlaylists: [AppleRule] = [
        oneTarget, oneDuration, liveDates, typeOfVOD, oneRange, separateAudio, audioLanguage, liveSegments, liveWindow,
        liveWindowTV, discontinuities, discontinuitySequence, initSections, aligned, alignedAirPlay, independentXHE,
        independentAPAC,
    ]

    private static let oneTarget = AppleRule(
        "8.2", .appleMust, needs: [.playlists], "Audio and video playlists have one target duration",
        why: "A player loads both at one pace.",
        mend: "Cut audio where the video is cut, and give both the same EXT-X-TARGETDURATION."
    ) { subject in
        let video = subject.members.filter { $0.isMainMedia && $0.isVariant }
        return subject.members.filter { $0.isMainMedia && $0.isAudio }.compactMap {
            subject.problem(ofTarget: $0, unlike: video)
        }
    }

    private static let oneDuration = AppleRule(
        "8.3", .appleMust, needs: [.playlists], "Audio and video playlists of video on demand last equally long",
        why: "What is missing stalls the player at the end.",
        mend: "Pad the shorter one, or cut the longer."
    ) { subject in
        let video = subject.endedMainMembers.filter(\.isVariant)
        guard let longest = video.map(\.playlist.duration).max() else { return [] }
        return subject.endedMainMembers.filter(\.isAudio).compactMap { member in
            let own = member.playlist.duration
            guard differ(own, longest, member) else { return nil }
            return subject.problem(member, "\(shown(own)) s of audio, \(shown(longest)) s of video")
        }
    }

    /// Frames of audio and video do not end together; more than a second and half a target duration is no rounding.
    private static func differ(_ left: Duration, _ right: Duration, _ member: Subject.MemberView) -> Bool {
        let distance = left > right ? left - right : right - left
        return distance > max(.seconds(1), member.oneTarget / 2)
    }

    private static let liveDates = AppleRule(
        "8.4", .appleMust, needs: [.playlists], "Live media playlists have EXT-X-PROGRAM-DATE-TIME",
        why: "It is how a player finds the same moment in another playlist.",
        mend: "Give the first segment of each playlist its date."
    ) { subject in
        subject.members.filter { member in
            member.isLive && !member.playlist.segments.isEmpty
                && !member.playlist.segments.contains { $0.programDateTime != nil }
        }.map { subject.problem($0, "there is no EXT-X-PROGRAM-DATE-TIME") }
    }

    private static let typeOfVOD = AppleRule(
        "8.6", .appleMust, "Video on demand has EXT-X-PLAYLIST-TYPE:VOD",
        why: "It says that nothing will change, so that a player may keep the playlist.",
        mend: "Add EXT-X-PLAYLIST-TYPE:VOD."
    ) { subject in
        subject.members.filter { member in
            // With segments gone from the front it is what a live playlist left.
            member.playlist.isEnded && member.playlist.playlistType == nil && (member.playlist.mediaSequence ?? 0) <= 1
        }.map { subject.problem($0, "EXT-X-ENDLIST without EXT-X-PLAYLIST-TYPE") }
    }

    private static let oneRange = AppleRule(
        "8.7", .appleMust, needs: [.playlists, .segments], "Variants of video on demand cover the same time",
        why: "A player that switches near the end finds nothing, or plays something twice.",
        mend: "Encode all variants from the same cut."
    ) { subject in
        let video = subject.endedMainMembers.filter(\.isVariant)
        guard let longest = video.map(\.playlist.duration).max() else { return [] }
        return video.compactMap { member in
            let own = member.playlist.duration
            guard differ(own, longest, member) else { return nil }
            return subject.problem(member, "\(shown(own)) s where another variant has \(shown(longest))")
        }
    }

    private static let separateAudio = AppleRule(
        "8.9", .appleMust, "Separate audio is declared by EXT-X-MEDIA",
        why: "Otherwise a player takes it for a variant of its own, and the video for silent.",
        mend: "Declare the audio by EXT-X-MEDIA and name its group in the video variants."
    ) { subject in
        let videos = subject.videoVariants.filter { !$0.codecs.isEmpty }
        let areSilent = videos.allSatisfy { stream in
            !stream.codecs.contains(where: \.isAudio) && stream.variant?.audioGroup == nil
        }
        guard !videos.isEmpty, areSilent, let audio = subject.variants.first(where: \.isAudioOnly) else { return [] }
        return [subject.problem(audio, "audio alone beside video without audio, and no EXT-X-MEDIA")]
    }

    private static let audioLanguage = AppleRule(
        "8.10", .appleMust, "EXT-X-MEDIA has LANGUAGE, unless it is video",
        why: "A device chooses a rendition by language, and shows it in the menu.",
        mend: "Add LANGUAGE: und where it is not known, zxx where nothing is spoken."
    ) { subject in
        // 2.27, 4.4 and 4.7 have the others.
        subject.placedRenditions.filter { _, rendition in
            rendition.kind == .audio && rendition.language == nil
                && !rendition.characteristics.contains("public.accessibility.describes-video")
        }.map { subject.problem(rendition: $0.index, "the audio '\($0.rendition.name)' has no LANGUAGE") }
    }

    private static let liveSegments = AppleRule(
        "8.11", .appleMust, "A live playlist has six segments or more",
        why: "With fewer, a player has no room for a late segment.",
        mend: "Keep more segments before removing the first."
    ) { subject in
        subject.members.compactMap { member in
            let count = UInt64(member.playlist.segments.count) &+ (member.playlist.skip?.skippedSegments ?? 0)
            guard member.isSliding, member.isMainMedia, count < 6 else { return nil }
            return subject.problem(member, "\(count) segments")
        }
    }

    private static let liveWindow = liveWindow(minutes: 15, on: nil)
    private static let liveWindowTV = liveWindow(minutes: 120, on: .tvos)

    private static func liveWindow(minutes: Int64, on platform: DevicePlatform?) -> AppleRule {
        AppleRule(
            "8.12", .appleShould, on: platform, "A live playlist holds \(minutes) minutes or more",
            why: "It is as far as someone can go back.",
            mend: "Keep more segments before removing the first."
        ) { subject in
            subject.members.compactMap { member in
                guard member.isSliding, member.isMainMedia, member.playlist.skip == nil,
                    member.playlist.duration < .seconds(60 * minutes)
                else { return nil }
                return subject.problem(member, "\(shown(member.playlist.duration)) s")
            }
        }
    }

    private static let discontinuities = AppleRule(
        "8.15", .appleMust, needs: [.playlists], "Discontinuities stand at the same times in all playlists",
        why: "A player that switches there takes other times for the same.",
        mend: "Put EXT-X-DISCONTINUITY into every playlist at the same moment."
    ) { subject in
        let members = subject.endedMainMembers.filter { $0.isVariant || $0.isAudio }
        guard let first = members.first else { return [] }
        let expected = first.discontinuityTimes
        return members.dropFirst().compactMap { member in
            let times = member.discontinuityTimes
            if times.count != expected.count {
                return subject.problem(member, "\(times.count) discontinuities where another has \(expected.count)")
            }
            guard let (own, other) = zip(times, expected).first(where: { differ($0, $1, member) }) else { return nil }
            return subject.problem(member, "a discontinuity at \(shown(own)) s where another has it at \(shown(other))")
        }
    }

    private static let discontinuitySequence = AppleRule(
        "8.17", .appleMust, needs: [.text, .reloads],
        "A live playlist with discontinuities has EXT-X-DISCONTINUITY-SEQUENCE",
        why: "Once the first discontinuity has gone from the front, playlists cannot be matched without it.",
        mend: "Always write EXT-X-DISCONTINUITY-SEQUENCE."
    ) { subject in
        subject.members.filter { member in
            member.isSliding && member.playlist.discontinuitySequence == nil
                && member.playlist.segments.contains { $0.discontinuities > 0 }
        }.map { subject.problem($0, at: .mediaSequence, "there is no EXT-X-DISCONTINUITY-SEQUENCE") }
    }

    private static let initSections = AppleRule(
        "8.20", .appleMust, "Segments of fragmented MP4 have EXT-X-MAP",
        why: "Without the init section nothing in them can be decoded.",
        mend: "Add EXT-X-MAP with the URI of the init section above the first segment."
    ) { subject in
        subject.members.compactMap { member in
            guard !member.playlist.isIFramesOnly else { return nil }
            let index = member.playlist.segments.firstIndex { segment in
                segment.initializationSection == nil
                    && [".m4s", ".cmfv", ".cmfa", ".cmft"].contains {
                        URIReference(segment.uri).path.lowercased().hasSuffix($0)
                    }
            }
            return index.map { subject.problem(member, segment: $0, "a fragment without EXT-X-MAP") }
        }
    }

    private static let aligned = aligned(.appleShould, on: nil) { $0.isVariant || $0.isAudio }
    private static let alignedAirPlay = aligned(.appleMust, on: .airplay2, of: \.isVariant)

    private static func aligned(
        _ level: Rule.Level, on platform: DevicePlatform?, of kind: @escaping @Sendable (Subject.MemberView) -> Bool
    ) -> AppleRule {
        AppleRule(
            "8.22", level, on: platform, needs: [.playlists], "Segments begin at the same times in all playlists",
            why: "A player that switches loads nothing twice.",
            mend: "Cut all renditions at the same times; audio at the frame nearest to them."
        ) { subject in
            let members = subject.endedMainMembers.filter(kind)
            guard let first = members.first?.starts else { return [] }
            return members.dropFirst().compactMap { member in
                let starts = member.starts
                guard starts.count == first.count else {
                    return subject.problem(member, "\(starts.count) segments where another playlist has \(first.count)")
                }
                // A frame of audio lasts up to a twentieth of a second, and a frame of video too.
                let far = zip(starts, first).enumerated().first { abs($1.0 - $1.1) > 0.1 }
                return far.map {
                    subject.problem(member, segment: $0.offset, "it begins \($0.element.0 - $0.element.1) s off")
                }
            }
        }
    }

    private static let independentXHE = independent("8.23", .xHEAAC, "xHE-AAC")
    private static let independentAPAC = independent("8.25", .apac, "APAC")

    private static func independent(_ number: String, _ family: Codec.Family, _ name: String) -> AppleRule {
        AppleRule(
            number, .appleShould, needs: [.text, .streams],
            "\(name) whose segments begin with a frame that decodes alone has EXT-X-INDEPENDENT-SEGMENTS",
            why: "A player may then begin with any segment.",
            mend: "Add EXT-X-INDEPENDENT-SEGMENTS to the multivariant playlist."
        ) { subject in
            let uses = subject.variants.contains { $0.codecs.contains { $0.family == family } }
            let areMarked = !subject.members.isEmpty && subject.members.allSatisfy(\.playlist.hasIndependentSegments)
            let isMarked = subject.multivariant?.hasIndependentSegments == true || areMarked
            return subject.problem(if: uses && !isMarked, "\(name) without EXT-X-INDEPENDENT-SEGMENTS")
        }
    }
}

extension Subject.MemberView {
    /// When each segment begins, in seconds from the start.
    fileprivate var starts: [Double] {
        var end = 0.0
        return playlist.segments.map { segment in
            defer { end += segment.duration?.doubleValue ?? 0 }
            return end
        }
    }

    /// When each discontinuity is, from the start.
    fileprivate var discontinuityTimes: [Duration] {
        var (end, times) = (Duration.zero, [Duration]())
        for segment in playlist.segments {
            if segment.discontinuities > 0, end > .zero { times.append(end) }
            end += segment.duration.map { min($0.duration, .seconds(1 << 40)) } ?? .zero
        }
        return times
    }
}
