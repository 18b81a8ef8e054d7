extension Track {
    /// All samples of the track in a file, progressive or of fragments, in the order of decoding.
    public func samples(in structure: FileStructure) throws(BoxError) -> [Sample] {
        var samples = Array(try SampleTable(self, fileSize: structure.size))
        var reader = FragmentReader(self)
        for box in structure.boxes where box.type == "moof" {
            for run in try reader.runs(of: box, fileSize: structure.size) {
                try samples.append(run, fileSize: structure.size, moof: box.position)
            }
        }
        return samples
    }
}
