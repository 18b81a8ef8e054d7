package import Catalog
import MediaTypes

/// What is known of a version without any URL: which renditions there are, and the identity and timing of the segments
/// of those whose playlist was read. With it and the objects a reel plays without its origin.
package struct ReelOutline: Hashable, Sendable, Codable {
    package var format = Format.current
    package var reel: ReelID
    package var version: VersionID
    var strip: PackageDocument.Strip?
    /// By ascending bandwidth.
    var variants: [Variant]
    /// By rendition.
    var timings: [String: Timing]

    // Renditions are strings here, since those of a foreign stream may break the rule of our own ids.

    struct Variant: Hashable, Sendable, Codable {
        var id: String
        var bandwidth: BitRate
        /// The rendition that plays with it, when its audio comes apart.
        var audio: String?
        var isAudioOnly: Bool
    }

    struct Timing: Hashable, Sendable, Codable {
        var segments: [Segment]
        /// How many initialization sections there are.
        var initializations: Int
        /// How each of them is encrypted, when one is.
        var sectionEncryptions: [Encryption?]?
        /// The ids of the content keys, when there are any.
        var keys: [String]?
    }

    struct Encryption: Hashable, Sendable, Codable {
        /// Index into ``Timing/keys``.
        var key: Int
        var vector: [UInt8]
    }

    struct Segment: Hashable, Sendable, Codable {
        var number: Int
        /// The duration, exactly.
        var seconds: Int64
        var attoseconds: Int64
        var initialization: Int?
        var isDiscontinuity: Bool
        var encryption: Encryption?
    }

    private static let mostSegments = 100_000
    private static let longest: Int64 = 1_000_000

    /// Whether it can be played by: it may have been written by anybody.
    package var isSound: Bool {
        !variants.isEmpty && variants.allSatisfy { RenditionID(foreign: $0.id) != nil }
            && timings.values.allSatisfy { timing in
                timing.segments.count <= Self.mostSegments && (0...Self.mostSegments).contains(timing.initializations)
                    && timing.segments.allSatisfy { $0.isSound(timing.initializations, Self.longest) }
                    && timing.hasSoundEncryption
            }
    }

    /// With what another play has learned of the same version.
    package func merged(with other: ReelOutline) -> ReelOutline {
        guard other.reel == reel, other.version == version, other.variants == variants else { return self }
        var whole = self
        whole.timings.merge(other.timings) { mine, _ in mine }
        return whole
    }
}

extension ReelOutline.Segment {
    fileprivate func isSound(_ initializations: Int, _ longest: Int64) -> Bool {
        number >= 0 && (0...longest).contains(seconds) && (0..<1_000_000_000_000_000_000).contains(attoseconds)
            && initialization.map { (0..<initializations).contains($0) } ?? true
    }
}

extension ReelOutline.Timing {
    fileprivate var hasSoundEncryption: Bool {
        let keys = keys ?? []
        let used = segments.compactMap(\.encryption) + (sectionEncryptions ?? []).compactMap(\.self)
        return keys.allSatisfy { ContentKeyID($0) != nil }
            && (sectionEncryptions.map { $0.count == initializations } ?? true)
            && used.allSatisfy { keys.indices.contains($0.key) && $0.vector.count == 16 }
    }

    init(_ index: MediaIndex) {
        segments = index.segments.map { segment in
            let (seconds, attoseconds) = segment.duration.components
            return .init(
                number: segment.number, seconds: seconds, attoseconds: attoseconds,
                initialization: segment.initialization, isDiscontinuity: segment.isDiscontinuity,
                encryption: segment.encryption.map(ReelOutline.Encryption.init))
        }
        initializations = index.initializations.count
        guard !index.keys.isEmpty else { return }
        keys = index.keys.map(\.id.text)
        sectionEncryptions = index.initializations.map { $0.encryption.map(ReelOutline.Encryption.init) }
    }

    /// The segments at their times and nowhere else.
    var index: MediaIndex {
        let sections = sectionEncryptions ?? Array(repeating: nil, count: initializations)
        var index = MediaIndex(
            segments: [],
            initializations: sections.map {
                .init(location: .init(url: ""), encryption: $0.map(MediaIndex.Encryption.init))
            },
            keys: (keys ?? []).compactMap(ContentKeyID.init).map { .init(id: $0, location: .init(url: "")) })
        var start = Duration.zero
        for segment in segments {
            let duration = Duration(
                secondsComponent: segment.seconds, attosecondsComponent: segment.attoseconds)
            index.segments.append(
                .init(
                    number: segment.number, start: start, duration: duration, location: .init(url: ""),
                    encryption: segment.encryption.map(MediaIndex.Encryption.init),
                    initialization: segment.initialization, isDiscontinuity: segment.isDiscontinuity))
            start += duration
        }
        return index
    }
}

extension ReelOutline.Encryption {
    init(_ encryption: MediaIndex.Encryption) { self.init(key: encryption.key, vector: encryption.vector) }
}

extension MediaIndex.Encryption {
    init(_ encryption: ReelOutline.Encryption) { self.init(key: encryption.key, vector: encryption.vector) }
}
