/// The samples of one `trun`, worked out one at a time.
public struct SampleRun: Sequence, Sendable {
    /// Whose samples.
    public let trackID: UInt32
    /// When the first one decodes, in ticks of the track.
    public let decodeTime: Int64
    /// The byte of the input at which the first one begins.
    public let position: Int
    /// Bytes of all samples.
    public private(set) var byteCount: Int
    /// Ticks of all samples.
    public private(set) var duration: Int64
    /// The fields that neither the fragment nor a `trex` gives, by their names there; they count as 0.
    public let missingDefaults: [String]
    private let run: TrackRunBox
    private let defaultDuration: UInt32
    private let defaultSize: UInt32
    private let flags: SampleFlags
    private let descriptionIndex: UInt32
    private let edits: EditList

    /// `nil` when there are more samples than can be meant, or later ones than can be counted.
    init?(
        _ run: TrackRunBox, _ header: TrackFragmentHeaderBox, _ defaults: TrackExtendsBox?, _ edits: EditList,
        decodeTime: Int64, _ position: Int, fileSize: Int
    ) {
        self.run = run
        trackID = header.trackID
        self.decodeTime = decodeTime
        self.position = position
        missingDefaults = defaults == nil ? run.fieldsLeftToTrackExtends(header) : []
        defaultDuration = header.defaultSampleDuration ?? defaults?.defaultSampleDuration ?? 0
        defaultSize = header.defaultSampleSize ?? defaults?.defaultSampleSize ?? 0
        flags = header.defaultSampleFlags ?? defaults?.defaultSampleFlags ?? SampleFlags()
        descriptionIndex = header.sampleDescriptionIndex ?? defaults?.defaultSampleDescriptionIndex ?? 1
        self.edits = edits
        (byteCount, duration) = (0, 0)
        // Without bytes for each, a run can claim any number of samples.
        let isPlausible = run.hasEntries || count <= 1 << 16 || count <= fileSize / Int(Swift.max(1, defaultSize))
        guard isPlausible, defaultSize > 0 || run.hasEntries || count <= 1 << 16 else { return nil }
        let totals = run.totals(duration: defaultDuration, size: defaultSize)
        guard totals.duration < 1 << 61, totals.size < 1 << 61, position < 1 << 62 else { return nil }
        (byteCount, duration) = (Int(totals.size), Int64(totals.duration))
    }

    /// How many samples.
    public var count: Int { Int(run.sampleCount) }

    /// The samples in the order of the file, which is that of decoding.
    public func makeIterator() -> Iterator { Iterator(run: self, time: decodeTime, place: position) }

    /// Works out one sample after the other.
    public struct Iterator: IteratorProtocol {
        fileprivate let run: SampleRun
        private var index = 0
        private var time: Int64
        private var place: Int

        fileprivate init(run: SampleRun, time: Int64, place: Int) {
            self.run = run
            self.time = time
            self.place = place
        }

        /// The next sample; `nil` after the last.
        public mutating func next() -> Sample? {
            guard index < run.count else { return nil }
            let entry = run.run[index]
            let duration = entry.duration ?? run.defaultDuration
            let composition = time &+ Int64(entry.compositionTimeOffset ?? 0)
            let presentation = run.edits.presentation(ofSampleAt: composition, lasting: duration)
            let sample = Sample(
                decodeTime: time, presentationTime: presentation.time, isShown: presentation.isShown,
                compositionTime: composition, duration: duration, size: Int(entry.size ?? run.defaultSize),
                position: place, isSync: (entry.flags ?? run.flags).isSync, descriptionIndex: run.descriptionIndex)
            index += 1
            time += Int64(sample.duration)
            place += sample.size
            return sample
        }
    }
}
