/// Text as a box holds it: its bytes, and whether a zero byte ends it.
///
/// Files hold text that is not UTF-8, and text without an end; both are written back as they were.
public struct BoxText: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The bytes without the zero at the end.
    public var bytes: [UInt8]
    /// Whether a zero byte follows; text at the end of a box may lack it.
    public var isTerminated: Bool

    /// Text in UTF-8, with a zero byte after it.
    public init(_ text: String) {
        bytes = Array(text.utf8)
        isTerminated = true
    }

    /// The bytes of a file.
    public init(bytes: [UInt8], isTerminated: Bool) {
        self.bytes = bytes
        self.isTerminated = isTerminated
    }

    /// Text with a zero byte after it.
    public init(stringLiteral text: String) { self.init(text) }

    /// Read as UTF-8, repaired where it is not.
    public var description: String { String(decoding: bytes, as: UTF8.self) }
}
