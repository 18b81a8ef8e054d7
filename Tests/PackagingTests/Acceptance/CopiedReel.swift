import Catalog
import MediaTypes
import Packaging
import Platform
import TestSupport
import Testing

/// Makes clips for the tests of copying, with ffmpeg.
enum CopyClip {
    /// H.264 of 30 frames a second unless told: a group every two seconds, B-frames.
    static func make(_ path: String, _ arguments: [String]) throws -> String {
        let result = try Reader.ffmpeg(arguments + [path])
        guard result.status == 0 else { throw AppendixClip.ClipError(clip: path, message: result.standardError) }
        return path
    }

    static func picture(_ seconds: Double, rate: String = "30", size: String = "180x320") -> [String] {
        ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=\(rate):d=\(seconds)"]
    }

    static func tone(_ seconds: Double) -> [String] { ["-f", "lavfi", "-i", "sine=f=440:r=44100:d=\(seconds)"] }

    static func h264(group: Int = 60, _ more: String = "") -> [String] {
        [
            "-c:v", "libx264", "-preset", "veryfast", "-threads", "1", "-pix_fmt", "yuv420p", "-x264-params",
            "keyint=\(group):min-keyint=\(group):scenecut=0\(more)",
        ]
    }

    static func h265(_ more: String = "") -> [String] {
        [
            "-pix_fmt", "yuv420p10le", "-c:v", "libx265", "-preset", "ultrafast", "-x265-params",
            "log-level=error:keyint=60:min-keyint=60:scenecut=0\(more)",
        ]
    }
}

extension PackagedReel {
    /// Files that are packaged without encoding.
    static func copy(
        _ paths: [String], into out: String, id: String? = "reel", isForced: Bool = false, isStrict: Bool = false,
        isDASH: Bool = false, isProgressive: Bool = false, hasTiles: Bool = true,
        hasPosters: Bool = true
    ) throws -> PackagedReel {
        let packager = Packager(
            out: out, ladder: small, isForced: isForced, isStrict: isStrict, isDASH: isDASH,
            isProgressive: isProgressive, hasTiles: hasTiles, hasPosters: hasPosters)
        let source = try CopySource.open(paths, id: id.flatMap(ReelID.init))
        let outcome = try packager.package(source) { _, _ in }
        return PackagedReel(
            outcome: outcome, folder: "\(outcome.folder)/\(outcome.package.version)", sourcePath: paths[0])
    }

    func lengths(_ rendition: PackageDocument.Rendition) -> [Double] {
        zip(rendition.cuts, rendition.cuts.dropFirst()).map {
            Double($1 - $0) / Double(rendition.timescale.ticksPerSecond)
        }
    }
}

extension Reader {
    /// Digests of what is decoded of the first stream of a kind (`v`, `a`), or of its packets as they are.
    /// `filter` makes one form of what containers frame differently.
    static func digests(
        _ input: String, _ kind: String, isDecoded: Bool = true, filter: String? = nil
    ) throws -> [String] {
        let packets = ["-c", "copy"] + (filter.map { ["-bsf:\(kind)", $0] } ?? [])
        let result = try ffmpeg(
            ["-i", input, "-map", "0:\(kind):0"] + (isDecoded ? ["-vsync", "0"] : packets) + ["-f", "framemd5", "-"])
        // Stream, two times, duration, size, digest; what lies beside a packet has columns after these.
        return result.text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { line in
            let columns = line.split(separator: ",")
            return columns.count > 5 ? String(columns[5].trimmingPrefix(while: \.isWhitespace)) : nil
        }
    }

    /// When packets of a stream are shown, ascending.
    static func times(_ input: String, _ kind: String) throws -> [Double] {
        let tool = try #require(Tool("ffprobe"))
        let result = try tool.run([
            "-v", "error", "-select_streams", "\(kind):0", "-show_entries", "packet=pts_time,flags", "-of", "csv=p=0",
            input,
        ])
        return result.text.split(separator: "\n").compactMap { line in
            let parts = line.split(separator: ",")
            // What an edit list hides is not shown.
            return parts.count > 1 && parts[1].contains("D") ? nil : Double(parts[0])
        }.sorted()
    }
}

