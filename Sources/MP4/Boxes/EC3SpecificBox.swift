/// What an E-AC-3 decoder needs first (ETSI TS 102 366 §F.6).
public struct EC3SpecificBox: BoxContent {
    /// `dec3`.
    public static let type: FourCC = "dec3"
    /// kbit/s.
    public var dataRate: UInt16 = 0
    /// The independent substreams, 1 to 8.
    public var substreams: [Substream] = [Substream()]
    /// Whether there are objects beside the channels; many writers leave it out.
    public var objects: ObjectExtension?

    /// The values a new file has.
    public init() {}

    /// The fields, in the order of the file.
    public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
        var last = UInt8(clamping: max(1, substreams.count) - 1)
        try fields.bits("data_rate", &dataRate, 13)
        try fields.bits("num_ind_sub", &last, 3)
        try fields.list("substreams", &substreams, count: Int(last) + 1, minimumSize: 3, prototype: Substream())
        if fields.isReading, fields.remaining >= 2 { objects = ObjectExtension() }
        if var value = objects {
            try fields.group("objects", &value)
            objects = value
        }
    }

    /// Joint object coding, of Dolby Atmos (ETSI TS 103 420, the extension of the box).
    public struct ObjectExtension: FieldGroup, Hashable {
        /// Whether the stream has it.
        public var isPresent = false
        /// Objects to be decoded, 1 to 16: the 16 of `16/JOC`.
        public var complexityIndex: UInt8 = 0
        private var reserved: UInt8 = 0

        /// No objects.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.bits("reserved", &reserved, 7)
            try fields.flag("flag_ec3_extension_type_a", &isPresent)
            try fields.bits("complexity_index_type_a", &complexityIndex, 8)
        }
    }

    /// Channels that come out of the first program, with those of its dependent substreams.
    public var channels: Int { substreams.first?.channels ?? 0 }

    /// An independent substream.
    public struct Substream: FieldGroup, Hashable {
        /// 0 48 kHz, 1 44.1 kHz, 2 32 kHz, 3 half of one of these.
        public var fscod: UInt8 = 0
        /// 16.
        public var bsid: UInt8 = 16
        /// Whether it is a service of its own beside the main one.
        public var asvc = false
        /// 0 complete main …
        public var bsmod: UInt8 = 0
        /// 1 mono, 2 stereo, 7 three front and two back …
        public var acmod: UInt8 = 2
        /// Whether there is a low-frequency channel.
        public var lfeon = false
        /// Dependent substreams.
        public var dependentCount: UInt8 = 0
        /// Which channels they add; nine bits.
        public var channelLocations: UInt16 = 0
        private var reserved: [UInt8] = [0, 0, 0]

        /// Stereo.
        public init() {}

        /// The fields, in the order of the file.
        public mutating func code(_ fields: inout some FieldCoder) throws(BoxError) {
            try fields.bits("fscod", &fscod, 2)
            try fields.bits("bsid", &bsid, 5)
            try fields.bits("reserved", &reserved[0], 1)
            try fields.flag("asvc", &asvc)
            try fields.bits("bsmod", &bsmod, 3)
            try fields.bits("acmod", &acmod, 3)
            try fields.flag("lfeon", &lfeon)
            try fields.bits("reserved", &reserved[1], 3)
            try fields.bits("num_dep_sub", &dependentCount, 4)
            if dependentCount > 0 {
                try fields.bits("chan_loc", &channelLocations, 9)
            } else {
                try fields.bits("reserved", &reserved[2], 1)
            }
        }

        /// Channels that come out. Bits 0, 1, 4, 5 and 6 of the locations stand for pairs (Table F.6.1).
        public var channels: Int {
            let pairs = [0, 1, 4, 5, 6]
            let added = (0..<9).filter { channelLocations >> UInt16($0) & 1 == 1 }
            let dependent = dependentCount > 0 ? added.reduce(0) { $0 + (pairs.contains($1) ? 2 : 1) } : 0
            return channelCounts[Int(acmod & 7)] + (lfeon ? 1 : 0) + dependent
        }
    }
}

/// Full-range channels of each `acmod` (ETSI TS 102 366 Table 4.3).
let channelCounts = [2, 1, 2, 3, 3, 4, 4, 5]
