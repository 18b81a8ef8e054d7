extension Track {
    /// All samples of the track in a file, progressive or of fragments, in the order of decoding.
    ///
    /// Fragments go on where the samples of the `moov` end. Another `moov` on the way, as where two streams were put
    /// one behind the other, gives the defaults of the fragments behind it.
    public func samples(in structure: FileStructure) throws(BoxError) -> [Sample] {
        var samples: [Sample] = []
        try forEachSample(in: structure) { samples.append($0) }
        return samples
    }

    /// Hands over ``samples(in:)`` one by one. Without `includesTable` those of fragments only: the track is of another
    /// file.
    ///
    /// Throws after the samples that could be read.
    public func forEachSample(
        in structure: FileStructure, includesTable: Bool = true, _ body: (Sample) -> Void
    ) throws(BoxError) {
        var count = 0
        var reader = FragmentReader(self)
        if includesTable {
            var end: Int64 = 0
            for sample in try SampleTable(self, fileSize: structure.size) {
                body(sample)
                count += 1
                end = sample.decodeTime &+ Int64(sample.duration)
            }
            if count > 0 { reader.goOn(at: end, trackID: trackID) }
        }
        var isFirst = includesTable
        for box in structure.boxes {
            if box.type == "moov" {
                if !isFirst, let movie = try? Movie(boxes: [box]), let track = movie[trackID] { reader.use(track) }
                isFirst = false
            }
            guard box.type == "moof", box.hasFragment(ofTrack: trackID) else { continue }
            for run in try reader.runs(of: box, fileSize: structure.size) {
                // Many runs can share their bytes, or have samples without any.
                guard run.count <= structure.size - count else {
                    throw BoxError(.invalidValue("sample_count"), at: box.position, in: "moof")
                }
                count += run.count
                for sample in run { body(sample) }
            }
        }
    }
}

extension Box {
    /// Whether a `moof` speaks of that track, or cannot be read.
    fileprivate func hasFragment(ofTrack trackID: UInt32) -> Bool {
        children.isEmpty
            || children.contains { child in
                guard let fragment = child.content as? TrackFragmentBox,
                    let header = fragment.first(TrackFragmentHeaderBox.self)
                else { return child.type == "traf" }
                return header.trackID == trackID
            }
    }
}
