import HLS

/// An entry of CODECS, taken apart as far as Apple's rules ask. RFC 6381 and the codecs' own bindings.
struct Codec: Hashable {
    enum Family: Hashable {
        case h264, hevc, dolbyVision, av1, otherVideo, motionJPEG
        case aacLC, heAAC, heAACv2, xHEAAC, alac, flac, apac, ac3, eac3, otherAudio
        case imsc, webVTT
        case unknown
    }

    var text: String
    var family: Family
    private var parts: [Substring]

    init(_ text: String) {
        self.text = text
        parts = text.split(separator: ".", omittingEmptySubsequences: false)
        family = Self.family(parts)
    }

    /// The sample entry's name.
    var base: Substring { parts[0] }

    var isVideo: Bool {
        switch family {
        case .h264, .hevc, .dolbyVision, .av1, .otherVideo, .motionJPEG: true
        default: false
        }
    }

    var isAudio: Bool {
        switch family {
        case .aacLC, .heAAC, .heAACv2, .xHEAAC, .alac, .flac, .apac, .ac3, .eac3, .otherAudio: true
        default: false
        }
    }

    /// Stereo that every Apple device decodes.
    var isAAC: Bool { [.aacLC, .heAAC, .heAACv2].contains(family) }

    /// Parameter sets may change from sample to sample.
    var hasInBandParameters: Bool { ["avc3", "hev1", "dvhe"].contains(base) }

    private static func family(_ parts: [Substring]) -> Family {
        switch parts[0] {
        case "avc1", "avc3": .h264
        case "hvc1", "hev1": .hevc
        case "dvh1", "dvhe", "dav1": .dolbyVision
        case "av01": .av1
        case "mjpg": .motionJPEG
        case "vp08", "vp09", "vp8", "vp9", "vvc1", "vvi1", "mp4v", "dva1", "dvav", "theora": .otherVideo
        case "mp4a": mpeg4Audio(parts)
        case "ac-3": .ac3
        case "ec-3", "ec+3": .eac3
        case "alac": .alac
        case "fLaC", "flac": .flac
        case "apac": .apac
        case "Opus", "opus", "vorbis", "ac-4", "dtsc", "dtse", "dtsx", "mp3", "mha1", "mhm1", "samr", "sawb":
            .otherAudio
        case "stpp": .imsc
        case "wvtt": .webVTT
        default: .unknown
        }
    }

    /// By object type indication, and audio object type where that is MPEG-4 audio.
    private static func mpeg4Audio(_ parts: [Substring]) -> Family {
        guard parts.count > 1 else { return .unknown }
        switch parts[1].lowercased() {
        case "40":
            guard parts.count > 2, let type = Int(parts[2]) else { return .unknown }
            return [2: .aacLC, 5: .heAAC, 29: .heAACv2, 42: .xHEAAC][type] ?? .otherAudio
        case "66", "67", "68": return .aacLC
        case "69", "6b", "a9", "dd": return .otherAudio
        case "a5": return .ac3
        case "a6": return .eac3
        default: return .unknown
        }
    }
}

/// Profiles and levels; `nil` where the text does not have them in the form its binding gives.
extension Codec {
    /// `profile_idc` and `level_idc` of `avc1.PPCCLL`, or of the old `avc1.66.30`.
    var h264: (profile: Int, level: Int)? {
        guard family == .h264, parts.count > 1 else { return nil }
        if parts.count == 3, let profile = Int(parts[1]), let level = Int(parts[2]) { return (profile, level) }
        guard parts[1].utf8.count == 6, let value = Int(parts[1], radix: 16) else { return nil }
        return (value >> 16, value & 0xFF)
    }

    /// `general_profile_idc` and `general_level_idc` (30 a level) of `hvc1.2.4.L123.B0`.
    var hevc: (profile: Int, level: Int)? {
        guard family == .hevc, parts.count > 3 else { return nil }
        guard let profile = Int(parts[1].drop { "ABC".contains($0) }), let level = Int(parts[3].dropFirst()) else {
            return nil
        }
        return (profile, level)
    }

    /// Profile and level of `dvh1.05.06`.
    var dolbyVision: (profile: Int, level: Int)? {
        guard family == .dolbyVision, parts.count > 2, let profile = Int(parts[1]), let level = Int(parts[2]) else {
            return nil
        }
        return (profile, level)
    }

    /// `seq_level_idx_0` of `av01.0.04M.08`: 4 a level, from 2.0 on.
    var av1Level: Int? {
        guard family == .av1, parts.count > 2 else { return nil }
        return Int(parts[2].prefix { $0.isNumber })
    }

    /// How many parts the text has.
    var partCount: Int { parts.count }
}
