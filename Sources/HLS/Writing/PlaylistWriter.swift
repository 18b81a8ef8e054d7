/// The lines of a playlist being written. Every line ends with LF.
struct PlaylistWriter {
    private(set) var bytes: [UInt8] = []
    /// Whether a line says that this is a media playlist.
    private(set) var isOfMediaPlaylist = false
    /// How text is written that reads like a reference to a variable.
    var literals = LiteralText()

    mutating func tag(_ tag: Tag) {
        note(tag)
        line("#\(tag.rawValue)")
    }

    mutating func tag(_ tag: Tag, _ value: some CustomStringConvertible) {
        note(tag)
        line("#\(tag.rawValue):\(value)")
    }

    private mutating func note(_ tag: Tag) {
        if tag.home == .media || tag.home == .segment { isOfMediaPlaylist = true }
    }

    /// A tag with an attribute list.
    mutating func tag(_ tag: Tag, _ body: (inout AttributeWriter) -> Void) {
        note(tag)
        var list = AttributeWriter(literals: literals)
        body(&list)
        line("#\(tag.rawValue):\(list.text)")
    }

    /// A URI on a line of its own. `#` at its start would make it a comment, a blank at either end would be lost: unless
    /// a variable can stand there, they are escaped.
    mutating func uri(_ uri: String) {
        isOfMediaPlaylist = true
        guard let first = uri.utf8.first, let last = uri.utf8.last else {
            if let nothing = literals.nothing { line(nothing) }
            return
        }
        var text = uri
        var (head, tail) = ("", "")
        if first.isBlank || first == UInt8(ascii: "#") {
            if let (reference, rest) = literals.beginning(of: text) {
                (head, text) = (reference, rest)
            } else {
                (head, text) = (Self.escape(first), String(text.unicodeScalars.dropFirst()))
            }
        }
        if last.isBlank, !text.isEmpty {
            if let (reference, rest) = literals.end(of: text) {
                (tail, text) = (reference, rest)
            } else {
                (tail, text) = (Self.escape(last), String(text.unicodeScalars.dropLast()))
            }
        }
        line(head + literals.written(text) + tail)
    }

    private static func escape(_ byte: UInt8) -> String {
        byte == 0x20 ? "%20" : byte == 0x09 ? "%09" : "%23"
    }

    /// Whether a URI line of that text would be read as it: an empty one only where a variable can stand for it.
    func canWrite(uri: String) -> Bool { !uri.isEmpty || literals.nothing != nil }

    /// Lines that were kept. One that would be read as a URI becomes a comment, unless it is the URI of a variant that
    /// was kept as well.
    mutating func lines(_ others: [UninterpretedLine]) {
        var isURIExpected = false
        for other in others {
            let text = Self.content(of: other.text)
            guard let first = text.utf8.first else { continue }
            line(first == UInt8(ascii: "#") || isURIExpected ? text : "# \(text)")
            isURIExpected = text.utf8.starts(with: "#EXT-X-STREAM-INF:".utf8)
        }
    }

    /// The text without blanks and line ends around it, which reading takes off.
    private static func content(of text: String) -> String {
        let isOutside = { (byte: UInt8) in byte.isBlank || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n") }
        guard text.utf8.first.map(isOutside) == true || text.utf8.last.map(isOutside) == true else { return text }
        let bytes = text.utf8.drop(while: isOutside).reversed().drop(while: isOutside).reversed()
        return String(decoding: Array(bytes), as: UTF8.self)
    }

    /// One line. A line end inside would begin another, so it becomes a blank.
    mutating func line(_ text: String) {
        if text.utf8.contains(UInt8(ascii: "\n")) || text.utf8.last == UInt8(ascii: "\r") {
            bytes.append(contentsOf: text.utf8.map { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") ? 0x20 : $0 })
        } else {
            bytes.append(contentsOf: text.utf8)
        }
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// An attribute list being written, in the order of the calls.
struct AttributeWriter {
    let literals: LiteralText
    private(set) var text = ""

    init(literals: LiteralText) { self.literals = literals }

    private mutating func add(_ name: String, _ value: String) {
        if !text.isEmpty { text += "," }
        text += name
        text += "="
        text += value
    }

    /// A quoted-string. What cannot stand in one is replaced: a quote by an apostrophe.
    mutating func quoted(_ name: String, _ value: String?) {
        guard let value else { return }
        if value.utf8.contains(UInt8(ascii: "\"")) {
            // By the byte: with a mark that combines, a quote is another character.
            let bytes = value.utf8.map { $0 == UInt8(ascii: "\"") ? UInt8(ascii: "'") : $0 }
            add(name, "\"\(String(decoding: bytes, as: UTF8.self))\"")
        } else {
            add(name, "\"\(literals.written(value))\"")
        }
    }

    mutating func list(_ name: String, _ entries: [String]) {
        if !entries.isEmpty { quoted(name, entries.joined(separator: ",")) }
    }

    /// Anything that stands without quotes.
    mutating func plain(_ name: String, _ value: (some CustomStringConvertible)?) {
        if let value { add(name, value.description) }
    }

    mutating func word(_ name: String, _ value: (some RawRepresentable<String>)?) {
        if let value { add(name, value.rawValue) }
    }

    mutating func flag(_ name: String, _ value: Bool?) {
        if let value { add(name, value ? "YES" : "NO") }
    }

    /// YES, or nothing.
    mutating func yes(_ name: String, _ value: Bool) {
        if value { add(name, "YES") }
    }

    mutating func others(_ attributes: [Attribute]) {
        for attribute in attributes {
            if attribute.isQuoted {
                quoted(attribute.name, attribute.value)
            } else {
                plain(attribute.name, attribute.value)
            }
        }
    }
}
