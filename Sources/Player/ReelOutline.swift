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
    }

    struct Segment: Hashable, Sendable, Codable {
        var number: Int
        /// The duration, exactly.
        var seconds: Int64
        var attoseconds: Int64
        var initialization: Int?
        var isDiscontinuity: Bool
    }

    private static let mostSegments = 100_000
    private static let longest: Int64 = 1_000_000

    /// Whether it can be played by: it may have been written by anybody.
    package var isSound: Bool {
        !variants.isEmpty && variants.allSatisfy { RenditionID(foreign: $0.id) != nil }
            && timings.values.allSatisfy { timing in
                timing.segments.count <= Self.mostSegments && (0...Self.mostSegments).contains(timing.initializations)
                    && timing.segments.allSatisfy { $0.isSound(timing.initializations, Self.longest) }
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
    init(_ index: MediaIndex) {
        segments = index.segments.map { segment in
            let (seconds, attoseconds) = segment.duration.components
            return .init(
                number: segment.number, seconds: seconds, attoseconds: attoseconds,
                initialization: segment.initialization, isDiscontinuity: segment.isDiscontinuity)
        }
        initializations = index.initializations.count
    }

    /// The segments at their times and nowhere else.
    var index: MediaIndex {
        var index = MediaIndex(
            segments: [], initializations: Array(repeating: .init(url: ""), count: initializations))
        var start = Duration.zero
        for segment in segments {
            let duration = Duration(
                secondsComponent: segment.seconds, attosecondsComponent: segment.attoseconds)
            index.segments.append(
                .init(
                    number: segment.number, start: start, duration: duration, location: .init(url: ""),
                    initialization: segment.initialization, isDiscontinuity: segment.isDiscontinuity))
            start += duration
        }
        return index
    }
}
