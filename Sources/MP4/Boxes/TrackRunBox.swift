/// Samples that lie one after another (ISO/IEC 14496-12 §8.8.8).
public struct TrackRunBox: BoxContent {
    /// `trun`.
    public static let type: FourCC = "trun"
    /// 1: composition offsets are signed.
    public var version: UInt8 = 1
    /// Which fields are there: 1 data offset, 4 first sample's flags; of each sample 0x100 duration, 0x200 size, 0x400
    /// flags, 0x800 composition offset. The first two follow the fields, the others the entries.
    public private(set) var flags: UInt32 = 0
    /// How many samples.
    public private(set) var sampleCount: UInt32 = 0
    /// Where the first sample is, from the base that `tfhd` gives.
    public var dataOffset: Int32?
    /// Flags of the first sample in place of the default.
    public var firstSampleFlags: SampleFlags?
    /// What stands of every sample, `columns` to a sample.
    private var words: [UInt32] = []

    /// A run without samples.
    public init() {}

    /// A run of samples; a field is written when the first entry has it, and then every entry must have it.
    public init(_ entries: [Entry]) {
        guard let first = entries.first else { return }
        sampleCount = UInt32(clamping: entries.count)
        flags =
            (first.duration == nil ? 0 : 0x100) | (first.size == nil ? 0 : 0x200) | (first.flags == nil ? 0 : 0x400)
            | (first.compositionTimeOffset == nil ? 0 : 0x800)
        words.reserveCapacity(entries.count * columns.count)
        for entry in entries {
            if first.duration != nil { words.append(entry.duration ?? 0) }
            if first.size != nil { words.append(entry.size ?? 0) }
            if first.flags != nil { words.append(entry.flags?.rawValue ?? 0) }
            if first.compositionTimeOffset != nil {
                words.append(UInt32(bitPattern: entry.compositionTimeOffset ?? 0))
            }
        }
    }

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        flags = flags & ~0x5 | (dataOffset == nil ? 0 : 0x1) | (firstSampleFlags == nil ? 0 : 0x4)
        try fields.fullBox(&version, &flags, versions: 0...1)
        try fields.integer("sample_count", &sampleCount)
        try fields.integer("data_offset", &dataOffset, isPresent: flags & 0x1 != 0)
        var first = firstSampleFlags?.rawValue
        try fields.integer("first_sample_flags", &first, isPresent: flags & 0x4 != 0, format: .hexadecimal)
        firstSampleFlags = first.map(SampleFlags.init)
        try fields.words("samples", &words, rows: sampleCount, columns: columns)
    }

    /// What the run says of one sample; what it does not say is `nil` and comes from `tfhd` or `trex`.
    public struct Entry: Hashable, Sendable {
        /// In ticks of the media.
        public var duration: UInt32?
        /// Bytes.
        public var size: UInt32?
        /// Dependency and sync.
        public var flags: SampleFlags?
        /// Composition time less decode time, in ticks of the media. Version 0 says unsigned, but files in the field have
        /// negative ones there too.
        public var compositionTimeOffset: Int32?

        /// What a run is to say of a sample.
        public init(
            duration: UInt32? = nil, size: UInt32? = nil, flags: SampleFlags? = nil, compositionTimeOffset: Int32? = nil
        ) {
            self.duration = duration
            self.size = size
            self.flags = flags
            self.compositionTimeOffset = compositionTimeOffset
        }
    }

    /// The entry of sample `index`, which is under ``sampleCount``.
    public subscript(index: Int) -> Entry {
        var place = index * (flags & 0xF00).nonzeroBitCount
        func next(_ flag: UInt32) -> UInt32? {
            guard flags & flag != 0 else { return nil }
            defer { place += 1 }
            return words[place]
        }
        var entry = Entry(duration: next(0x100), size: next(0x200), flags: next(0x400).map(SampleFlags.init))
        entry.compositionTimeOffset = next(0x800).map { Int32(bitPattern: $0) }
        if index == 0, let firstSampleFlags { entry.flags = firstSampleFlags }
        return entry
    }

    /// Whether every sample has bytes of its own in the run.
    var hasEntries: Bool { flags & 0xF00 != 0 }

    /// The fields that come from `trex`, by their names there, since neither the run nor `header` gives them.
    func fieldsLeftToTrackExtends(_ header: TrackFragmentHeaderBox) -> [String] {
        let isLeft = [
            ("default_sample_duration", flags & 0x100 == 0 && header.defaultSampleDuration == nil),
            ("default_sample_size", flags & 0x200 == 0 && header.defaultSampleSize == nil),
            (
                "default_sample_flags",
                flags & 0x400 == 0 && header.defaultSampleFlags == nil
                    && (sampleCount > 1 || firstSampleFlags == nil)
            ),
        ]
        return sampleCount == 0 ? [] : isLeft.filter(\.1).map(\.0)
    }

    /// Ticks and bytes of all samples, with defaults for what the run does not say.
    func totals(duration: UInt32, size: UInt32) -> (duration: UInt64, size: UInt64) {
        guard hasEntries else {
            return (UInt64(sampleCount) * UInt64(duration), UInt64(sampleCount) * UInt64(size))
        }
        var totals: (duration: UInt64, size: UInt64) = (0, 0)
        for index in 0..<Int(sampleCount) {
            let entry = self[index]
            totals.duration += UInt64(entry.duration ?? duration)
            totals.size += UInt64(entry.size ?? size)
        }
        return totals
    }

    private var columns: [WordColumn] {
        let all: [(flag: UInt32, column: WordColumn)] = [
            (0x100, WordColumn("sample_duration")), (0x200, WordColumn("sample_size")),
            (0x400, WordColumn("sample_flags", .hexadecimal)),
            (0x800, WordColumn("sample_composition_time_offset", .signed)),
        ]
        return all.filter { flags & $0.flag != 0 }.map(\.column)
    }
}
