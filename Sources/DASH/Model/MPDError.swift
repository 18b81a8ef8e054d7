/// Why a text is no MPD that can be used, and in which line; or why values cannot be written as one.
public struct MPDError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What is wrong.
    public enum Reason: Hashable, Sendable {
        /// Not well-formed XML, in the words of libxml2.
        case notXML(String)
        /// There is a document type declaration, which could define entities. An MPD has none.
        case documentType
        /// More bytes than the limit.
        case tooLarge(limit: Int)
        /// More elements and attributes than the limit, more attributes in one element, or elements nested deeper.
        case tooMany(String, limit: Int)
        /// The outermost element is another.
        case notMPD(String)
        /// An attribute that the schema requires.
        case missing(attribute: String, element: String)
        /// An attribute whose text is no value of its type.
        case malformed(attribute: String, element: String, value: String)
        /// A character that XML cannot hold.
        case unwritable(scalar: UInt32, name: String)
        /// A schema that cannot be used.
        case schema(String)
        /// What libxml2 could not do, as when memory runs out.
        case library(String)
    }

    /// What is wrong.
    public var reason: Reason
    /// From 1; `nil` where there is no line.
    public var line: Int?

    /// An error in a line.
    public init(_ reason: Reason, line: Int? = nil) {
        self.reason = reason
        self.line = line
    }

    /// The reason in a sentence, after its line.
    public var description: String { (line.map { "line \($0): " } ?? "") + reason.description }
}

extension MPDError.Reason: CustomStringConvertible {
    /// In a sentence.
    public var description: String {
        switch self {
        case .notXML(let text): "not well-formed: \(text)"
        case .documentType: "a document type declaration, which an MPD has not"
        case .tooLarge(let limit): "more than \(limit) bytes"
        case .tooMany(let what, let limit): "more than \(limit) \(what)"
        case .notMPD(let name): "the outermost element is \(name.debugDescription), not MPD in \(MPD.namespace)"
        case .missing(let attribute, let element): "\(element) has no \(attribute)"
        case .malformed(let attribute, let element, let value):
            "\(element)@\(attribute) cannot be \(value.debugDescription)"
        case .unwritable(let scalar, let name):
            "\(name) has the character U+\(String(scalar, radix: 16, uppercase: true)), which XML cannot hold"
        case .schema(let text): "the schema cannot be used: \(text)"
        case .library(let text): text
        }
    }
}
