/// One line of a playlist: its number and its bytes, without the line end.
struct TextLine {
    /// 1 for the first.
    var number: Int
    /// Offset of the line's first byte in the text.
    var start: Int
    /// What is read: the line without blanks around it.
    var content: Range<Int>
    /// Whether any byte is outside ASCII.
    var hasNonASCII: Bool
}

/// What a line holds that needs a second look, as found while its end is looked for.
struct ByteClasses: OptionSet {
    let rawValue: UInt8
    static let control = ByteClasses(rawValue: 1)
    static let nonASCII = ByteClasses(rawValue: 2)

    /// The class of each byte; a line end has none.
    @inline(__always)
    static func bits(of byte: UInt8) -> UInt8 {
        byte < 0x20 || byte == 0x7F ? (byte == 0x0A ? 0 : control.rawValue) : byte >> 6 & nonASCII.rawValue
    }
}

/// What the bytes of a URI line say about it together.
struct URIByteClasses: OptionSet {
    let rawValue: UInt8
    /// A byte that stands nowhere in a URI.
    static let foreign = URIByteClasses(rawValue: 1)
    /// A byte with which a reference can be more than a path: a scheme, an authority, an escape, another part.
    static let structured = URIByteClasses(rawValue: 2)
    /// The beginning of a reference to a variable.
    static let brace = URIByteClasses(rawValue: 4)

    static let table: [UInt8] = (0..<256).map { value in
        let byte = UInt8(value)
        let isStructured = ":%#[]@".utf8.contains(byte)
        return (uriBytes[value] ? 0 : foreign.rawValue) | (isStructured ? structured.rawValue : 0)
            | (byte == UInt8(ascii: "{") ? brace.rawValue : 0)
    }
}
