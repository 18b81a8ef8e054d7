/// What the strip of blocks across the top of a sample picture says: which reel it belongs to and which frame it is.
///
/// 56 bits, the highest first: reel (16), frame (24), CRC-16 of both. Every block is black or white; two black and two
/// white blocks show the reader what black and white have become. The geometry is relative to the picture's width, so
/// the strip survives scaling and coarse quantisation, and it needs no knowledge of the range of the samples.
package struct FrameStrip: Hashable, Sendable {
    /// 0 to 65,535.
    package let reel: Int
    /// 0 to 16,777,215, from the start of the reel.
    package let frame: Int

    /// `nil` when a number does not fit.
    package init?(reel: Int, frame: Int) {
        guard reel >= 0, reel < 1 << 16, frame >= 0, frame < 1 << 24 else { return nil }
        self.reel = reel
        self.frame = frame
    }

    static let bitCount = 56

    var bits: UInt64 {
        let value = UInt64(reel) << 24 | UInt64(frame)
        return value << 16 | UInt64(Self.check(value))
    }

    init?(bits: UInt64) {
        let value = bits >> 16
        guard bits >> Self.bitCount == 0, Self.check(value) == UInt16(truncatingIfNeeded: bits) else { return nil }
        self.init(reel: Int(value >> 24), frame: Int(value & 0xFF_FFFF))
    }

    /// CRC-16 with the polynomial 0x1021, starting from 0xFFFF, over the low five bytes of `value`.
    private static func check(_ value: UInt64) -> UInt16 {
        var remainder: UInt16 = 0xFFFF
        for shift in stride(from: 32, through: 0, by: -8) {
            remainder ^= UInt16(truncatingIfNeeded: value >> shift & 0xFF) << 8
            for _ in 0..<8 { remainder = remainder & 0x8000 == 0 ? remainder << 1 : remainder << 1 ^ 0x1021 }
        }
        return remainder
    }
}
