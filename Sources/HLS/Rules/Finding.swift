/// A place in the text of a playlist. Both numbers begin at 1; a column counts Unicode scalars.
public struct SourcePosition: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The line; 0 where there is no text, as for a playlist that was not read.
    public var line: Int
    /// The column.
    public var column: Int

    /// A line and a column.
    public init(line: Int, column: Int = 1) {
        self.line = line
        self.column = column
    }

    /// No place.
    public static let none = SourcePosition(line: 0, column: 0)

    /// The order of the text.
    public static func < (left: SourcePosition, right: SourcePosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// `line:column`.
    public var description: String { "\(line):\(column)" }
}

/// One place where a playlist breaks a rule.
public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The rule.
    public var rule: Rule
    /// Where, in the text.
    public var position: SourcePosition
    /// What is wrong, with the names and numbers of this playlist.
    public var message: String

    /// A finding.
    public init(_ rule: Rule, at position: SourcePosition, _ message: String) {
        self.rule = rule
        self.position = position
        self.message = message
    }

    /// `12:5 MUST G13 …`.
    public var description: String { "\(position) \(rule.level.rawValue) \(rule.id) \(message)" }
}
