/// Why a parameter set, a configuration or a stream of a codec could not be read, and where.
public struct BitstreamError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The bytes end before the syntax does.
        case truncated
        /// A value outside what the specification allows; the element's name.
        case invalidValue(String)
        /// A parameter set that is needed is missing; its name.
        case missing(String)
    }

    /// What is wrong.
    public var reason: Reason
    /// The byte of the input that the element begins in, emulation prevention bytes counted.
    public var offset: Int

    /// An error at a byte of the input.
    public init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }

    /// `truncated at byte 12`, `invalid level_idc at byte 3`, `no SPS at byte 0`.
    public var description: String {
        switch reason {
        case .truncated: "truncated at byte \(offset)"
        case .invalidValue(let name): "invalid \(name) at byte \(offset)"
        case .missing(let name): "no \(name) at byte \(offset)"
        }
    }
}
