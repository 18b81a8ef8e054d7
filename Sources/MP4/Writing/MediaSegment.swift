/// A media segment of one track: `styp`, one `moof` and one `mdat` (ISO/IEC 23000-19 §7.3.2).
///
/// Samples are copied once, when they are added. To write a segment without a further copy, write ``header`` and then
/// ``payload``.
public struct MediaSegment: Sendable {
    /// What a segment knows of a sample.
    public struct Sample: Hashable, Sendable {
        /// In ticks of the track.
        public var duration: UInt32
        /// Bytes.
        public var size: UInt32
        /// Composition time less decode time, in ticks of the track; negative ones are well.
        public var compositionOffset: Int32
        /// Whether it decodes by itself.
        public var isSync: Bool
    }

    /// Grows from segment to segment.
    public var sequenceNumber: UInt32
    /// The track of the init section.
    public var trackID: UInt32
    /// The durations of all samples of the track before these, in ticks.
    public var baseMediaDecodeTime: UInt64
    /// Whether samples belong to the `roll` group that the init section describes: audio.
    public var isRollGroup: Bool
    /// The samples so far.
    public private(set) var samples: [Sample] = []
    /// What `mdat` holds.
    public private(set) var payload: [UInt8] = []

    /// A segment without samples.
    public init(
        sequenceNumber: UInt32, trackID: UInt32 = 1, baseMediaDecodeTime: UInt64, isRollGroup: Bool = false
    ) {
        self.sequenceNumber = sequenceNumber
        self.trackID = trackID
        self.baseMediaDecodeTime = baseMediaDecodeTime
        self.isRollGroup = isRollGroup
    }

    /// Adds a sample as it is to lie in the file.
    public mutating func append(
        _ bytes: Span<UInt8>, duration: UInt32, compositionOffset: Int32 = 0, isSync: Bool = true
    ) {
        bytes.withUnsafeBufferPointer { payload.append(contentsOf: $0) }
        add(bytes.count, duration, compositionOffset, isSync)
    }

    /// Adds a sample whose bytes are not in ``payload``: the caller writes them behind ``header``.
    package mutating func append(size: Int, duration: UInt32, compositionOffset: Int32 = 0, isSync: Bool = true) {
        add(size, duration, compositionOffset, isSync)
    }

    /// Adds a sample as it is to lie in the file.
    public mutating func append(
        _ bytes: [UInt8], duration: UInt32, compositionOffset: Int32 = 0, isSync: Bool = true
    ) {
        append(bytes.span, duration: duration, compositionOffset: compositionOffset, isSync: isSync)
    }

    /// Adds a sample of H.264 or H.265 that an encoder gave with start codes.
    public mutating func append(
        annexB stream: Span<UInt8>, duration: UInt32, compositionOffset: Int32 = 0, isSync: Bool = true
    ) {
        let size = NALUnits.append(annexB: stream, to: &payload)
        add(size, duration, compositionOffset, isSync)
    }

    /// Adds a sample of H.264 or H.265 that is made of some of the units in `bytes`, each after its length in
    /// `lengthSize` bytes.
    package mutating func append(
        units: [Range<Int>], of bytes: Span<UInt8>, lengthSize: Int, duration: UInt32, compositionOffset: Int32 = 0,
        isSync: Bool = true
    ) {
        let before = payload.count
        for range in units {
            for index in (0..<lengthSize).reversed() {
                payload.append(UInt8(truncatingIfNeeded: range.count >> (8 * index)))
            }
            bytes.extracting(range).withUnsafeBufferPointer { payload.append(contentsOf: $0) }
        }
        add(payload.count - before, duration, compositionOffset, isSync)
    }

    /// Makes room for a payload of so many bytes.
    public mutating func reserve(_ byteCount: Int) { payload.reserveCapacity(byteCount) }

    /// The durations of the samples so far, in ticks.
    public var duration: UInt64 { samples.reduce(0) { $0 + UInt64($1.duration) } }

