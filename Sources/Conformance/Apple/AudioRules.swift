import HLS

/// Chapter 2: audio codecs and what is said of audio.
extension AppleRule {
    static let audio: [AppleRule] = [
        stereoCodecs, stereoAAC, efficientAAC, multichannelCodecs, ac3, describesVideo, describedIsAutoselect,
        describedByName, audioCovers, multichannelAAC, describedLanguage, apacFallback,
    ]

    private static let describing = "public.accessibility.describes-video"

    private static let stereoCodecs = AppleRule(
        "2.2", .appleMust, needs: [.text, .segments], "Audio is in a codec that Apple devices decode",
        why: "A variant with audio that a device does not decode is passed over.",
        mend: "Encode audio as AAC-LC, HE-AAC, xHE-AAC, APAC, ALAC or FLAC; multichannel also as AC-3 or E-AC-3."
    ) { subject in
        subject.variants.compactMap { stream in
            guard !isMultichannelOnly(subject.audio(of: stream)) else { return nil }
            return stream.codecs.first { $0.family == .otherAudio }.map {
                subject.problem(stream, "CODECS has '\($0.text)'")
            }
        }
    }

    private static let stereoAAC = AppleRule(
        "2.3", .appleMust, "Stereo AAC is there for every device",
        why: "It is the one kind of audio that all devices play.",
        mend: "Add audio in AAC-LC or HE-AAC with two channels, and variants that use it."
    ) { subject in
        let variants = subject.codedVariants
        let hasSound = variants.contains { $0.codecs.contains(where: \.isAudio) }
        let hasStereo = variants.contains { stream in
            stream.codecs.contains(where: \.isAAC) && !isMultichannelOnly(subject.audio(of: stream))
        }
        let isKnown = variants.count == subject.variants.count
        return subject.problem(if: hasSound && !hasStereo && isKnown, "no variant has stereo AAC")
    }

    private static let efficientAAC = AppleRule(
        "2.4", .appleShould, needs: [.text, .segments], "HE-AAC is for 64 kbit/s and less",
        why: "Above that AAC-LC sounds better at the same rate.",
        mend: "Encode audio above 64 kbit/s as AAC-LC."
    ) { subject in
        subject.variants.compactMap { stream in
            let isEfficient = stream.codecs.contains { [.heAAC, .heAACv2].contains($0.family) }
            // A quarter more for the container, which the figure includes.
            guard stream.isAudioOnly, isEfficient, stream.typicalBandwidth > 80_000 else { return nil }
            return subject.problem(stream, "HE-AAC at \(stream.typicalBandwidth) bit/s")
        }
    }

    private static let multichannelCodecs = AppleRule(
        "2.5", .appleMust, needs: [.text, .segments], "Multichannel audio is in a codec that Apple devices decode",
        why: "A variant with audio that a device does not decode is passed over.",
        mend: "Encode multichannel audio as E-AC-3, AC-3, AAC-LC, HE-AAC, APAC, ALAC or FLAC."
    ) { subject in
        subject.variants.compactMap { stream in
            guard isMultichannelOnly(subject.audio(of: stream)) else { return nil }
            return stream.codecs.first { [.otherAudio, .heAACv2, .xHEAAC].contains($0.family) }.map {
                subject.problem(stream, "multichannel audio in '\($0.text)'")
            }
        }
    }

    private static let ac3 = AppleRule(
        "2.6", .appleMust, "Where there is E-AC-3 there is AC-3 too",
        why: "Some receivers decode AC-3 and not E-AC-3.",
        mend: "Add an audio group in AC-3, and variants that use it."
    ) { subject in
        let families = Set(subject.variants.flatMap(\.codecs).map(\.family))
        return subject.problem(if: families.contains(.eac3) && !families.contains(.ac3), "E-AC-3 without AC-3")
    }

    private static let describesVideo = AppleRule(
        "2.12", .appleMust, "Audio that describes video says so in CHARACTERISTICS",
        why: "It is how a device finds it for those who asked for descriptions in its settings.",
        mend: "Add CHARACTERISTICS=\"public.accessibility.describes-video\" to the EXT-X-MEDIA tag."
    ) { subject in
        described(subject, byCharacteristics: false).map {
            subject.problem(rendition: $0.index, "'\($0.rendition.name)' has no such CHARACTERISTICS")
        }
    }

    private static let describedIsAutoselect = AppleRule(
        "2.13", .appleMust, "Audio that describes video has AUTOSELECT=YES",
        why: "Without it a device does not choose the description for those who asked for it.",
        mend: "Add AUTOSELECT=YES."
    ) { subject in
        described(subject, byCharacteristics: true).filter { $0.rendition.isAutoselect != true }.map {
            subject.problem(rendition: $0.index, "'\($0.rendition.name)' has no AUTOSELECT=YES")
        }
    }

