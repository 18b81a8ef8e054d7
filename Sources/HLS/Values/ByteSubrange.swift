/// A sub-range of a resource, written `length[@offset]`: EXT-X-BYTERANGE and the BYTERANGE attributes. §4.4.4.2.
///
/// In a segment or part that was read, `offset` is always there: where the text left it out it has been worked out
/// from the sub-range before, and `isContinuation` says so.
public struct ByteSubrange: Hashable, Sendable, CustomStringConvertible {
    /// Bytes in the sub-range.
    public var length: UInt64
    /// Bytes before it in the resource; `nil` when the text leaves it out and nothing says where it begins.
    public var offset: UInt64?
    /// Whether the offset is left out of the text because the sub-range follows the one before it.
    public var isContinuation: Bool

    /// A sub-range; without an offset it follows the one before it.
    public init(length: UInt64, offset: UInt64? = nil, isContinuation: Bool = false) {
        self.length = length
        self.offset = offset
        self.isContinuation = isContinuation
    }

    init?(_ text: Span<UInt8>) {
        guard let at = (0..<text.count).first(where: { text[$0] == UInt8(ascii: "@") }) else {
            guard let length = decimalInteger(text) else { return nil }
            self.init(length: length, isContinuation: true)
            return
        }
        guard let length = decimalInteger(text.extracting(0..<at)),
            let offset = decimalInteger(text.extracting((at + 1)..<text.count)),
            !offset.addingReportingOverflow(length).overflow
        else { return nil }
        self.init(length: length, offset: offset)
    }

    /// The first byte after it; `nil` without an offset or past 2^64 - 1.
    public var end: UInt64? {
        guard let (end, overflow) = offset.map({ $0.addingReportingOverflow(length) }), !overflow else { return nil }
        return end
    }

    /// `length@offset`, or `length` alone for one that continues.
    public var description: String {
        guard let offset, !isContinuation else { return "\(length)" }
        return "\(length)@\(offset)"
    }
}
