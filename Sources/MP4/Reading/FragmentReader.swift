/// Reads the samples of fragments, one `moof` after the other.
///
/// A fragment without `tfdt` goes on where the one before it ended.
public struct FragmentReader: Sendable {
    private var tracks: [UInt32: Known]
    private let others: Others
    private var nextDecodeTime: [UInt32: Int64] = [:]

    /// A reader of fragments that belong to the `moov` of an init section.
    ///
    /// A fragment of a track that the `moov` does not have is an error.
    public init(_ movie: Movie) { self.init(movie.tracks, others: .refused) }

    /// A reader of the fragments of one track; those of others are passed over.
    public init(_ track: Track) { self.init([track], others: .passedOver) }

    /// A reader of the fragments of every track without their init section.
    ///
    /// What a fragment leaves to `trex` counts as 0, see ``SampleRun/missingDefaults``, and no edit list is applied.
    public init() { self.init([], others: .read) }

    private init(_ tracks: [Track], others: Others) {
        self.tracks = Dictionary(tracks.map { ($0.trackID, Known($0)) }) { first, _ in first }
        self.others = others
    }

    /// What the `moov` says that fragments need.
    private struct Known {
        let defaults: TrackExtendsBox?
        let edits: EditList

        init(_ track: Track) { (defaults, edits) = (track.fragmentDefaults, track.edits) }
    }

    /// What becomes of fragments of tracks that are not known.
    private enum Others { case refused, passedOver, read }

    /// Sets when the next fragment of a track begins, should it not say so itself.
    mutating func goOn(at time: Int64, trackID: UInt32) { nextDecodeTime[trackID] = min(max(time, 0), 1 << 61) }

    /// Takes the defaults of another `moov` for a track.
    mutating func use(_ track: Track) { tracks[track.trackID] = Known(track) }

    /// The samples of one track in the fragments of `bytes`, of which the first is byte `position` of the input.
    ///
    /// Throws where a sample lies outside of the bytes. `trackID` may be left out when the movie has one track.
    public mutating func samples(
        inSegment bytes: [UInt8], position: Int = 0, trackID: UInt32? = nil
    ) throws(BoxError) -> [Sample] {
        // A segment that cannot be read moves no track's time.
        var reader = self
        var samples: [Sample] = []
        let end = position + bytes.count
        for box in try [Box](reading: bytes, position: position, keepsMalformed: true) where box.type == "moof" {
            for run in try reader.runs(of: box, fileSize: end) where trackID == nil || run.trackID == trackID {
                guard run.position >= position, run.byteCount <= end - run.position else {
                    throw BoxError(.invalidValue("sample size"), at: box.position, in: "moof")
                }
                try samples.append(run, fileSize: bytes.count, moof: box.position)
            }
        }
        self = reader
        return samples
    }

    /// The runs of a `moof`, in the order of the file of `fileSize` bytes. Whether it is long enough for them is for the
    /// caller to see.
    public mutating func runs(of box: Box, fileSize: Int) throws(BoxError) -> [SampleRun] {
        if let problem = box.firstProblem { throw problem }
        guard let fragment = box.content as? MovieFragmentBox else {
            throw BoxError(.missing("moof"), at: box.position)
        }
        var place = Place(moof: box.position, fileSize: fileSize, end: box.position)
        var runs: [SampleRun] = []
        for child in fragment.children where child.type == "traf" { runs += try read(child, &place) }
        return runs
    }

    private struct Place {
        let moof: Int
        let fileSize: Int
        /// Where the samples of the track fragment before end.
        var end: Int
    }

    private mutating func read(_ box: Box, _ place: inout Place) throws(BoxError) -> [SampleRun] {
        func invalid(_ name: String) -> BoxError { BoxError(.invalidValue(name), at: box.position, in: "traf") }
        guard let fragment = box.content as? TrackFragmentBox,
            let header = fragment.first(TrackFragmentHeaderBox.self)
        else { throw BoxError(.missing("tfhd"), at: box.position, in: "traf") }
        let track = tracks[header.trackID]
        guard track != nil || others != .refused else { throw invalid("track_ID") }
        let base = try Self.base(header, place, invalid)
        place.end = base
        var time = nextDecodeTime[header.trackID] ?? 0
        if let decodeTime = fragment.first(TrackFragmentDecodeTimeBox.self)?.baseMediaDecodeTime {
            // The field is unsigned; libavformat puts times before 0 into it, in two's complement.
            time = Int64(bitPattern: decodeTime)
            guard time.magnitude < 1 << 62 else { throw invalid("baseMediaDecodeTime") }
        }
        var runs: [SampleRun] = []
        for run in fragment.all(TrackRunBox.self) {
            if let offset = run.dataOffset {
                let (sum, overflow) = base.addingReportingOverflow(Int(offset))
                guard !overflow, sum >= 0 else { throw invalid("data_offset") }
                place.end = sum
            }
            guard
                let samples = SampleRun(
                    run, header, track?.defaults, track?.edits ?? EditList(), decodeTime: time, place.end,
                    fileSize: place.fileSize)
            else { throw invalid("sample_count") }
            (place.end, time) = (samples.position + samples.byteCount, time + samples.duration)
            guard time < 1 << 62 else { throw invalid("sample_duration") }
            if track != nil || others == .read { runs.append(samples) }
        }
        nextDecodeTime[header.trackID] = time
        return runs
    }

    /// The byte that offsets count from (ISO/IEC 14496-12 §8.8.7.1).
    private static func base(
        _ header: TrackFragmentHeaderBox, _ place: Place, _ invalid: (String) -> BoxError
    ) throws(BoxError) -> Int {
        guard let offset = header.baseDataOffset else { return header.defaultBaseIsMoof ? place.moof : place.end }
        guard let exact = Int(exactly: offset), exact < 1 << 62 else { throw invalid("base_data_offset") }
        return exact
    }
}

extension [Sample] {
    /// Adds the samples of a run. A file with more samples than bytes is an error: many runs can share their bytes, or
    /// have samples without any.
    mutating func append(_ run: SampleRun, fileSize: Int, moof position: Int) throws(BoxError) {
        guard run.count <= fileSize - count else {
            throw BoxError(.invalidValue("sample_count"), at: position, in: "moof")
        }
        self += run
    }
}
