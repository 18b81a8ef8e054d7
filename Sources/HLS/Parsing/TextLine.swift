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
    static let table: [UInt8] = (0..<256).map { byte in
        switch byte {
        case 0x0A: 0
        case 0..<0x20, 0x7F: control.rawValue
        case 0x80...: nonASCII.rawValue
        default: 0
        }
    }
}
