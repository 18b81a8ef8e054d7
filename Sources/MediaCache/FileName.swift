import Catalog
import Signing

/// What the file of a complete object is called: 32 hex digits of the digest of its key. They have the same length for
/// every key, are fit for any disk, and as a number take 16 bytes of memory.
struct FileName: Hashable, Sendable {
    private let number: UInt128

    init(_ key: CacheKey) { self.init(ofKey: Array(key.text.utf8)) }

    /// - Parameter text: of the key.
    init(ofKey text: [UInt8]) {
        number = SHA256.digest(text).bytes.prefix(16).reduce(0) { $0 << 8 | UInt128($1) }
    }

    /// `nil` unless it is 32 digits, none of them upper case.
    init?(_ text: some StringProtocol) {
        guard text.utf8.count == 32 else { return nil }
        var halves: [UInt64] = [0, 0]
        for (place, digit) in text.utf8.enumerated() {
            let value: UInt8
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = digit - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = digit - UInt8(ascii: "a") + 10
            default: return nil
            }
            halves[place / 16] = halves[place / 16] << 4 | UInt64(value)
        }
        number = UInt128(halves[0]) << 64 | UInt128(halves[1])
    }

    var text: String {
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 32 - digits.utf8.count) + digits
    }
}
