/// One byte range of a `Range` header (RFC 9110 §14.1.2).
package enum ByteRange: Hashable, Sendable {
    /// `bytes=first-last`, both included; `last` absent in `bytes=first-`.
    case from(Int, through: Int?)
    /// `bytes=-length`: the last `length` bytes.
    case suffix(Int)

    /// What a `Range` header asks for.
    package enum Asked: Hashable, Sendable {
        case one(ByteRange)
        /// Not of unit bytes, malformed, or more than one range: the server may answer the whole with 200.
        case ignored
    }

    package static func parse(_ value: String) -> Asked {
        guard value.lowercased().hasPrefix("bytes=") else { return .ignored }
        let ranges = value.dropFirst(6).split(separator: ",", omittingEmptySubsequences: true)
        guard ranges.count == 1 else { return .ignored }
        let text = ranges[0].trimmingBlanks
        guard let dash = text.firstIndex(of: "-") else { return .ignored }
        let (first, last) = (text[..<dash], text[text.index(after: dash)...])
        switch (number(first), number(last)) {
        case (let first?, let last?): return first <= last ? .one(.from(first, through: last)) : .ignored
        case (let first?, nil) where last.isEmpty: return .one(.from(first, through: nil))
        case (nil, let length?) where first.isEmpty: return .one(.suffix(length))
        default: return .ignored
        }
    }

    /// The bytes of a body of `length` bytes; `nil` when none is inside it (416).
    package func resolved(in length: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            first < length ? first..<(min(last ?? length - 1, length - 1) + 1) : nil
        case .suffix(let count):
            count > 0 && length > 0 ? max(0, length - count)..<length : nil
        }
    }

    /// Digits only. What does not fit an Int is as good as the largest one.
    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) else {
            return nil
        }
        return Int(text) ?? Int.max - 1
    }
}
