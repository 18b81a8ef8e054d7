/// A track of a ``ProgressiveFile``: a description, and the samples that it is to have, in the order of decoding.
///
/// Samples keep their presentation times, wherever their decode times began before.
public struct ProgressiveTrack: Sendable {
    private let description: Track
    /// In ticks.
    private let longestChunk: Int64
    private var sizes: [UInt32] = []
    private var durations: [TimeToSampleBox.Entry] = []
    private var offsets: [CompositionOffsetBox.Entry] = []
    private var syncSamples: [UInt32] = []
    private(set) var chunks: [Chunk] = []
    /// Its duration is not in the table yet: it is the way to the next sample's decode time.
    private var last: Sample?
    private var firstDecodeTime: Int64 = 0
    /// When something is presented first, and no more.
    private var (start, end): (Int64, Int64) = (.max, 0)
    /// 0 or less.
    private var lowestOffset: Int32 = 0

    /// Samples that lie one behind the other.
    struct Chunk: Sendable {
        var decodeTime: Int64
        var sampleCount: UInt32 = 0
        var byteCount = 0
        var descriptionIndex: UInt32
    }

    /// A track without samples, of a description that an init section or another file has. Of its edit list counts what
    /// ``Track/presentationShift`` says.
    ///
    /// A chunk lasts no longer than so many seconds, unless one sample does.
    public init(_ description: Track, secondsPerChunk: UInt32 = 1) {
        self.description = description
        longestChunk = Int64(description.timescale) * Int64(secondsPerChunk)
    }

    /// Ticks per second.
    public var timescale: UInt32 { description.timescale }

    /// How many samples.
    public var sampleCount: Int { sizes.count }

    /// Adds the next sample in the order of decoding, as a reader of the description's file gives it. Throws where a number
    /// does not fit the tables.
    public mutating func append(_ sample: Sample) throws(BoxError) {
        guard let size = UInt32(exactly: sample.size), sizes.count < Int(Int32.max) else {
            throw BoxError(.invalidValue("entry_size"), at: 0, in: "stsz")
        }
        if let last {
            try addDuration(sample.decodeTime.subtractingReportingOverflow(last.decodeTime).partialValue)
        } else {
            firstDecodeTime = sample.decodeTime
        }
        let (offset, overflows) = sample.compositionTime.subtractingReportingOverflow(sample.decodeTime)
        guard !overflows, let offset = Int32(exactly: offset) else {
            throw BoxError(.invalidValue("sample_offset"), at: 0, in: "ctts")
        }
        addOffset(offset)
        sizes.append(size)
        if sample.isSync { syncSamples.append(UInt32(sizes.count)) }
        addToChunk(sample)
        let shown = sample.compositionTime &+ description.presentationShift
        start = min(start, max(0, shown))
        end = max(end, shown &+ Int64(sample.duration))
        last = sample
    }

    private mutating func addDuration(_ ticks: Int64) throws(BoxError) {
        guard let delta = UInt32(exactly: ticks) else {
            throw BoxError(.invalidValue("sample_delta"), at: 0, in: "stts")
        }
        durations.add(delta)
    }

    private mutating func addOffset(_ offset: Int32) {
        lowestOffset = min(lowestOffset, offset)
        if offsets.last?.sampleOffset == offset {
            offsets[offsets.count - 1].sampleCount += 1
        } else {
            offsets.append(
                .init {
                    $0.sampleCount = 1
                    $0.sampleOffset = offset
                })
        }
    }

    private mutating func addToChunk(_ sample: Sample) {
        let end = sample.decodeTime &+ Int64(sample.duration)
        let fits = chunks.last.map { chunk in
            end &- chunk.decodeTime <= longestChunk && chunk.descriptionIndex == sample.descriptionIndex
        }
        if fits != true {
            chunks.append(Chunk(decodeTime: sample.decodeTime, descriptionIndex: sample.descriptionIndex))
        }
        chunks[chunks.count - 1].sampleCount += 1
        chunks[chunks.count - 1].byteCount += sample.size
    }

    private var mediaDuration: UInt64 {
        last.map { UInt64(clamping: $0.decodeTime &+ Int64($0.duration) &- firstDecodeTime) } ?? 0
    }

    /// Ticks from the beginning of the presentation at which a chunk is decoded.
    func time(of chunk: Chunk) -> Int64 { chunk.decodeTime &+ description.presentationShift }
}

// MARK: - Boxes

extension ProgressiveTrack {
    /// Ticks of the movie from its beginning to the end of the track.
    func duration(inMovie scale: UInt32) -> UInt64 { emptyDuration(scale) &+ shownDuration(scale) }

    private func shownDuration(_ scale: UInt32) -> UInt64 {
        last == nil ? 0 : Self.rescaled(end &- start, from: timescale, to: scale)
    }

    private func emptyDuration(_ scale: UInt32) -> UInt64 {
        last == nil ? 0 : Self.rescaled(start, from: timescale, to: scale)
    }

    /// Rounded up: what is shown last must not be cut.
    private static func rescaled(_ ticks: Int64, from old: UInt32, to new: UInt32) -> UInt64 {
        let product = UInt128(clamping: ticks) * UInt128(new) + UInt128(old - 1)
        return UInt64(clamping: product / UInt128(old))
    }

