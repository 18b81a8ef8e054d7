/// Which decoders can decode an H.265 stream (ITU-T H.265 §7.3.3).
public struct HEVCProfileTierLevel: Hashable, Sendable {
    /// 0; 1 to 3 are for others to define profiles in.
    public var profileSpace: UInt8 = 0
    /// Whether it is the high tier.
    public var isHighTier = false
    /// 1 Main, 2 Main 10, 3 Main Still Picture, 4 range extensions …
    public var profile: UInt8 = 0
    /// One bit a profile that decoders of can decode it too, profile 0 the most significant.
    public var compatibilityFlags: UInt32 = 0
    /// 48 bits, the most significant first: progressive, interlaced, non-packed, frames only, then by profile.
    public var constraintFlags: UInt64 = 0
    /// 30 times the level.
    public var level: UInt8 = 0

    init() {}

    /// With what is said of the sub-layers, which is passed over.
    init(reading reader: inout BitReader, maxSubLayersMinus1: Int) throws(BitstreamError) {
        profileSpace = try reader.byte(2)
        isHighTier = try reader.flag()
        profile = try reader.byte(5)
        compatibilityFlags = try reader.bits(32)
        constraintFlags = try UInt64(reader.bits(24)) << 24 | UInt64(reader.bits(24))
        level = try reader.byte()
        guard maxSubLayersMinus1 > 0 else { return }
        let present = try reader.bits(16)
        for layer in 0..<maxSubLayersMinus1 {
            let flags = present >> UInt32(14 - 2 * layer) & 3
            try reader.skip((flags & 2 != 0 ? 88 : 0) + (flags & 1 != 0 ? 8 : 0))
        }
    }

    /// Profile, compatibility, tier with level, and constraints, dots between them, as they follow the sample entry's type
    /// in a codec string (ISO/IEC 14496-15 §E.3): `1.6.L93.B0`.
    public var codecSuffix: String {
        let space = ["", "A", "B", "C"][Int(profileSpace & 3)]
        var reversed: UInt32 = 0
        for bit: UInt32 in 0..<32 { reversed |= (compatibilityFlags >> bit & 1) << (31 - bit) }
        var text =
            "\(space)\(profile).\(String(reversed, radix: 16, uppercase: true)).\(isHighTier ? "H" : "L")\(level)"
        var rest = constraintFlags << 16
        while rest != 0 {
            text += "." + String(rest >> 56, radix: 16, uppercase: true)
            rest <<= 8
        }
        return text
    }
}
