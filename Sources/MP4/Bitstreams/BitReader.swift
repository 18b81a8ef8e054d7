/// Reads bits of a parameter set from the most significant down; past the end every bit is an error.
struct BitReader {
    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var remaining: Int { bytes.count * 8 - position }

    /// At most 32 bits.
    mutating func bits(_ count: Int) throws(BitstreamError) -> UInt32 {
        guard count <= remaining else { throw .truncated }
        var value: UInt32 = 0
        for _ in 0..<count {
            value = value << 1 | UInt32(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }

    mutating func flag() throws(BitstreamError) -> Bool { try bits(1) == 1 }

    mutating func skip(_ count: Int) throws(BitstreamError) {
        guard count <= remaining else { throw .truncated }
        position += count
    }

    /// An unsigned Exp-Golomb number, ue(v) (ISO/IEC 14496-10 §9.1), at most 2³² − 2.
    mutating func unsignedExpGolomb() throws(BitstreamError) -> UInt32 {
        var zeros = 0
        while try bits(1) == 0 {
            zeros += 1
            guard zeros < 32 else { throw .invalidValue("Exp-Golomb code") }
        }
        return try UInt32((UInt64(1) << zeros) - 1) + bits(zeros)
    }

    /// A signed Exp-Golomb number, se(v) (ISO/IEC 14496-10 §9.1.1).
    mutating func signedExpGolomb() throws(BitstreamError) -> Int32 {
        let code = Int64(try unsignedExpGolomb())
        return Int32(code % 2 == 0 ? -code / 2 : (code + 1) / 2)
    }
}
