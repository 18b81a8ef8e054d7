/// Reads bits of a parameter set from the most significant down; past the end every bit is an error.
struct BitReader {
    private let bytes: [UInt8]
    /// Places of the input, in order, that hold emulation prevention bytes.
    private let removed: [Int]
    /// The byte of the input that `bytes` begins with.
    private let base: Int
    /// Bits read so far, of those without emulation prevention.
    private(set) var position = 0

    init(_ bytes: some Collection<UInt8>, at base: Int = 0) {
        self.bytes = Array(bytes)
        self.base = base
        removed = []
    }

    /// A reader of a NAL unit's payload.
    init(unescaping unit: some Collection<UInt8>) {
        (bytes, removed) = NALUnits.unescape(unit)
        base = 0
    }

    var remaining: Int { bytes.count * 8 - position }

    /// The byte of the input that the next bit is in.
    var offset: Int {
        var offset = position / 8
        for place in removed {
            guard place <= offset else { break }
            offset += 1
        }
        return base + offset
    }

    func failure(_ reason: BitstreamError.Reason) -> BitstreamError { BitstreamError(reason, at: offset) }

    func invalid(_ name: String) -> BitstreamError { failure(.invalidValue(name)) }

    /// At most 32 bits.
    mutating func bits(_ count: Int) throws(BitstreamError) -> UInt32 {
        guard count <= remaining else { throw failure(.truncated) }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    mutating func flag() throws(BitstreamError) -> Bool { try bits(1) == 1 }

    /// A number of at most 8 bits.
    mutating func byte(_ count: Int = 8) throws(BitstreamError) -> UInt8 {
        UInt8(truncatingIfNeeded: try bits(count))
    }

    mutating func skip(_ count: Int) throws(BitstreamError) {
        guard count <= remaining else { throw failure(.truncated) }
        position += count
    }

    /// An unsigned Exp-Golomb number, ue(v) (ISO/IEC 14496-10 §9.1), at most 2³² − 2.
    mutating func unsignedExpGolomb() throws(BitstreamError) -> UInt32 {
        var zeros = 0
        while try bits(1) == 0 {
            zeros += 1
            guard zeros < 32 else { throw invalid("Exp-Golomb code") }
        }
        return try UInt32((UInt64(1) << zeros) - 1) + bits(zeros)
    }

    /// An unsigned Exp-Golomb number that the specification limits; the element's name.
    mutating func unsignedExpGolomb(_ name: String, upTo limit: UInt32) throws(BitstreamError) -> UInt32 {
        let start = self
        let value = try unsignedExpGolomb()
        guard value <= limit else { throw start.invalid(name) }
        return value
    }

    /// Exp-Golomb numbers of either kind that nobody asks for.
    mutating func skipExpGolomb(_ count: Int = 1) throws(BitstreamError) {
        for _ in 0..<count { _ = try unsignedExpGolomb() }
    }

    /// A signed Exp-Golomb number, se(v) (ISO/IEC 14496-10 §9.1.1).
    mutating func signedExpGolomb() throws(BitstreamError) -> Int32 {
        let code = Int64(try unsignedExpGolomb())
        return Int32(code % 2 == 0 ? -code / 2 : (code + 1) / 2)
    }

    /// Whether anything but the stop bit and zeros is left, more_rbsp_data() (ISO/IEC 14496-10 §7.2).
    var hasMoreData: Bool {
        guard let last = bytes.lastIndex(where: { $0 != 0 }) else { return false }
        return position < last * 8 + 7 - bytes[last].trailingZeroBitCount
    }
}
