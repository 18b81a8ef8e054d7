/// What a group of samples has in common, for the kinds of grouping that CMAF names.
public enum SampleGroupDescription: Hashable, Sendable {
    /// `roll`: decoding is right after so many samples, or has to begin so many before when it is negative
    /// (ISO/IEC 14496-12 §10.1).
    case rollRecovery(distance: Int16)
    /// `prol`: so many samples before have to be decoded, and not shown (ISO/IEC 14496-12 §10.1).
    case audioPreRoll(distance: Int16)
    /// `rap `: a picture to begin at, and how many samples after it cannot be decoded then; `nil` when it is not known
    /// (ISO/IEC 14496-12 §10.4).
    case randomAccess(leadingSamples: UInt8?)
    /// `seig`: how the samples are encrypted (ISO/IEC 23001-7 §6).
    case encryption(Encryption)

    /// Encryption of samples in place of the defaults in `tenc`.
    public struct Encryption: Hashable, Sendable {
        /// Blocks of 16 bytes that are encrypted, of a pattern; 0 without.
        public var cryptByteBlock: UInt8
        /// Blocks that are not.
        public var skipByteBlock: UInt8
        /// Whether samples are encrypted.
        public var isProtected: Bool
        /// Bytes: 0, 8 or 16.
        public var perSampleIVSize: UInt8
        /// The number of the key.
        public var keyID: [UInt8]
        /// For all samples when none has its own.
        public var constantIV: [UInt8] = []
    }

    /// From the bytes of an entry of `sgpd`; `nil` for another kind of grouping, and for bytes that are too few.
    public init?(_ payload: [UInt8], kind: FourCC) {
        guard let size = Self.size(of: kind), payload.count >= size else { return nil }
        switch kind {
        case "roll": self = .rollRecovery(distance: Int16(payload[0], payload[1]))
        case "prol": self = .audioPreRoll(distance: Int16(payload[0], payload[1]))
        case "rap ": self = .randomAccess(leadingSamples: payload[0] & 0x80 != 0 ? payload[0] & 0x7F : nil)
        case "seig":
            var encryption = Encryption(
                cryptByteBlock: payload[1] >> 4, skipByteBlock: payload[1] & 0xF, isProtected: payload[2] == 1,
                perSampleIVSize: payload[3], keyID: Array(payload[4..<20]))
            if encryption.isProtected, encryption.perSampleIVSize == 0 {
                guard payload.count > 20, payload.count > 20 + Int(payload[20]) else { return nil }
                encryption.constantIV = Array(payload[21..<21 + Int(payload[20])])
            }
            self = .encryption(encryption)
        default: return nil
        }
    }

    /// Bytes of an entry, at least, where its kind says how many it has.
    static func size(of kind: FourCC) -> Int? {
        switch kind {
        case "roll", "prol": 2
        case "rap ": 1
        case "seig": 20
        default: nil
        }
    }
}

extension Int16 {
    fileprivate init(_ high: UInt8, _ low: UInt8) { self.init(bitPattern: UInt16(high) << 8 | UInt16(low)) }
}