    /// `trak`. `offsets` are the places of the chunks.
    func box(trackID: UInt32, movieTimescale: UInt32, offsets: [UInt64], isWide: Bool) -> Box {
        let duration = duration(inMovie: movieTimescale)
        let trackHeader = TrackHeaderBox {
            $0.version = duration > UInt32.max ? 1 : 0
            $0.flags = 3
            $0.trackID = trackID
            $0.duration = duration
            $0.volume = description.kind == .audio ? 0x100 : 0
            $0.matrix = description.matrix
            $0.width = UInt32(clamping: Int64(description.displayWidth * 65536))
            $0.height = UInt32(clamping: Int64(description.displayHeight * 65536))
        }
        let (handler, name, mediaHeader) = header
        let mediaBox = media(
            timescale: timescale, duration: mediaDuration, language: description.language, handler: handler, name: name,
            mediaHeader: mediaHeader, tables: tables(offsets, isWide))
        return Box(TrackBox { $0.children = [Box(trackHeader)] + edits(movieTimescale) + [mediaBox] })
    }

    private var header: (FourCC, String, Box) {
        switch description.kind {
        case .video: ("vide", "video", Box(VideoMediaHeaderBox()))
        case .audio: ("soun", "audio", Box(SoundMediaHeaderBox()))
        case .other(let handler): (handler, "", Box(NullMediaHeaderBox()))
        }
    }

    /// One entry that shows what is to be shown, and an empty one before it when nothing is shown at first.
    private func edits(_ scale: UInt32) -> [Box] {
        guard last != nil else { return [] }
        // Composition times of this file begin where decode times do.
        let mediaTime = start &- description.presentationShift &- firstDecodeTime &+ Int64(lift)
        guard mediaTime != 0 || start != 0 else { return [] }
        let shown = EditListBox.Entry {
            $0.segmentDuration = shownDuration(scale)
            $0.mediaTime = mediaTime
        }
        let empty = EditListBox.Entry {
            $0.segmentDuration = emptyDuration(scale)
            $0.mediaTime = -1
        }
        let entries = start == 0 ? [shown] : [empty, shown]
        let isWide = entries.contains { $0.segmentDuration > UInt32.max || $0.mediaTime > Int32.max }
        let list = EditListBox {
            $0.version = isWide ? 1 : 0
            $0.entries = entries
        }
        return [Box(EditBox { $0.children = [Box(list)] })]
    }

    /// What makes every composition offset one that version 0 of `ctts` can say.
    private var lift: UInt32 { lowestOffset.magnitude }

    private func tables(_ places: [UInt64], _ isWide: Bool) -> [Box] {
        var boxes = description.sampleTable.children.filter { $0.type == "stsd" }
        boxes.append(Box(TimeToSampleBox { $0.entries = allDurations }))
        if offsets.contains(where: { $0.sampleOffset != 0 }) { boxes.append(Box(compositionOffsets)) }
        if syncSamples.count < sizes.count { boxes.append(Box(SyncSampleBox { $0.sampleNumbers = syncSamples })) }
        boxes += [Box(SampleToChunkBox { $0.entries = chunkRuns }), Box(sampleSizes)]
        boxes.append(isWide ? Box(Self.wide(places)) : Box(Self.narrow(places)))
        return boxes + rollGroup
    }

    private var allDurations: [TimeToSampleBox.Entry] {
        var durations = durations
        if let last { durations.add(last.duration) }
        return durations
    }

    private var compositionOffsets: CompositionOffsetBox {
        CompositionOffsetBox {
            $0.entries = offsets
            for index in offsets.indices where lift > 0 {
                $0.entries[index].sampleOffset = Int32(clamping: Int64(offsets[index].sampleOffset) + Int64(lift))
            }
        }
    }

    private var sampleSizes: SampleSizeBox {
        SampleSizeBox {
            if let first = sizes.first, first > 0, sizes.allSatisfy({ $0 == first }) {
                $0.sampleSize = first
                $0.sampleCount = UInt32(clamping: sizes.count)
            } else {
                $0.entrySizes = sizes
            }
        }
    }

    private var chunkRuns: [SampleToChunkBox.Entry] {
        var runs: [SampleToChunkBox.Entry] = []
        for (index, chunk) in chunks.enumerated() {
            if runs.last?.samplesPerChunk == chunk.sampleCount,
                runs.last?.sampleDescriptionIndex == chunk.descriptionIndex
            {
                continue
            }
            runs.append(
                .init {
                    $0.firstChunk = UInt32(index + 1)
                    $0.samplesPerChunk = chunk.sampleCount
                    $0.sampleDescriptionIndex = chunk.descriptionIndex
                })
        }
        return runs
    }

    private static func narrow(_ places: [UInt64]) -> ChunkOffsetBox {
        ChunkOffsetBox { $0.offsets = places.map { UInt32(clamping: $0) } }
    }

    private static func wide(_ places: [UInt64]) -> ChunkLargeOffsetBox {
        ChunkLargeOffsetBox {
            $0.entries = places.map { place in .init { $0.chunkOffset = place } }
        }
    }

    /// Every sample is in the group that the description has.
    private var rollGroup: [Box] {
        let groups = description.sampleTable.children.filter {
            ($0.content as? SampleGroupDescriptionBox)?.groupingType == "roll"
        }
        guard !groups.isEmpty, !sizes.isEmpty else { return [] }
        let members = SampleToGroupBox {
            $0.groupingType = "roll"
            $0.entries = [
                .init {
                    $0.sampleCount = UInt32(clamping: sizes.count)
                    $0.groupDescriptionIndex = 1
                }
            ]
        }
        return groups + [Box(members)]
    }
}

extension [TimeToSampleBox.Entry] {
    /// Adds a sample of a duration.
    fileprivate mutating func add(_ delta: UInt32) {
        if last?.sampleDelta == delta {
            self[count - 1].sampleCount += 1
        } else {
            append(
                .init {
                    $0.sampleCount = 1
                    $0.sampleDelta = delta
                })
        }
    }
}
