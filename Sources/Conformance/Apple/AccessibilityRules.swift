import HLS

/// Chapter 4: captions and subtitles for the deaf and hard of hearing.
extension AppleRule {
    static let accessibility: [AppleRule] = [
        captions, captionsLanguage, describedSubtitles, describedSubtitlesAutoselect, subtitlesLanguage,
    ]

    private static let dialog = "public.accessibility.transcribes-spoken-dialog"
    private static let sounds = "public.accessibility.describes-music-and-sound"

    private static let captions = AppleRule(
        "4.1", .appleShould, "Captions or subtitles are offered",
        why: "Without them those who do not hear are left out.",
        mend: "Add a group of SUBTITLES or CLOSED-CAPTIONS and name it in the variants."
    ) { subject in
        let has = subject.renditions.contains { [.subtitles, .closedCaptions].contains($0.kind) }
        return subject.problem(if: !subject.videoVariants.isEmpty && !has, "no captions and no subtitles")
    }

    private static let captionsLanguage = AppleRule(
        "4.4", .appleMust, needs: [.text, .streams], "Closed captions that are declared have LANGUAGE",
        why: "A device chooses captions by language, and shows it in the menu.",
        mend: "Add LANGUAGE to the EXT-X-MEDIA tag."
    ) { subject in
        subject.placedRenditions.filter { $0.rendition.kind == .closedCaptions && $0.rendition.language == nil }.map {
            subject.problem(rendition: $0.index, "the captions '\($0.rendition.name)' have no LANGUAGE")
        }
    }

    private static let describedSubtitles = AppleRule(
        "4.5", .appleMust, "Subtitles for the deaf and hard of hearing have both of their CHARACTERISTICS",
        why: "It is how a device finds them for those who asked for them in its settings.",
        mend: "Set CHARACTERISTICS=\"\(dialog),\(sounds)\"."
    ) { subject in
        subject.placedRenditions.filter { isDescribing($0.rendition) }
            .filter { !Set($0.rendition.characteristics).isSuperset(of: [dialog, sounds]) }
            .map { subject.problem(rendition: $0.index, "'\($0.rendition.name)' lacks one of them") }
    }

    private static let describedSubtitlesAutoselect = AppleRule(
        "4.6", .appleMust, "Subtitles for the deaf and hard of hearing have AUTOSELECT=YES",
        why: "Without it a device does not choose them for those who asked for them.",
        mend: "Add AUTOSELECT=YES."
    ) { subject in
        subject.placedRenditions.filter { isDescribing($0.rendition) && $0.rendition.isAutoselect != true }.map {
            subject.problem(rendition: $0.index, "'\($0.rendition.name)' has no AUTOSELECT=YES")
        }
    }

    private static let subtitlesLanguage = AppleRule(
        "4.7", .appleMust, "Subtitles have LANGUAGE",
        why: "A device chooses subtitles by language, and shows it in the menu.",
        mend: "Add LANGUAGE to the EXT-X-MEDIA tag."
    ) { subject in
        subject.placedRenditions.filter { $0.rendition.kind == .subtitles && $0.rendition.language == nil }.map {
            subject.problem(rendition: $0.index, "the subtitles '\($0.rendition.name)' have no LANGUAGE")
        }
    }

    /// By characteristic, or by the word that is used for them.
    private static func isDescribing(_ rendition: Rendition) -> Bool {
        guard rendition.kind == .subtitles else { return false }
        let words = rendition.name.split { !$0.isLetter }
        return rendition.characteristics.contains(sounds) || words.contains("SDH")
    }
}
