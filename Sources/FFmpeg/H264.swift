/// The two framings of H.264: Annex B of ITU-T H.264 with start codes, and the length-prefixed one that MP4 stores
/// (ISO/IEC 14496-15 §5).
package enum H264 {
    package struct ParameterSets: Hashable, Sendable {
        /// NAL units of type 7, without start code.
        package var sequence: [[UInt8]]
        /// NAL units of type 8, without start code.
        package var picture: [[UInt8]]

        init(annexB: [UInt8]) {
            let units = H264.units(annexB.span).map { Array(annexB[$0]) }
            sequence = units.filter { $0[0] & 0x1F == 7 }
            picture = units.filter { $0[0] & 0x1F == 8 }
        }
    }

    /// One sample as MP4 stores it: every NAL unit after its length in four bytes.
    package static func lengthPrefixed(_ packet: Packet) -> [UInt8] {
        packet.withBytes { bytes in
            let units = units(bytes)
            var sample = [UInt8]()
            sample.reserveCapacity(units.reduce(0) { $0 + 4 + $1.count })
            for unit in units {
                let count = UInt32(unit.count)
                for shift in [24, 16, 8, 0] { sample.append(UInt8(truncatingIfNeeded: count >> shift)) }
                bytes.extracting(unit).withUnsafeBufferPointer { sample.append(contentsOf: $0) }
            }
            return sample
        }
    }

    /// Where the NAL units of an Annex B stream lie: after 00 00 01, without the zeros before the next one.
    static func units(_ bytes: Span<UInt8>) -> [Range<Int>] {
        var units = [Range<Int>]()
        var start: Int?
        var position = 0
        func close(at end: Int) {
            guard let start else { return }
            var end = end
            while end > start, bytes[end - 1] == 0 { end -= 1 }
            if end > start { units.append(start..<end) }
        }
        while position + 2 < bytes.count {
            // The third byte decides how far the next start code can be.
            if bytes[position + 2] > 1 {
                position += 3
            } else if bytes[position] == 0, bytes[position + 1] == 0, bytes[position + 2] == 1 {
                close(at: position)
                start = position + 3
                position += 3
            } else {
                position += 1
            }
        }
        close(at: bytes.count)
        return units
    }
}
