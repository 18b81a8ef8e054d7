internal import Catalog
internal import DASH
internal import MediaTypes

/// A manifest for DASH, held against what `package.json` says of the objects.
struct ManifestCheck {
    private let mpd: MPD
    private let package: PackageDocument
    /// Bytes of each object, by its path.
    private let sizes: [String: Int]

    init(_ mpd: MPD, of package: PackageDocument) {
        self.mpd = mpd
        self.package = package
        sizes = Dictionary(package.objects.map { ($0.path, $0.size) }) { first, _ in first }
    }

    /// What is wrong, each as a sentence; nothing when the manifest may be published.
    var problems: [String] {
        guard mpd.periods.count == 1 else { return ["\(mpd.periods.count) periods"] }
        let sets = mpd.periods[0].adaptationSets
        let movies = sets.filter { $0.contentType != .text && $0.contentType != .image }
        let members = movies.flatMap { set in set.representations.map { (set, $0) } }
        let renditions = package.renditions.filter { $0.kind != .subtitles }
        var problems: [String] = []
        if members.map(\.1.id).sorted() != renditions.map(\.id.text).sorted() {
            problems.append("its representations are not the renditions")
        }
        for rendition in renditions {
            for (set, representation) in members where representation.id == rendition.id.text {
                problems += self.problems(of: representation, in: set, rendition)
            }
        }
        return problems + sets.flatMap(alignmentProblems) + textProblems(sets) + imageProblems(sets) + durationProblems
    }

    /// Each subtitle rendition is there as one file.
    private func textProblems(_ sets: [MPD.AdaptationSet]) -> [String] {
        let texts = sets.filter { $0.contentType == .text }.flatMap(\.representations)
        let renditions = package.renditions.filter { $0.kind == .subtitles }
        let files = Set(package.playlists.map(\.path))
        var problems = texts.filter { $0.baseURLs.count != 1 || !files.isSuperset(of: $0.baseURLs) }
            .map { "\($0.id) has no file" }
        if texts.map(\.id).sorted() != renditions.map(\.id.text).sorted() {
            problems.append("its texts are not the subtitles")
        }
        return problems
    }

    /// Where sheets of thumbnails are named, all of them are: as many as are needed at equal lengths.
    private func imageProblems(_ sets: [MPD.AdaptationSet]) -> [String] {
        let sheets = package.objects.map(\.path).filter { $0.hasPrefix("\(PackageLayout.tiles)/") }
        let images = sets.filter { $0.contentType == .image }
        return images.flatMap { set in
            set.representations.filter { names(of: $0, in: set, atMost: sheets.count + 1) != sheets }.map {
                "the sheets of \($0.id) are not those that are there"
            }
        }
    }

    /// Of the segments of equal length that cover the package.
    private func names(of representation: MPD.Representation, in set: MPD.AdaptationSet, atMost limit: Int) -> [String]
    {
        let template = Self.template(of: representation, in: set)
        guard let media = template.media, let ticks = template.duration, ticks > 0, let scale = template.timescale,
            scale > 0
        else { return [] }
        let length = package.duration.ticks(of: Timescale(scale), rounding: .up)
        let count = min(Int((length + Int64(ticks) - 1) / Int64(ticks)), limit)
        return (0..<count).map { index in
            let number = UInt64(template.startNumber ?? 1) + UInt64(index)
            let identifiers = TemplateIdentifiers(representation, number: number, time: UInt64(index) * UInt64(ticks))
            return identifiers.uri(from: media) ?? ""
        }
    }

    private func problems(
        of representation: MPD.Representation, in set: MPD.AdaptationSet, _ rendition: PackageDocument.Rendition
    ) -> [String] {
        let id = representation.id
        let template = Self.template(of: representation, in: set)
        guard let timeline = template.timeline, let initialization = template.initialization, let media = template.media
        else { return ["\(id) has no timeline"] }
        var problems: [String] = []
        if (representation.codecs ?? set.codecs) != rendition.codecs { problems.append("\(id) has other codecs") }
        if template.timescale != rendition.timescale.ticksPerSecond { problems.append("\(id) has another timescale") }
        let segments = timeline.segments(limit: rendition.sampleCounts.count) ?? []
        let expected = zip(rendition.cuts, rendition.cuts.dropFirst()).map { UInt64($0)..<UInt64($1) }
        if segments != expected { problems.append("the timeline of \(id) is not that of its segments") }
        let names =
            [TemplateIdentifiers(representation).uri(from: initialization)]
            + segments.indices.map { index in
                let number = UInt64(template.startNumber ?? 1) + UInt64(index)
                return TemplateIdentifiers(representation, number: number, time: segments[index].lowerBound)
                    .uri(from: media)
            }
        let bytes = names.map { name in name.flatMap { sizes[$0] } }
        if let index = bytes.firstIndex(of: nil) {
            return problems + ["\(id) names \(names[index] ?? "nothing"), which is no object"]
        }
        let rate = Double(representation.bandwidth)
        let isEnough = isEnough(rate, bytes.dropFirst().compactMap(\.self), segments, Double(template.timescale ?? 1))
        return problems + (isEnough ? [] : ["\(id) needs more than its bandwidth of \(representation.bandwidth)"])
    }

    /// Whether from every segment on each segment has arrived when it is shown, at a rate and after the buffer is
    /// filled.
    private func isEnough(_ rate: Double, _ bytes: [Int], _ segments: [Range<UInt64>], _ scale: Double) -> Bool {
        let buffer = rate * mpd.minBufferTime.seconds
        var late = 0.0
        for (index, segment) in segments.enumerated() {
            let elapsed = index == 0 ? 0 : Double(segment.lowerBound - segments[index - 1].lowerBound) / scale
            late = max(0, late - rate * elapsed) + Double(bytes[index] * 8)
            if late > buffer * (1 + 1e-9) { return false }
        }
        return true
    }

    /// `segmentAlignment` is true where it is said.
    private func alignmentProblems(of set: MPD.AdaptationSet) -> [String] {
        guard set.segmentAlignment else { return [] }
        let cuts = set.representations.map { representation in
            package.renditions.first { $0.id.text == representation.id }.map { rendition in
                rendition.cuts.map { MediaTime($0, rendition.timescale) }
            }
        }
        return cuts.allSatisfy { $0 == cuts[0] } ? [] : ["the segments of set \(set.id ?? 0) are not aligned"]
    }

    /// The presentation is as long as the package, to a microsecond, and no track is shorter.
    private var durationProblems: [String] {
        let microseconds = package.duration.ticks(of: Timescale(1_000_000), rounding: .down)
        return mpd.mediaPresentationDuration == .microseconds(microseconds)
            ? [] : ["its duration is not that of the package"]
    }

    private static func template(of representation: MPD.Representation, in set: MPD.AdaptationSet)
        -> MPD.SegmentTemplate
    {
        (representation.segmentTemplate ?? MPD.SegmentTemplate()).inheriting(from: set.segmentTemplate)
    }
}

extension Duration {
    fileprivate var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
