/// Initialization vectors and clear ranges of samples (ISO/IEC 23001-7 §7.2).
public struct SampleEncryptionBox: BoxContent {
    /// `senc`.
    public static let type: FourCC = "senc"
    /// Version of the syntax.
    public var version: UInt8 = 0
    /// 24 bits of flags.
    public var flags: UInt32 = 0
    /// How many samples.
    public var sampleCount: UInt32 = 0
    /// Their entries one after another. How long a vector is stands in `tenc` or a group; see ``entries(perSampleIVSize:)``.
    public var payload: [UInt8] = []

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        try fields.fullBox(&version, &flags, versions: 0...0)
        try fields.integer("sample_count", &sampleCount)
        try fields.rest("samples", &payload)
    }

    /// What is told of one sample.
    public struct Entry: Hashable, Sendable {
        /// The vector; empty when all samples share one.
        public var initializationVector: [UInt8]
        /// Clear and encrypted bytes in turn; empty when all is encrypted.
        public var subsamples: [Subsample]
    }

    /// A clear range and the encrypted one after it.
    public struct Subsample: Hashable, Sendable {
        /// Bytes.
        public var clear: UInt16
        /// Bytes.
        public var protected: UInt32
    }

    /// The entries, with vectors of this many bytes.
    public func entries(perSampleIVSize: Int) throws(BoxError) -> [Entry] {
        var reader = FieldReader(payload)
        let smallest = max(1, perSampleIVSize + (flags & 2 != 0 ? 2 : 0))
        guard perSampleIVSize >= 0, Int(sampleCount) <= payload.count / smallest else {
            throw BoxError(.tooManyEntries(UInt64(sampleCount)), at: 0, in: Self.type)
        }
        var entries: [Entry] = []
        for _ in 0..<sampleCount {
            var entry = Entry(initializationVector: [], subsamples: [])
            try reader.bytes("InitializationVector", &entry.initializationVector, count: perSampleIVSize)
            if flags & 2 != 0 {
                var count: UInt16 = 0
                try reader.integer("subsample_count", &count)
                for _ in 0..<count {
                    var subsample = Subsample(clear: 0, protected: 0)
                    try reader.integer("BytesOfClearData", &subsample.clear)
                    try reader.integer("BytesOfProtectedData", &subsample.protected)
                    entry.subsamples.append(subsample)
                }
            }
            entries.append(entry)
        }
        return entries
    }
}