    private static let describedByName = AppleRule(
        "2.14", .appleShould, "Audio that describes video says so in its NAME",
        why: "The NAME is what a person reads in the menu.",
        mend: "Give it a NAME such as \"English (audio description)\"."
    ) { subject in
        described(subject, byCharacteristics: true)
            .filter { ($0.rendition.language ?? "").hasPrefix("en") && !saysDescription($0.rendition.name) }
            .map { subject.problem(rendition: $0.index, "'\($0.rendition.name)' does not say that it describes video") }
    }

    private static let audioCovers = AppleRule(
        "2.15", .appleMust, needs: [.playlists], "Alternative audio lasts as long as the presentation",
        why: "Sound that ends early leaves silence, or stalls.",
        mend: "Give the audio playlist segments for the whole duration, silent ones where there is no sound."
    ) { subject in
        let longest = subject.endedMainMembers.filter(\.isVariant).map(\.playlist.duration).max() ?? .zero
        return subject.endedMainMembers.filter { $0.isAudio && $0.renditions.contains { $0.isDefault != true } }
            .filter { $0.playlist.duration + $0.oneTarget < longest }
            .map { subject.problem($0, "\(shown($0.playlist.duration)) s of audio for \(shown(longest)) s") }
    }

    private static let multichannelAAC = AppleRule(
        "2.26", .appleShould, "Where there is multichannel audio of no Dolby codec there is multichannel AAC too",
        why: "It is the multichannel audio that most devices decode.",
        mend: "Add a multichannel group in AAC."
    ) { subject in
        let surround = subject.variants.filter { isMultichannelOnly(subject.audio(of: $0)) }
            .map { Set($0.codecs.filter(\.isAudio).map(\.family)) }
        let others: Set<Codec.Family> = [.flac, .alac, .apac]
        let hasAAC = surround.contains { !$0.isDisjoint(with: [.aacLC, .heAAC]) }
        let hasOther = surround.contains { !$0.isDisjoint(with: others) }
        return subject.problem(if: hasOther && !hasAAC, "multichannel audio without AAC")
    }

    private static let describedLanguage = AppleRule(
        "2.27", .appleMust, "Audio that describes video has LANGUAGE",
        why: "A device chooses the description in the listener's language.",
        mend: "Add LANGUAGE."
    ) { subject in
        described(subject, byCharacteristics: true).filter { $0.rendition.language == nil }.map {
            subject.problem(rendition: $0.index, "'\($0.rendition.name)' has no LANGUAGE")
        }
    }

    private static let apacFallback = AppleRule(
        "2.31", .appleShould, "Where there is APAC there is stereo AAC too",
        why: "Devices that do not decode APAC need something to play.",
        mend: "Add audio in stereo AAC, and variants that use it."
    ) { subject in
        let families = Set(subject.variants.flatMap(\.codecs).map(\.family))
        let hasAAC = subject.variants.contains { $0.codecs.contains(where: \.isAAC) }
        return subject.problem(if: families.contains(.apac) && !hasAAC, "APAC without AAC")
    }

    private static func described(
        _ subject: Subject, byCharacteristics: Bool
    ) -> [(index: Int, rendition: Rendition)] {
        subject.placedRenditions.filter { _, rendition in
            guard rendition.kind == .audio else { return false }
            let isMarked = rendition.characteristics.contains(describing)
            return byCharacteristics ? isMarked : !isMarked && saysDescription(rendition.name)
        }
    }

    private static func saysDescription(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["audio descri", "audiodescri", "described video", "descriptive"].contains { name.contains($0) }
    }

    /// Whether every one has more than two channels.
    static func isMultichannelOnly(_ renditions: [Rendition]) -> Bool {
        !renditions.isEmpty && renditions.allSatisfy(\.isMultichannel)
    }

    /// Seconds to a thousandth.
    static func shown(_ span: Duration) -> String {
        let (seconds, attoseconds) = span.components
        let thousandths = "\(1000 + abs(attoseconds) / 1_000_000_000_000_000)".dropFirst()
        return "\(seconds).\(thousandths)"
    }
}

extension Rendition {
    /// More than two channels, as CHANNELS says.
    var isMultichannel: Bool { (channels?.prefix { $0 != "/" }).flatMap { Int($0) }.map { $0 > 2 } ?? false }
}

extension Subject.MemberView {
    /// The target duration, within reason.
    var oneTarget: Duration { .seconds(Int64(min(playlist.targetDuration ?? 0, 1 << 30))) }
}
