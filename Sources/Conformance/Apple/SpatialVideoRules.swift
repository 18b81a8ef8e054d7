import HLS

/// Chapter 16: spatial video.
extension AppleRule {
    static let spatialVideo: [AppleRule] = [layout, stereoCodec, immersiveLayout]

    private static let layout = AppleRule(
        "16.1", .appleMust, needs: [.text, .segments], "Spatial video has REQ-VIDEO-LAYOUT",
        why: "A device that cannot show it passes it over only if it is told.",
        mend: "Add REQ-VIDEO-LAYOUT=\"CH-STEREO\"."
    ) { subject in
        subject.streams.compactMap { stream in
            guard stream.attributes.requiredVideoLayout.isEmpty,
                let codec = stream.codecs.first(where: { $0.dolbyVision?.profile == 20 })
            else { return nil }
            return subject.problem(stream, "'\(codec.text)' has two views, and there is no REQ-VIDEO-LAYOUT")
        }
    }

    private static let stereoCodec = AppleRule(
        "16.6", .appleMust, on: .visionos, needs: [.text, .segments], "Stereo video is MV-HEVC",
        why: "It is the one stereo coding that the device decodes.",
        mend: "Encode both views with MV-HEVC."
    ) { subject in
        subject.variants.compactMap { stream in
            let isStereo = stream.attributes.requiredVideoLayout.contains { $0.contains("CH-STEREO") }
            guard isStereo,
                let codec = stream.codecs.first(where: { $0.isVideo && ![.hevc, .dolbyVision].contains($0.family) })
            else { return nil }
            return subject.problem(stream, "stereo video in '\(codec.text)'")
        }
    }

    private static let immersiveLayout = AppleRule(
        "16.7", .appleMust, on: .visionos, "Immersive video has CH-STEREO and PROJ-AIV",
        why: "It is stereo by definition, and a device looks for both.",
        mend: "Write REQ-VIDEO-LAYOUT=\"CH-STEREO/PROJ-AIV\"."
    ) { subject in
        subject.streams.filter { stream in
            stream.attributes.requiredVideoLayout.contains { $0.contains("PROJ-AIV") && !$0.contains("CH-STEREO") }
        }.map { subject.problem($0, "PROJ-AIV without CH-STEREO") }
    }
}
