/// Why bytes could not be read as boxes, or boxes not written as bytes, and where.
public struct BoxError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// The bytes end before the field does.
        case truncated
        /// A box claims a size that is smaller than its header or larger than what holds it.
        case invalidSize(UInt64)
        /// A version of a box that the specification does not define.
        case unsupportedVersion(UInt8)
        /// A table claims more entries than its box has bytes for.
        case tooManyEntries(UInt64)
        /// Boxes lie in boxes more than 16 levels deep.
        case tooDeep
        /// So many tiny boxes, rows or texts that keeping them would take far more memory than the input has bytes.
        case tooManyBoxes
        /// A value that its field cannot hold or that contradicts another; the field's name.
        case invalidValue(String)
        /// A box that has to be there is missing.
        case missing(FourCC)
        /// The payload of the box was left in the file, so it cannot be written.
        case payloadNotLoaded
        /// A box whose content has to be read as one, and is more than that many bytes.
        case tooLarge(Int)
    }

    /// What is wrong.
    public var reason: Reason
    /// The byte of the input at which it was found. When writing: the byte of the output.
    public var offset: Int
    /// The innermost box around that byte, when there is one.
    public var box: FourCC?

    /// An error at a byte of the input.
    public init(_ reason: Reason, at offset: Int, in box: FourCC? = nil) {
        self.reason = reason
        self.offset = offset
        self.box = box
    }

    /// `truncated at byte 120 in trun`.
    public var description: String {
        "\(reasonText) at byte \(offset)\(box.map { " in \($0)" } ?? "")"
    }

    /// ``description`` without the byte: `truncated in trun`.
    public var explanation: String { reasonText + (box.map { " in \($0)" } ?? "") }

    private var reasonText: String {
        switch reason {
        case .truncated: "truncated"
        case .invalidSize(let size): "invalid size \(size)"
        case .unsupportedVersion(let version): "unsupported version \(version)"
        case .tooManyEntries(let count): "\(count) entries, more than fit"
        case .tooDeep: "boxes nested too deep"
        case .tooManyBoxes: "too many boxes"
        case .invalidValue(let field): "invalid \(field)"
        case .missing(let type): "no \(type)"
        case .payloadNotLoaded: "payload not loaded"
        case .tooLarge(let limit): "larger than \(limit) bytes, which is the most that is read at once,"
        }
    }
}