/// What holds of every copy: its pictures are bit for bit those of the source, at the source's times, and every segment
/// decodes by itself; its sound is packet for packet the source's.
func expectIsCopy(
    _ reel: PackagedReel, of sources: [RenditionID: String], tolerance: Double = 0.0015,
    at location: SourceLocation = #_sourceLocation
) throws {
    for rendition in reel.document.renditions where rendition.kind != .subtitles {
        let source = try #require(sources[rendition.id], "\(rendition.id)", sourceLocation: location)
        let comment = Comment(rawValue: "\(rendition.id)")
        let playlist = try reel.playlist(rendition)
        let path = "\(reel.folder)/\(rendition.id)"
        #expect(try Reader.complaints("\(path)/playlist.m3u8") == "", comment, sourceLocation: location)
        let lengths = reel.lengths(rendition)
        let sum = playlist.durations.reduce(0, +)
        #expect(abs(sum - lengths.reduce(0, +)) < 2e-6, comment, sourceLocation: location)
        #expect(playlist.durations.count == lengths.count, comment, sourceLocation: location)
        #expect(
            playlist.durations.allSatisfy { Int(($0 + 0.5).rounded(.down)) <= playlist.targetDuration ?? 0 }, comment,
            sourceLocation: location)
        if rendition.kind == .video {
            try expectPicturesAreThose(of: source, rendition, playlist, path, tolerance, location)
        } else {
            let filter = rendition.codecs.hasPrefix("mp4a") ? "aac_adtstoasc" : nil
            let packets = try Reader.digests(source, "a", isDecoded: false, filter: filter)
            let copied = try Reader.digests("\(path)/playlist.m3u8", "a", isDecoded: false, filter: filter)
            #expect(copied.count == rendition.sampleCounts.reduce(0, +), comment, sourceLocation: location)
            #expect(packets.count - copied.count <= 3, comment, sourceLocation: location)
            let isRun = packets.indices.contains { packets[$0...].starts(with: copied) }
            #expect(isRun, comment, sourceLocation: location)
        }
    }
}

private func expectPicturesAreThose(
    of source: String, _ rendition: PackageDocument.Rendition, _ playlist: PlaylistText, _ path: String,
    _ tolerance: Double, _ location: SourceLocation
) throws {
    let comment = Comment(rawValue: "\(rendition.id)")
    let pictures = try Reader.digests(source, "v")
    #expect(pictures.count > 0, comment, sourceLocation: location)
    let isEqual = try Reader.digests("\(path)/playlist.m3u8", "v") == pictures
    #expect(isEqual, comment, sourceLocation: location)
    // Each segment alone, after the init section.
    let initialization = try FileSystem.read("\(path)/init.mp4", limit: 1 << 20)
    var first = 0
    try withTemporaryDirectory { folder in
        for (name, count) in zip(playlist.uris, rendition.sampleCounts) {
            let bytes = try FileSystem.read("\(path)/\(name)", limit: 1 << 28)
            try FileSystem.write(initialization + bytes, to: "\(folder)/piece.mp4")
            let own = try Reader.digests("\(folder)/piece.mp4", "v")
            let isPart = own == Array(pictures[min(first, pictures.count)..<min(first + count, pictures.count)])
            #expect(isPart, "\(rendition.id)/\(name)", sourceLocation: location)
            first += count
        }
    }
    let times = try Reader.times(source, "v")
    let copied = try Reader.packets("\(path)/playlist.m3u8")
    #expect(copied.count == times.count, comment, sourceLocation: location)
    let start = Double(rendition.cuts[0]) / Double(rendition.timescale.ticksPerSecond)
    for (packet, time) in zip(copied, times) {
        #expect(
            abs(packet.time - start - (time - times[0])) < tolerance, "\(rendition.id) at \(time)",
            sourceLocation: location)
    }
    // A key frame begins every segment.
    var boundary = start
    let keys = copied.filter(\.isKey).map(\.time)
    for duration in playlist.durations {
        #expect(
            keys.contains { abs($0 - boundary) < 0.001 }, "\(rendition.id) at \(boundary)", sourceLocation: location)
        boundary += duration
    }
}
