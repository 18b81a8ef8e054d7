import MP4
import Testing

/// A box put together by hand from the syntax tables of the specifications, and what it holds.
struct BoxVector: Sendable, CustomTestStringConvertible {
    let type: FourCC
    /// What is special, such as a version.
    let variant: String
    /// The whole box.
    let bytes: [UInt8]
    /// Fields of sizes and counts that are exact: one more is more than there is.
    let counts: [Range<Int>]
    let check: @Sendable (Box) throws -> Void

    /// `content` is in hexadecimal digits; see ``Notation``. `check` looks at what was read of it.
    init<Content: BoxContent>(
        _ type: FourCC, _ variant: String, _ content: String, check: @escaping @Sendable (Content) throws -> Void
    ) {
        self.type = type
        self.variant = variant
        let notation = Notation(content)
        bytes = box(type, notation.bytes)
        counts = notation.counts.map { $0.lowerBound + 8..<$0.upperBound + 8 }
        self.check = { box in try check(#require(box.content as? Content)) }
    }

    /// A sample entry, which is one inside `stsd` only.
    init<Content: BoxContent>(
        entry type: FourCC, _ variant: String, stsdVersion: UInt8 = 0, _ content: String,
        check: @escaping @Sendable (Content) throws -> Void
    ) {
        self.type = type
        self.variant = "\(variant) in stsd"
        let entry = box(type, Notation(content).bytes)
        bytes = box("stsd", [stsdVersion, 0, 0, 0, 0, 0, 0, 1] + entry)
        counts = [16..<20]
        self.check = { box in try check(#require(box.children.first?.content as? Content)) }
    }

    /// A box of a type that there is one form of.
    init<Content: BoxContent>(
        _ type: FourCC, _ content: String, check: @escaping @Sendable (Content) throws -> Void
    ) {
        self.init(type, "", content, check: check)
    }

    /// A sample entry of a type that there is one form of.
    init<Content: BoxContent>(
        entry type: FourCC, _ content: String, check: @escaping @Sendable (Content) throws -> Void
    ) {
        self.init(entry: type, "", content, check: check)
    }

    var testDescription: String { variant.isEmpty ? "\(type)" : "\(type), \(variant)" }

    /// Bytes as they are written in vectors: hexadecimal digits; `'isom'` for ASCII; `00*24` for 24 bytes; `[00000002]`
    /// for a size or a count.
    private struct Notation {
        var bytes: [UInt8] = []
        var counts: [Range<Int>] = []

        init(_ text: String) {
            for part in text.split(whereSeparator: \.isWhitespace) {
                if part.hasPrefix("'") {
                    bytes += ascii(String(part.dropFirst().dropLast())).map { $0 == UInt8(ascii: "~") ? 0x20 : $0 }
                } else if part.hasPrefix("[") {
                    let start = bytes.count
                    bytes += hex(String(part))
                    counts.append(start..<bytes.count)
                } else if let star = part.firstIndex(of: "*"), let count = Int(part[part.index(after: star)...]) {
                    bytes += Array(repeating: hex(String(part[..<star])), count: count).flatMap(\.self)
                } else {
                    bytes += hex(String(part))
                }
            }
        }
    }
}

/// A box of a type and a content.
func box(_ type: FourCC, _ content: [UInt8]) -> [UInt8] {
    bigEndian(UInt32(content.count + 8)) + bigEndian(type.rawValue) + content
}

/// Four bytes, the most significant first.
func bigEndian(_ word: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
