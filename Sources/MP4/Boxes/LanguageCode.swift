/// A language as `mdhd` packs it: three letters of ISO 639-2/T in 15 bits (ISO/IEC 14496-12 §8.4.2.3).
public struct LanguageCode: Hashable, Sendable, CustomStringConvertible {
    /// Five bits a letter, the letter less 0x60. QuickTime's Macintosh language numbers are under 0x400.
    public var rawValue: UInt16

    /// `und`: not determined.
    public init() { rawValue = 0x55C4 }

    /// The number that a file holds.
    public init(rawValue: UInt16) { self.rawValue = rawValue }

    /// Three lower-case letters; `nil` for anything else.
    public init?(_ letters: some StringProtocol) {
        let bytes = Array(letters.utf8)
        guard bytes.count == 3, bytes.allSatisfy({ (0x61...0x7A).contains($0) }) else { return nil }
        rawValue = bytes.reduce(0) { $0 << 5 | UInt16($1 - 0x60) }
    }

    /// Three letters; `und` for a number that is no such code.
    public var description: String {
        let bytes = [10, 5, 0].map { UInt8(rawValue >> UInt16($0) & 0x1F) + 0x60 }
        return bytes.allSatisfy { (0x61...0x7A).contains($0) } ? String(decoding: bytes, as: UTF8.self) : "und"
    }
}
