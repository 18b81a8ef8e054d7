/// How a number of a box is printed.
public enum NumberFormat: Hashable, Sendable {
    /// In decimal digits.
    case decimal
    /// A word of 32 bits as a number with a sign.
    case signed
    /// `0x` and digits.
    case hexadecimal
    /// With this many bits after the point.
    case fixedPoint(Int)
    /// As four characters.
    case code
    /// As three letters.
    case language
}

/// A column of a table of 32-bit numbers.
public struct WordColumn: Hashable, Sendable {
    /// The field's name in the specification.
    public var name: String
    /// How its numbers are printed.
    public var format: NumberFormat

    /// A column of the field `name`.
    public init(_ name: StaticString, _ format: NumberFormat = .decimal) {
        self.name = "\(name)"
        self.format = format
    }
}
