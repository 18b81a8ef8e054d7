internal import Catalog
internal import MP4
internal import Platform

extension ReadBack {
    /// What is wrong with the whole files, when there are any: `moov` behind samples, and samples that are not those of
    /// the segments, at the same times.
    func progressiveProblems(of package: PackageDocument, _ tally: Tally) throws -> [String] {
        let listed = Set(package.playlists.map(\.path))
        return try (package.progressive ?? []).flatMap { entry in
            guard listed.contains(entry.path) else { return ["\(entry.path) is not listed"] }
            return try problems(of: entry, package, tally).map { "\(entry.path): \($0)" }
        }
    }

    private func problems(
        of entry: PackageDocument.Progressive, _ package: PackageDocument, _ tally: Tally
    ) throws -> [String] {
        let file = try File.openForReading("\(folder)/\(entry.path)")
        let structure = FileStructure(size: try file.status().size) { range in
            (try? file.read(at: range.lowerBound, count: range.count)) ?? []
        }
        if let problem = structure.problem { return ["\(problem)"] }
        let types = structure.boxes.map(\.type)
        guard types == ["ftyp", "moov", "mdat"] else { return ["it is made of \(types)"] }
        let main = package.renditions.first { $0.id == entry.rendition }
        let audio = package.renditions.first { $0.kind == .audio && $0.id != entry.rendition }
        let renditions = [main, audio].compactMap(\.self)
        let movie = try Movie(boxes: structure.boxes)
        guard movie.tracks.map(\.codec) == renditions.map(\.codecs),
            entry.codecs == renditions.map(\.codecs).joined(separator: ",")
        else { return ["its tracks are not those of \(renditions.map(\.id))"] }
        return try zip(movie.tracks, renditions).flatMap { track, rendition in
            try problems(of: track, in: file, size: structure.size, rendition, tally)
        }
    }

    /// Sample by sample and segment by segment.
    private func problems(
        of track: Track, in file: borrowing File, size: Int, _ rendition: PackageDocument.Rendition, _ tally: Tally
    ) throws -> [String] {
        let table = try SampleTable(track, fileSize: size)
        var samples = table.makeIterator()
        var start: Int64?
        var reader = FragmentReader(try Movie(reading: try read(.initialization, of: rendition.id)))
        for number in rendition.sampleCounts.indices {
            let segment = try read(.segment(number), of: rendition.id)
            for (index, expected) in try reader.samples(inSegment: segment).enumerated() {
                let place = "sample \(index) of segment \(number) of \(rendition.id)"
                guard let sample = samples.next() else { return ["\(place) is missing"] }
                start = start ?? expected.decodeTime
                guard sample.presentationTime == expected.presentationTime, sample.isShown == expected.isShown,
                    sample.decodeTime == expected.decodeTime - (start ?? 0)
                else { return ["\(place) is shown at \(sample.presentationTime), not \(expected.presentationTime)"] }
                guard sample.isSync == expected.isSync else { return ["\(place) is sync in one of them only"] }
                guard sample.size == expected.size,
                    try file.read(at: sample.position, count: sample.size)[...]
                        == segment[expected.position..<expected.position + expected.size]
                else { return ["\(place) has other bytes"] }
            }
            tally.add(segment.count)
        }
        return samples.next() == nil ? [] : ["\(rendition.id) has more samples than its segments"]
    }
}
