internal import Catalog
internal import MediaTypes
internal import WebVTT

/// Writes the subtitle renditions of a version: segmented WebVTT on its grid.
struct CaptionWriter {
    let files: [CaptionFile]
    let grid: PackageDocument.Grid

    /// Of all segments of a rendition: a caption that is shown for long is in each.
    private static let sizeLimit = 64 << 20

    func write(into folder: String) throws -> [EncodedRendition] {
        try files.compactMap { file in try file.id.map { try write(file, $0, into: folder) } }
    }

    private func write(_ file: CaptionFile, _ id: RenditionID, into folder: String) throws -> EncodedRendition {
        var writer = try RenditionWriter(id, in: folder)
        let segments = file.captions.segments(
            boundaries: grid.boundaries, scale: Int64(grid.timescale.ticksPerSecond))
        var size = 0
        for segment in segments {
            let bytes = segment.bytes
            size += bytes.count
            guard size <= Self.sizeLimit else {
                throw UnusableSource.captions(file.path, "its captions are shown for so long that they fill 64 MB")
            }
            try writer.write(bytes, sampleCount: segment.cues.count)
        }
        // Nothing was asked for but the bytes that are there.
        let none = PackageDocument.Rates(peakBandwidth: BitRate(0), averageBandwidth: BitRate(0))
        let captions = file.captions.segments(
            boundaries: [0, grid.boundaries[grid.boundaries.count - 1]], scale: Int64(grid.timescale.ticksPerSecond))
        return EncodedRendition(
            id: id, kind: .subtitles, codecs: "wvtt", language: file.language, role: file.role,
            timescale: grid.timescale, captions: captions.first?.fileBytes, cuts: grid.boundaries,
            segments: writer.segments, declared: none)
    }

    /// What was left out of the files, a sentence each.
    var warnings: [String] {
        files.compactMap { file in
            guard let first = file.captions.losses.first else { return nil }
            let count = file.captions.losses.count
            let more = count == 1 ? "" : " (and \(count - 1) more)"
            return "captions \(file.id?.text ?? ""): \(first)\(more)"
        }
    }
}
