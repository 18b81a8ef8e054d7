/// Reads the samples of fragments, one `moof` after the other.
///
/// A fragment without `tfdt` goes on where the one before it ended.
public struct FragmentReader: Sendable {
    /// The tracks.
    public let movie: Movie
    private var nextDecodeTime: [UInt32: Int64] = [:]

    /// A reader of fragments that belong to the `moov` of an init section.
    public init(_ movie: Movie) { self.movie = movie }

    /// The samples of one track in the fragments of `bytes`, of which the first is byte `position` of the input.
    ///
    /// Throws where a sample lies outside of the bytes. `trackID` may be left out when the movie has one track.
    public mutating func samples(
        inSegment bytes: [UInt8], position: Int = 0, trackID: UInt32? = nil
    ) throws(BoxError) -> [Sample] {
        var samples: [Sample] = []
        for box in try [Box](reading: bytes, position: position, keepsMalformed: true) where box.type == "moof" {
            let runs = try runs(of: box, within: position..<position + bytes.count)
            for run in runs where trackID == nil || run.trackID == trackID { samples += run }
        }
        return samples
    }

    /// The runs of a `moof`, in the order of the file. Throws where a sample lies outside of `limits`.
    public mutating func runs(of box: Box, within limits: Range<Int>) throws(BoxError) -> [SampleRun] {
        if let problem = box.firstProblem { throw problem }
        guard let fragment = box.content as? MovieFragmentBox else {
            throw BoxError(.missing("moof"), at: box.position)
        }
        var runs: [SampleRun] = []
        var end = box.position
        for child in fragment.children {
            guard let track = child.content as? TrackFragmentBox else { continue }
            guard let header = track.first(TrackFragmentHeaderBox.self) else {
                throw BoxError(.missing("tfhd"), at: child.position, in: "traf")
            }
            guard let description = movie[header.trackID] else {
                throw BoxError(.invalidValue("track_ID"), at: child.position, in: "tfhd")
            }
            try read(child, track, header, description, moof: box.position, limits, &end, &runs)
        }
        return runs
    }

    private mutating func read(
        _ box: Box, _ fragment: TrackFragmentBox, _ header: TrackFragmentHeaderBox, _ track: Track, moof: Int,
        _ limits: Range<Int>, _ end: inout Int, _ runs: inout [SampleRun]
    ) throws(BoxError) {
        func invalid(_ name: String) -> BoxError { BoxError(.invalidValue(name), at: box.position, in: "traf") }
        var base = header.defaultBaseIsMoof ? moof : end
        if let offset = header.baseDataOffset {
            guard let exact = Int(exactly: offset) else { throw invalid("base_data_offset") }
            base = exact
        }
        var time = nextDecodeTime[track.trackID] ?? 0
        if let decodeTime = fragment.first(TrackFragmentDecodeTimeBox.self)?.baseMediaDecodeTime {
            guard let exact = Int64(exactly: decodeTime), exact < 1 << 62 else { throw invalid("baseMediaDecodeTime") }
            time = exact
        }
        end = base
        for run in fragment.all(TrackRunBox.self) {
            if let offset = run.dataOffset {
                let (sum, overflow) = base.addingReportingOverflow(Int(offset))
                guard !overflow else { throw invalid("data_offset") }
                end = sum
            }
            let samples = SampleRun(run, header, track, decodeTime: time, position: end)
            guard let totals = samples.totals, end >= limits.lowerBound, totals.size <= limits.upperBound - end else {
                throw invalid("sample size")
            }
            let (next, overflow) = time.addingReportingOverflow(totals.duration)
            guard !overflow, next < 1 << 62 else { throw invalid("sample duration") }
            end += totals.size
            time = next
            runs.append(samples)
        }
        nextDecodeTime[track.trackID] = time
    }
}
