/// The samples of one `trun`, worked out one at a time.
public struct SampleRun: Sequence, Sendable {
    /// Whose samples.
    public let trackID: UInt32
    /// When the first one decodes, in ticks of the track.
    public let decodeTime: Int64
    /// The byte of the input at which the first one begins.
    public let position: Int
    private let run: TrackRunBox
    private let duration: UInt32
    private let size: UInt32
    private let flags: SampleFlags
    private let descriptionIndex: UInt32
    private let shift: Int64

    init(
        _ run: TrackRunBox, _ header: TrackFragmentHeaderBox, _ track: Track, decodeTime: Int64, position: Int
    ) {
        let defaults = track.fragmentDefaults
        self.run = run
        trackID = track.trackID
        self.decodeTime = decodeTime
        self.position = position
        duration = header.defaultSampleDuration ?? defaults?.defaultSampleDuration ?? 0
        size = header.defaultSampleSize ?? defaults?.defaultSampleSize ?? 0
        flags = header.defaultSampleFlags ?? defaults?.defaultSampleFlags ?? SampleFlags()
        descriptionIndex = header.sampleDescriptionIndex ?? defaults?.defaultSampleDescriptionIndex ?? 1
        shift = track.presentationShift
    }

    /// How many samples.
    public var count: Int { Int(run.sampleCount) }

    /// Bytes and ticks of all; `nil` when there are more samples than can be meant.
    var totals: (size: Int, duration: Int64)? {
        guard run.hasEntries else {
            // Without a byte for each, a run can claim any number of empty samples.
            guard size > 0 || count <= 1 << 16 else { return nil }
            let (bytes, isTooLong) = count.multipliedReportingOverflow(by: Int(size))
            let (ticks, lastsTooLong) = Int64(count).multipliedReportingOverflow(by: Int64(duration))
            return isTooLong || lastsTooLong ? nil : (bytes, ticks)
        }
        var (bytes, ticks) = (0, Int64(0))
        for index in 0..<count {
            let entry = run[index]
            bytes += Int(entry.size ?? size)
            ticks += Int64(entry.duration ?? duration)
        }
        return (bytes, ticks)
    }

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
            let sample = Sample(
                decodeTime: time, presentationTime: time + Int64(entry.compositionTimeOffset ?? 0) &+ run.shift,
                duration: entry.duration ?? run.duration, size: Int(entry.size ?? run.size), position: place,
                isSync: (entry.flags ?? run.flags).isSync, descriptionIndex: run.descriptionIndex)
            index += 1
            time += Int64(sample.duration)
            place += sample.size
            return sample
        }
    }
}
