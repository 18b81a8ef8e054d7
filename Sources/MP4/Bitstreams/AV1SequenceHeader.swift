/// What an AV1 sequence header says of the picture (AV1 Bitstream & Decoding Process Specification §5.5).
public struct AV1SequenceHeader: Hashable, Sendable {
    /// 0 Main, 1 High, 2 Professional.
    public var profile: UInt8
    /// Whether there is one picture only.
    public var isStillPicture: Bool
    /// Of the first operating point: 2.0 is 0, 2.1 is 1, 3.0 is 4 …; 31 is without limits.
    public var level: UInt8 = 0
    /// Of the first operating point.
    public var isHighTier = false
    /// Ways to decode a part of the layers, at least 1.
    public var operatingPointCount = 1
    /// Pixels of the largest picture.
    public var maxWidth = 0
    /// Pixels of the largest picture.
    public var maxHeight = 0
    /// 8, 10 or 12.
    public var bitDepth: UInt8 = 8
    /// Luma only.
    public var isMonochrome = false
    /// Whether there are half as many chroma samples in a row.
    public var isSubsampledX = true
    /// Whether there are half as many rows of chroma samples.
    public var isSubsampledY = true
    /// 0 unknown, 1 vertical, 2 colocated; of 4:2:0 only.
    public var chromaSamplePosition: UInt8 = 0
    /// Colours, when they are given.
    public var colour: ColourDescription?
    /// Whether samples use all values.
    public var isFullRange = false
    /// Length of a picture, when it is given.
    public var timing: Timing?
    /// Whether film grain may be added to decoded pictures.
    public var hasFilmGrain = false

    /// Rate of the display clock.
    public struct Timing: Hashable, Sendable {
        /// Clock ticks of a display tick.
        public var unitsInDisplayTick: UInt32
        /// Clock ticks per second.
        public var timeScale: UInt32
        /// Display ticks of each picture, when all have the same.
        public var ticksPerPicture: UInt32?

        /// Pictures per second, when all have the same length; `nil` when a number is 0.
        public var pictureRate: Double? {
            guard let ticksPerPicture, unitsInDisplayTick > 0, timeScale > 0 else { return nil }
            return Double(timeScale) / Double(unitsInDisplayTick) / Double(ticksPerPicture)
        }
    }

    /// From the first sequence header of a sample, a stream or `av1C`.
    public init(firstIn stream: [UInt8]) throws(BitstreamError) {
        var units = OBUReader(stream)
        while let unit = try units.next() {
            guard unit.type == 1 else { continue }
            var reader = BitReader(stream[unit.payload], at: unit.payload.lowerBound)
            try self.init(reading: &reader)
            return
        }
        throw BitstreamError(.missing("sequence header"), at: 0)
    }

    /// Reads the payload of a sequence header.
    public init(_ payload: some Collection<UInt8>) throws(BitstreamError) {
        var reader = BitReader(payload)
        try self.init(reading: &reader)
    }

    private init(reading reader: inout BitReader) throws(BitstreamError) {
        profile = try reader.byte(3)
        guard profile < 3 else { throw reader.invalid("seq_profile") }
        isStillPicture = try reader.flag()
        let isReduced = try reader.flag()
        if isReduced {
            level = try reader.byte(5)
        } else {
            try readOperatingPoints(&reader)
        }
        try readSize(&reader)
        try Self.skipTools(&reader, isReduced: isReduced)
        try readColour(&reader)
        hasFilmGrain = try reader.flag()
    }

    private mutating func readOperatingPoints(_ reader: inout BitReader) throws(BitstreamError) {
        var delayBits: Int?
        if try reader.flag() {
            timing = try Timing(reading: &reader)
            if try reader.flag() {
                delayBits = try 1 + Int(reader.bits(5))
                try reader.skip(32 + 5 + 5)
            }
        }
        let hasDisplayDelay = try reader.flag()
        operatingPointCount = try 1 + Int(reader.bits(5))
        for index in 0..<operatingPointCount {
            try reader.skip(12)
            let pointLevel = try reader.byte(5)
            let isPointHigh = pointLevel > 7 ? try reader.flag() : false
            if index == 0 { (level, isHighTier) = (pointLevel, isPointHigh) }
            if let delayBits, try reader.flag() { try reader.skip(2 * delayBits + 1) }
            if hasDisplayDelay, try reader.flag() { try reader.skip(4) }
        }
    }

