extension Track {
    /// All samples of the track in a file, progressive or of fragments, in the order of decoding.
    ///
    /// Fragments go on where the samples of the `moov` end. Another `moov` on the way, as where two streams were put
    /// one behind the other, gives the defaults of the fragments behind it.
    public func samples(in structure: FileStructure) throws(BoxError) -> [Sample] {
        var samples = Array(try SampleTable(self, fileSize: structure.size))
        var reader = FragmentReader(self)
        if let last = samples.last { reader.goOn(at: last.decodeTime &+ Int64(last.duration), trackID: trackID) }
        var isFirst = true
        for box in structure.boxes {
            if box.type == "moov" {
                if !isFirst, let movie = try? Movie(boxes: [box]), let track = movie[trackID] { reader.use(track) }
                isFirst = false
            }
            guard box.type == "moof" else { continue }
            for run in try reader.runs(of: box, fileSize: structure.size) {
                try samples.append(run, fileSize: structure.size, moof: box.position)
            }
        }
        return samples
    }
}
