/// One `NAME=value` of an attribute list, uninterpreted: what an unknown attribute is kept as. §4.2.
public struct Attribute: Hashable, Sendable, CustomStringConvertible {
    /// The AttributeName.
    public var name: String
    /// The value without quotes.
    public var value: String
    /// Whether the value is a quoted-string.
    public var isQuoted: Bool

    /// An attribute with its value as text, without quotes.
    public init(name: String, value: String, isQuoted: Bool) {
        self.name = name
        self.value = value
        self.isQuoted = isQuoted
    }

    /// `NAME="value"` or `NAME=value`.
    public var description: String { isQuoted ? "\(name)=\"\(value)\"" : "\(name)=\(value)" }
}
