/// Network abstraction layer units, of H.264 and H.265 alike, in their two framings.
public enum NALUnits {
    /// The units of a byte stream with start codes (ISO/IEC 14496-10 Annex B), without the zeros around them.
    public static func split(annexB stream: [UInt8]) -> [ArraySlice<UInt8>] {
        ranges(annexB: stream.span).map { stream[$0] }
    }

    /// The units of a sample, each after its length in `lengthSize` bytes (ISO/IEC 14496-15 §4.3.3). ``NALUnitReader``
    /// takes no memory for them.
    public static func split(
        lengthPrefixed sample: [UInt8], lengthSize: Int = 4
    ) throws(BitstreamError) -> [ArraySlice<UInt8>] {
        var reader = NALUnitReader(lengthPrefixed: sample, lengthSize: lengthSize)
        var units: [ArraySlice<UInt8>] = []
        while let range = try reader.next() { units.append(sample[range]) }
        return units
    }

    /// Adds a byte stream with start codes to `output`, with 4-byte lengths in their place.
    ///
    /// - Returns: how many bytes were added.
    @discardableResult
    public static func append(annexB stream: Span<UInt8>, to output: inout [UInt8]) -> Int {
        let before = output.count
        output.reserveCapacity(before + stream.count + 8)
        for range in ranges(annexB: stream) {
            let length = UInt32(clamping: range.count)
            for shift: UInt32 in [24, 16, 8, 0] { output.append(UInt8(truncatingIfNeeded: length >> shift)) }
            stream.extracting(range).withUnsafeBufferPointer { output.append(contentsOf: $0) }
        }
        return output.count - before
    }

    /// A byte stream with start codes as a sample with 4-byte lengths.
    public static func lengthPrefixed(annexB stream: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        append(annexB: stream.span, to: &output)
        return output
    }

    /// The payload of a unit: without the bytes that keep start codes out of it (ISO/IEC 14496-10 §7.4.1).
    public static func unescaped(_ unit: some Collection<UInt8>) -> [UInt8] { unescape(unit).payload }

    /// The payload, and the places in `unit` that are not in it.
    static func unescape(_ unit: some Collection<UInt8>) -> (payload: [UInt8], removed: [Int]) {
        var payload: [UInt8] = []
        var removed: [Int] = []
        payload.reserveCapacity(unit.count)
        var zeros = 0
        for byte in unit {
            if zeros >= 2, byte == 3 {
                zeros = 0
                removed.append(payload.count + removed.count)
                continue
            }
            zeros = byte == 0 ? zeros + 1 : 0
            payload.append(byte)
        }
        return (payload, removed)
    }

    /// A unit of this payload, header included: with a 3 before each byte up to 3 that follows two zeros, and after two
    /// zeros at the end (ISO/IEC 14496-10 §7.4.1).
    public static func escaped(_ payload: some Collection<UInt8>) -> [UInt8] {
        var unit: [UInt8] = []
        unit.reserveCapacity(payload.count)
        var zeros = 0
        for byte in payload {
            if zeros >= 2, byte <= 3 {
                unit.append(3)
                zeros = 0
            }
            zeros = byte == 0 ? zeros + 1 : 0
            unit.append(byte)
        }
        if zeros >= 2 { unit.append(3) }
        return unit
    }

    /// Where the units of a byte stream with start codes are, without the zeros around them.
    package static func ranges(annexB stream: Span<UInt8>) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start: Int?
        var place = 0
        func end(_ start: Int, _ limit: Int) {
            var limit = limit
            while limit > start, stream[limit - 1] == 0 { limit -= 1 }
            if limit > start { ranges.append(start..<limit) }
        }
        while place + 2 < stream.count {
            // A start code ends in 1; a byte over 1 rules out the three places that it belongs to.
            if stream[place + 2] > 1 {
                place += 3
            } else if stream[place] == 0, stream[place + 1] == 0, stream[place + 2] == 1 {
                if let start { end(start, place) }
                place += 3
                start = place
            } else {
                place += 1
            }
        }
        if let start { end(start, stream.count) }
        return ranges
    }
}