    private mutating func readSize(_ reader: inout BitReader) throws(BitstreamError) {
        let (widthBits, heightBits) = (try 1 + Int(reader.bits(4)), try 1 + Int(reader.bits(4)))
        maxWidth = try 1 + Int(reader.bits(widthBits))
        maxHeight = try 1 + Int(reader.bits(heightBits))
    }

    private static func skipTools(_ reader: inout BitReader, isReduced: Bool) throws(BitstreamError) {
        if !isReduced, try reader.flag() { try reader.skip(7) }
        try reader.skip(3)
        if !isReduced {
            try reader.skip(4)
            let hasOrderHint = try reader.flag()
            if hasOrderHint { try reader.skip(2) }
            // seq_choose_screen_content_tools, else seq_force_screen_content_tools; the same for integer vectors.
            let hasScreenTools = try reader.flag() ? true : try reader.flag()
            if hasScreenTools, try !reader.flag() { try reader.skip(1) }
            if hasOrderHint { try reader.skip(3) }
        }
        try reader.skip(3)
    }

    /// §5.5.2.
    private mutating func readColour(_ reader: inout BitReader) throws(BitstreamError) {
        let isHigh = try reader.flag()
        bitDepth = isHigh ? 10 : 8
        if isHigh, profile == 2, try reader.flag() { bitDepth = 12 }
        if profile != 1 { isMonochrome = try reader.flag() }
        if try reader.flag() { colour = try ColourDescription(reading: &reader) }
        if !isMonochrome, colour == ColourDescription(primaries: 1, transfer: 13, matrix: 0) {
            (isFullRange, isSubsampledX, isSubsampledY) = (true, false, false)
        } else {
            isFullRange = try reader.flag()
            if !isMonochrome { try readSubsampling(&reader) }
        }
        colour?.isFullRange = isFullRange
        if !isMonochrome { try reader.skip(1) }
    }

    private mutating func readSubsampling(_ reader: inout BitReader) throws(BitstreamError) {
        switch (profile, bitDepth) {
        case (0, _): break
        case (1, _): (isSubsampledX, isSubsampledY) = (false, false)
        case (_, 12):
            isSubsampledX = try reader.flag()
            isSubsampledY = isSubsampledX ? try reader.flag() : false
        default: isSubsampledY = false
        }
        if isSubsampledX, isSubsampledY { chromaSamplePosition = try reader.byte(2) }
    }

    /// What follows the sample entry's type in a codec string (AV1 Codec ISO Media File Format Binding §5): `0.04M.08`,
    /// and chroma, colours and range when they are not 4:2:0 of BT.709 in studio range. Colours that the header leaves
    /// open are no reason for the long form.
    public var codecSuffix: String {
        let short = "\(profile).\(level.twoDigits)\(isHighTier ? "H" : "M").\(bitDepth.twoDigits)"
        let isPlain = !isMonochrome && isSubsampledX && isSubsampledY && chromaSamplePosition == 0 && !isFullRange
        if isPlain, colour == nil || colour == .bt709 { return short }
        let chroma = "\(isSubsampledX ? 1 : 0)\(isSubsampledY ? 1 : 0)\(chromaSamplePosition)"
        let points = colour ?? ColourDescription(primaries: 2, transfer: 2, matrix: 2)
        return "\(short).\(isMonochrome ? 1 : 0).\(chroma).\(points.codecFields).\(isFullRange ? 1 : 0)"
    }
}

extension AV1SequenceHeader.Timing {
    fileprivate init(reading reader: inout BitReader) throws(BitstreamError) {
        unitsInDisplayTick = try reader.bits(32)
        timeScale = try reader.bits(32)
        guard try reader.flag() else { return }
        // uvlc() is an Exp-Golomb number; one of 32 zeros, 2³² − 1, is not allowed here (§6.4.2).
        ticksPerPicture = try 1 + reader.unsignedExpGolomb("num_ticks_per_picture_minus_1", upTo: UInt32.max - 1)
    }
}

extension ColourDescription {
    /// The three code points in two decimal digits each, dots between them.
    var codecFields: String { "\(primaries.twoDigits).\(transfer.twoDigits).\(matrix.twoDigits)" }
}

extension UInt8 {
    /// Decimal, at least two digits.
    var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
