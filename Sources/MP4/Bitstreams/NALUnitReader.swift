/// Goes through the NAL units of a sample one by one, and takes no memory for them (ISO/IEC 14496-15 §4.3.3).
public struct NALUnitReader {
    private let sample: [UInt8]
    private let lengthSize: Int
    private var place = 0

    /// A reader of units that each stand after their length in `lengthSize` bytes, 1 to 4.
    public init(lengthPrefixed sample: [UInt8], lengthSize: Int = 4) {
        self.sample = sample
        self.lengthSize = min(max(1, lengthSize), 4)
    }

    /// Where the next unit is, its length aside; `nil` at the end. Lengths of 0, which some writers pad with, are passed
    /// over. A length that goes beyond the sample is an error at the byte where the length stands.
    public mutating func next() throws(BitstreamError) -> Range<Int>? {
        while place < sample.count {
            guard sample.count - place >= lengthSize else { throw BitstreamError(.truncated, at: place) }
            let length = sample[place..<place + lengthSize].reduce(0) { $0 << 8 | Int($1) }
            let start = place + lengthSize
            guard length <= sample.count - start else { throw BitstreamError(.truncated, at: place) }
            place = start + length
            if length > 0 { return start..<place }
        }
        return nil
    }
}
