/// An open bitstream unit of AV1 (AV1 Bitstream & Decoding Process Specification §5.3), by its places in a stream.
public struct OBU: Hashable, Sendable {
    /// 1 sequence header, 2 temporal delimiter, 3 frame header, 4 tile group, 5 metadata, 6 frame, 8 tile list,
    /// 15 padding.
    public var type: UInt8
    /// The temporal layer, 0 to 7; 0 without an extension.
    public var temporalID: UInt8 = 0
    /// The spatial layer, 0 to 3; 0 without an extension.
    public var spatialID: UInt8 = 0
    /// Whether its size stands before its payload; without, it goes to the end.
    public var hasSize: Bool
    /// Header, size and payload.
    public var range: Range<Int>
    /// The payload.
    public var payload: Range<Int>
}

/// Goes through the units of a sample, or of a stream in the low-overhead format, and takes no memory for them.
public struct OBUReader {
    private let stream: [UInt8]
    private var place = 0

    /// A reader from the first byte on.
    public init(_ stream: [UInt8]) { self.stream = stream }

    /// The next unit; `nil` at the end. A unit that goes beyond the stream is an error at its first byte.
    public mutating func next() throws(BitstreamError) -> OBU? {
        guard place < stream.count else { return nil }
        let start = place
        let header = stream[start]
        // Reserved bits are ignored; the first one is not.
        guard header & 0x80 == 0 else { throw BitstreamError(.invalidValue("obu_forbidden_bit"), at: start) }
        var unit = OBU(type: header >> 3 & 0xF, hasSize: header & 2 != 0, range: start..<start, payload: start..<start)
        place += 1
        if header & 4 != 0 {
            guard place < stream.count else { throw truncated(start) }
            (unit.temporalID, unit.spatialID) = (stream[place] >> 5, stream[place] >> 3 & 3)
            place += 1
        }
        var size = stream.count - place
        if unit.hasSize { size = try readSize() }
        guard size <= stream.count - place else { throw truncated(start) }
        unit.payload = place..<place + size
        place += size
        unit.range = start..<place
        return unit
    }

    /// The units from one temporal delimiter up to the next, with the first: what is shown at one time (§7.5). `nil` at the
    /// end. Samples of a file leave the delimiters out, and are one temporal unit each.
    public mutating func nextTemporalUnit() throws(BitstreamError) -> Range<Int>? {
        let start = place
        guard try next() != nil else { return nil }
        while true {
            let end = place
            guard let unit = try next() else { return start..<end }
            guard unit.type != 2 else {
                place = end
                return start..<end
            }
        }
    }

    private func truncated(_ offset: Int) -> BitstreamError { BitstreamError(.truncated, at: offset) }

    /// leb128(): seven bits a byte, the lowest first, at most 8 bytes and 2³² − 1 (§4.10.5).
    private mutating func readSize() throws(BitstreamError) -> Int {
        let start = place
        var value: UInt64 = 0
        for index in 0..<8 {
            guard place < stream.count else { throw truncated(start) }
            let byte = stream[place]
            place += 1
            value |= UInt64(byte & 0x7F) << UInt64(7 * index)
            guard byte & 0x80 != 0 else {
                guard value <= UInt32.max else { break }
                return Int(value)
            }
        }
        throw BitstreamError(.invalidValue("obu_size"), at: start)
    }
}
