/// The samples of a track that lie in a progressive file, worked out one at a time from `stbl` (ISO/IEC 14496-12 §8.6
/// and §8.7).
///
/// It says where samples should be; whether the file is long enough is for the caller to see.
public struct SampleTable: Sequence, Sendable {
    /// How many samples.
    public let count: Int
    private let sizes: Sizes
    private let durations: [TimeToSampleBox.Entry]
    private let offsets: [CompositionOffsetBox.Entry]
    private let chunkRuns: [SampleToChunkBox.Entry]
    private let chunks: Chunks
    /// `nil` when every sample is one.
    private let syncSamples: [UInt32]?
    private let edits: EditList

    /// The samples that `track` has in a file of `fileSize` bytes. Throws when tables are missing or claim more samples
    /// than the file has bytes for.
    public init(_ track: Track, fileSize: Int) throws(BoxError) {
        func missing(_ type: FourCC) -> BoxError { BoxError(.missing(type), at: track.position, in: "stbl") }
        let table = track.sampleTable
        guard let times = table.first(TimeToSampleBox.self) else { throw missing("stts") }
        guard let chunkRuns = table.first(SampleToChunkBox.self) else { throw missing("stsc") }
        guard let sizes = Sizes(table) else { throw missing("stsz") }
        guard let chunks = Chunks(table) else { throw missing("stco") }
        guard sizes.isPlausible(fileSize: fileSize) else {
            throw BoxError(.invalidValue("sample_count"), at: track.position, in: "stsz")
        }
        let isOrdered = zip(chunkRuns.entries, chunkRuns.entries.dropFirst()).allSatisfy {
            $0.firstChunk < $1.firstChunk
        }
        guard isOrdered, chunkRuns.entries.first?.firstChunk ?? 1 == 1 else {
            throw BoxError(.invalidValue("first_chunk"), at: track.position, in: "stsc")
        }
        count = sizes.count
        self.sizes = sizes
        self.chunks = chunks
        self.chunkRuns = chunkRuns.entries
        durations = times.entries
        offsets = table.first(CompositionOffsetBox.self)?.entries ?? []
        syncSamples = table.first(SyncSampleBox.self)?.sampleNumbers
        edits = track.edits
    }

    /// The samples in the order of decoding.
    public func makeIterator() -> Iterator { Iterator(self) }

    private enum Sizes: Sendable {
        case constant(UInt32, count: Int)
        case each([UInt32])
        case packed(CompactSampleSizeBox)

        init?(_ table: SampleTableBox) {
            if let box = table.first(SampleSizeBox.self) {
                let isConstant = box.sampleSize > 0
                self = isConstant ? .constant(box.sampleSize, count: Int(box.sampleCount)) : .each(box.entrySizes)
            } else if let box = table.first(CompactSampleSizeBox.self) {
                self = .packed(box)
            } else {
                return nil
            }
        }

        var count: Int {
            switch self {
            case .constant(_, let count): count
            case .each(let sizes): sizes.count
            case .packed(let box): Int(box.sampleCount)
            }
        }

        subscript(index: Int) -> Int {
            switch self {
            case .constant(let size, _): Int(size)
            case .each(let sizes): Int(sizes[index])
            case .packed(let box): Int(box[index])
            }
        }

        /// Rows of a table have bytes; without rows a box can claim any number of samples. Those that a file was cut
        /// before are no reason not to read the others.
        func isPlausible(fileSize: Int) -> Bool {
            guard case .constant(_, let count) = self else { return true }
            return count <= Swift.max(fileSize, 1 << 16)
        }
    }

    private enum Chunks: Sendable {
        case narrow([UInt32])
        case wide([ChunkLargeOffsetBox.Entry])

        init?(_ table: SampleTableBox) {
            if let box = table.first(ChunkOffsetBox.self) {
                self = .narrow(box.offsets)
            } else if let box = table.first(ChunkLargeOffsetBox.self) {
                self = .wide(box.entries)
            } else {
                return nil
            }
        }

        /// `nil` behind the last chunk.
        subscript(index: Int) -> Int? {
            switch self {
            case .narrow(let offsets): index < offsets.count ? Int(offsets[index]) : nil
            case .wide(let entries): index < entries.count ? Int(exactly: entries[index].chunkOffset) : nil
            }
        }
    }

    /// Works out one sample after the other.
    public struct Iterator: IteratorProtocol {
        private let table: SampleTable
        private var index = 0
        private var time: Int64 = 0
        private var duration = RunCursor()
        private var offset = RunCursor()
        private var sync = 0
        private var chunk = 0
        private var chunkRun = 0
        private var leftInChunk: UInt32 = 0
        private var place = 0

        fileprivate init(_ table: SampleTable) { self.table = table }

        /// The next sample; `nil` after the last, and where a table ends before the others.
        public mutating func next() -> Sample? {
            guard index < table.count, moveToChunk() else { return nil }
            let ticks = duration.next(in: table.durations.count) { table.durations[$0].sampleCount }
            let delta = offset.next(in: table.offsets.count) { table.offsets[$0].sampleCount }
            let length = ticks.map { table.durations[$0].sampleDelta } ?? 0
            let composition = time &+ Int64(delta.map { table.offsets[$0].sampleOffset } ?? 0)
            let presentation = table.edits.presentation(ofSampleAt: composition, lasting: length)
            let sample = Sample(
                decodeTime: time, presentationTime: presentation.time, isShown: presentation.isShown,
                compositionTime: composition, duration: length, size: table.sizes[index], position: place,
                isSync: isSync(), descriptionIndex: table.chunkRuns[chunkRun].sampleDescriptionIndex)
            index += 1
            leftInChunk -= 1
            // 2³² samples of 2³² ticks do not fill 64 bits, nor do they as bytes after a place in the file.
            time &+= Int64(sample.duration)
            place &+= sample.size
            return sample
        }

        /// Goes on to the next chunk that has samples, when this one has no more.
        private mutating func moveToChunk() -> Bool {
            while leftInChunk == 0 {
                guard !table.chunkRuns.isEmpty, let start = table.chunks[chunk] else { return false }
                while chunkRun + 1 < table.chunkRuns.count, Int(table.chunkRuns[chunkRun + 1].firstChunk) <= chunk + 1 {
                    chunkRun += 1
                }
                leftInChunk = table.chunkRuns[chunkRun].samplesPerChunk
                place = start
                chunk += 1
            }
            return true
        }

        private mutating func isSync() -> Bool {
            guard let numbers = table.syncSamples else { return true }
            while sync < numbers.count, Int(numbers[sync]) < index + 1 { sync += 1 }
            return sync < numbers.count && Int(numbers[sync]) == index + 1
        }
    }

    /// Where one is in a table of runs.
    private struct RunCursor {
        var run = 0
        var used: UInt32 = 0

        /// The run of the next sample; `nil` behind the last run.
        mutating func next(in count: Int, _ length: (Int) -> UInt32) -> Int? {
            while run < count, used >= length(run) { (run, used) = (run + 1, 0) }
            guard run < count else { return nil }
            used += 1
            return run
        }
    }
}