    /// Everything before ``payload``.
    public var header: [UInt8] {
        get throws(BoxError) {
            let type = try Box(segmentType).bytes()
            let dataSize = samples.reduce(8) { $0 + UInt64($1.size) }
            var dataHeader: [UInt8] = []
            let isLarge = dataSize > UInt32.max
            dataHeader.append(bigEndian: isLarge ? 1 : UInt32(dataSize))
            dataHeader.append(bigEndian: FourCC("mdat").rawValue)
            if isLarge {
                dataHeader.append(bigEndian: UInt32((dataSize + 8) >> 32))
                dataHeader.append(bigEndian: UInt32(truncatingIfNeeded: dataSize + 8))
            }
            // Offsets count from the `moof`, whose size does not depend on them.
            let size = try Box(fragment(dataOffset: 0)).bytes().count + dataHeader.count
            guard let offset = Int32(exactly: size) else {
                throw BoxError(.invalidValue("data_offset"), at: type.count)
            }
            return try type + Box(fragment(dataOffset: offset)).bytes() + dataHeader
        }
    }

    /// The whole segment.
    public var bytes: [UInt8] {
        get throws(BoxError) { try header + payload }
    }

    /// From the `moof` to the end of the first sample: what an I-frame playlist points to.
    public var firstSampleRange: Range<Int> {
        get throws(BoxError) {
            try Box(segmentType).bytes().count..<header.count + Int(samples.first?.size ?? 0)
        }
    }

    private mutating func add(_ size: Int, _ duration: UInt32, _ compositionOffset: Int32, _ isSync: Bool) {
        samples.append(
            Sample(
                duration: duration, size: UInt32(clamping: size), compositionOffset: compositionOffset, isSync: isSync))
    }

    private var segmentType: SegmentTypeBox {
        SegmentTypeBox {
            $0.majorBrand = "msdh"
            $0.compatibleBrands = ["msdh", "cmfs"]
        }
    }

    private func fragment(dataOffset: Int32) -> MovieFragmentBox {
        let header = MovieFragmentHeaderBox { $0.sequenceNumber = sequenceNumber }
        let track = TrackFragmentBox {
            $0.children = [
                Box(trackHeader), Box(TrackFragmentDecodeTimeBox { $0.baseMediaDecodeTime = baseMediaDecodeTime }),
                Box(run(dataOffset: dataOffset)),
            ]
            if isRollGroup { $0.children.append(Box(rollGroup)) }
        }
        return MovieFragmentBox { $0.children = [Box(header), Box(track)] }
    }

    private var rollGroup: SampleToGroupBox {
        SampleToGroupBox {
            $0.groupingType = "roll"
            $0.entries = [
                .init {
                    $0.sampleCount = UInt32(clamping: samples.count)
                    $0.groupDescriptionIndex = 1
                }
            ]
        }
    }

    // What all samples share stands once, in `tfhd`.
    private var trackHeader: TrackFragmentHeaderBox {
        TrackFragmentHeaderBox {
            $0.trackID = trackID
            $0.defaultSampleDuration = common(\.duration)
            $0.defaultSampleSize = common(\.size)
            $0.defaultSampleFlags = commonFlags
        }
    }

    private func run(dataOffset: Int32) -> TrackRunBox {
        let hasDurations = common(\.duration) == nil
        let hasSizes = common(\.size) == nil
        let hasFlags = commonFlags == nil
        let hasOffsets = samples.contains { $0.compositionOffset != 0 }
        var run = TrackRunBox(
            samples.map {
                TrackRunBox.Entry(
                    duration: hasDurations ? $0.duration : nil, size: hasSizes ? $0.size : nil,
                    flags: hasFlags ? ($0.isSync ? .sync : .nonSync) : nil,
                    compositionTimeOffset: hasOffsets ? $0.compositionOffset : nil)
            })
        run.dataOffset = dataOffset
        if commonFlags == .nonSync, samples.first?.isSync == true { run.firstSampleFlags = .sync }
        return run
    }

    private func common(_ value: (Sample) -> UInt32) -> UInt32? {
        guard let first = samples.first.map(value) else { return nil }
        return samples.allSatisfy { value($0) == first } ? first : nil
    }

    /// The flags of all samples but perhaps the first, which may be a sync sample before others that are not.
    private var commonFlags: SampleFlags? {
        guard let first = samples.first else { return nil }
        let rest = samples.dropFirst()
        if rest.allSatisfy(\.isSync), first.isSync { return .sync }
        return rest.contains(where: \.isSync) ? nil : .nonSync
    }
}

extension [UInt8] {
    /// Adds four bytes, the most significant first.
    mutating func append(bigEndian word: UInt32) {
        for shift: UInt32 in [24, 16, 8, 0] { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }
}
