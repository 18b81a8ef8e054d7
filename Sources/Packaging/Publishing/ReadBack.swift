package import Catalog
internal import HLS
internal import MP4
internal import MediaTypes
internal import Platform
internal import Signing
internal import WebVTT

/// A version that is read again from its files before anyone may see it: what was written is checked by the readers, not
/// by what the writers remember.
package struct ReadBack: Sendable {
    /// The folder of the version.
    let folder: String
    /// Paths of files that were read when they were written, and were right.
    private let known: Set<String>
    private let progress: @Sendable (Double) -> Void
    /// A file larger than this was not written here.
    private static let sizeLimit = 1 << 30

    /// `progress` is told what share of the bytes is read, by any thread.
    package init(
        folder: String, known: Set<String> = [], progress: @escaping @Sendable (Double) -> Void = { _ in }
    ) {
        self.folder = folder
        self.known = known
        self.progress = progress
    }

    /// What is wrong, each as a sentence with its file; nothing when the version may be published.
    package func problems(of package: PackageDocument) throws -> [String] {
        var problems: [String] = []
        let folder = folder
        let files = (package.objects + package.playlists).filter { !known.contains($0.path) }
        let whole = Set((package.progressive ?? []).map(\.path))
        // Whole files are read once more and compared with the segments.
        let tally = Tally(of: files.reduce(0) { $0 + $1.size * (whole.contains($1.path) ? 2 : 1) }, progress)
        let areRight = try concurrentMap(files) { try Self.isRight($0, in: folder, tally: tally) }
        for (file, isRight) in zip(files, areRight) where !isRight {
            problems.append("\(file.path) is not what was written")
        }
        for file in package.playlists where file.path.hasSuffix(".m3u8") {
            let reading = Playlist.parse(try read(file.path))
            problems += reading.findings.filter { $0.rule.level == .must }.map { "\(file.path):\($0)" }
        }
        problems += try presentationProblems(of: package)
        problems += try concurrentMap(package.renditions) { try self.problems(of: $0) }.flatMap { $0 }
        return try problems + tileProblems(of: package) + manifestProblems(of: package)
            + progressiveProblems(of: package, tally)
    }

    /// Whether a file has the size and digest that it should have. Piece by piece: whole files grow with the length of
    /// the reel.
    static func isRight(
        _ expected: PackageDocument.File, in folder: String, tally: Tally? = nil, beginsSynchronizing: Bool = false
    ) throws -> Bool {
        let file = try File.openForReading("\(folder)/\(expected.path)")
        var digest = SHA256()
        let size = try file.withPieces {
            digest.update($0)
            tally?.add($0.count)
        }
        if beginsSynchronizing { file.beginSynchronizing() }
        return size == expected.size && digest.digest() == expected.sha256
    }

    /// What the playlists say of each other.
    private func presentationProblems(of package: PackageDocument) throws -> [String] {
        let main = PackageLayout.multivariantPlaylist
        guard var presentation = PresentationPlaylists(multivariant: try read(main), uri: main) else {
            return ["\(main) is no multivariant playlist"]
        }
        let known = Set(package.playlists.map(\.path))
        for uri in presentation.members.map(\.uri) where known.contains(uri) {
            _ = presentation.read(try read(uri), for: uri)
        }
        let report = presentation.report()
        return report.absent.map { "\(main) names \($0), which is not there" }
            + report.findings.filter { $0.finding.rule.level == .must }.map { "\($0.playlist ?? main):\($0.finding)" }
    }

    func read(_ path: String) throws -> [UInt8] {
        try FileSystem.read("\(folder)/\(path)", limit: Self.sizeLimit)
    }

    func read(_ object: ObjectName, of rendition: RenditionID) throws -> [UInt8] {
        try read(PackageLayout.path(of: object, in: rendition) ?? "")
    }

    private func problems(of rendition: PackageDocument.Rendition) throws -> [String] {
        if rendition.kind == .subtitles {
            return try captionProblems(of: rendition) + ratesProblems(of: rendition)
        }
        let movie = try Movie(reading: try read(.initialization, of: rendition.id))
        guard let track = movie.tracks.first, movie.tracks.count == 1 else {
            return ["\(rendition.id) has \(movie.tracks.count) tracks"]
        }
        var problems: [String] = []
        if track.timescale != rendition.timescale.ticksPerSecond || track.codec != rendition.codecs {
            problems.append("\(rendition.id)/init.mp4 says \(track.codec ?? "no codec") at \(track.timescale)/s")
        }
        var reader = FragmentReader(movie)
        // A track that begins late says so by its first decode time.
        var end = rendition.cuts.first ?? 0
        for (number, count) in rendition.sampleCounts.enumerated() {
            let samples = try samples(of: number, rendition.id, &reader)
            let path = "\(rendition.id)/\(PackageLayout.segmentName(number, in: rendition.id))"
            guard let first = samples.first, let last = samples.last, samples.count == count else {
                problems.append("\(path) has \(samples.count) samples, not \(count)")
                continue
            }
            // The priming of audio lies before the presentation.
            let priming = number == 0 ? min(0, track.presentationShift) : 0
            let start = samples.map(\.presentationTime).min() ?? 0
            let expected = rendition.cuts[number] + (rendition.kind == .audio ? priming : 0)
            if start != expected { problems.append("\(path) begins at \(start), not \(expected)") }
            if !first.isSync { problems.append("\(path) does not begin with a sync sample") }
            if first.decodeTime != end { problems.append("\(path) is decoded from \(first.decodeTime) on, not \(end)") }
            end = last.decodeTime + Int64(last.duration)
        }
        let shown = end + (rendition.kind == .audio ? track.presentationShift : 0)
        if shown != rendition.cuts.last { problems.append("\(rendition.id) ends at \(shown)") }
        return problems + (try ratesProblems(of: rendition))
    }

    /// The samples of a segment, by its boxes; their bytes are not read again.
    private func samples(
        of number: Int, _ rendition: RenditionID, _ reader: inout FragmentReader
    ) throws -> [Sample] {
        let path = PackageLayout.path(of: .segment(number), in: rendition) ?? ""
        let file = try File.openForReading("\(folder)/\(path)")
        let structure = FileStructure(size: try file.status().size) { range in
            // What cannot be read is missing in the structure.
            (try? file.read(at: range.lowerBound, count: range.count)) ?? []
        }
        if let problem = structure.problem { throw problem }
        var samples: [Sample] = []
        for box in structure.boxes where box.type == "moof" {
            for run in try reader.runs(of: box, fileSize: structure.size) {
                guard run.byteCount <= structure.size - run.position else {
                    throw BoxError(.invalidValue("sample size"), at: box.position, in: "moof")
                }
                samples += run
            }
        }
        return samples
    }

    private func captionProblems(of rendition: PackageDocument.Rendition) throws -> [String] {
        try rendition.sampleCounts.enumerated().compactMap { number, expected in
            let bytes = try read(.segment(number), of: rendition.id)
            let count: Int
            do throws(CaptionsError) { count = try Captions(webVTT: bytes).cues.count } catch {
                guard error == .noCues else { return "\(rendition.id) segment \(number): \(error)" }
                count = 0
            }
            return count == expected ? nil : "\(rendition.id) segment \(number) has \(count) captions, not \(expected)"
        }
    }

    /// The rates once more, from the playlist's durations and the files' sizes.
    private func ratesProblems(of rendition: PackageDocument.Rendition) throws -> [String] {
        let path = PackageLayout.playlistPath(of: rendition.id)
        guard let playlist = Playlist.parse(try read(path)).playlist.media, let target = playlist.targetDuration else {
            return ["\(path) is no media playlist"]
        }
        let microseconds = playlist.segments.map { $0.duration?.units(per: 1_000_000) ?? 0 }
        let sizes = try playlist.segments.map { segment in
            Double(try FileSystem.status("\(folder)/\(rendition.id)/\(segment.uri)").size * 8)
        }
        var peak = 0.0
        for first in sizes.indices {
            var (bits, span) = (0.0, Int64(0))
            for index in first..<sizes.count {
                (bits, span) = (bits + sizes[index], span + microseconds[index])
                let seconds = Double(span) / 1e6
                // A microsecond off either limit is the rounding of EXTINF.
                if seconds > 1.5 * Double(target) + 0.5 - 2e-6 { break }
                if seconds >= 0.5 * Double(target) + 2e-6 { peak = max(peak, bits / seconds) }
            }
        }
        let declared = Double(rendition.measured.peakBandwidth.bitsPerSecond)
        return peak > declared + max(1, declared * 1e-5)
            ? ["\(rendition.id) has a peak of \(peak), not \(declared)"] : []
    }
}
