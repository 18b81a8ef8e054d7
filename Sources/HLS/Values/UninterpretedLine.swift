/// A line that is kept as it is: a comment, a tag this library does not know, or one that a client has to ignore.
public struct UninterpretedLine: Hashable, Sendable, CustomStringConvertible {
    /// The line without its end. Written, it is one line, and what is neither a comment nor a tag is made a comment.
    public var text: String

    /// The line without its end.
    public init(_ text: String) { self.text = text }

    /// The name of the tag without `#`; `nil` for a comment.
    public var tagName: String? {
        guard text.hasPrefix("#EXT") else { return nil }
        return String(text.dropFirst().prefix { $0 != ":" })
    }

    /// What follows the first colon of a tag.
    public var tagValue: String? {
        guard tagName != nil, let colon = text.firstIndex(of: ":") else { return nil }
        return String(text[text.index(after: colon)...])
    }

    /// The line.
    public var description: String { text }
}
