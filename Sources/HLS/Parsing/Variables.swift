/// The variables declared so far, and the replacement of references to them. §4.3, §6.3.1.
struct Variables {
    private(set) var values: [String: String] = [:]
    /// Bytes that may still be put in, so that a short text cannot become a long one without end.
    private(set) var budget: Int

    init(budget: Int) { self.budget = budget }

    /// `false` when the name is taken.
    mutating func declare(_ name: String, _ value: String) -> Bool {
        guard values[name] == nil else { return false }
        values[name] = value
        return true
    }

    static func isName(_ bytes: Substring.UTF8View) -> Bool { !bytes.isEmpty && bytes.allSatisfy(isNameByte) }

    static func isNameByte(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.decimalDigit != nil || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    /// Whether the text has a `{$name}`.
    static func hasReference(_ text: String) -> Bool {
        var rest = Substring(text).utf8
        while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
            rest = rest[rest.index(after: brace)...]
            guard rest.first == UInt8(ascii: "$") else { continue }
            let name = rest.dropFirst().prefix(while: isNameByte)
            if !name.isEmpty, rest[name.endIndex...].first == UInt8(ascii: "}") { return true }
        }
        return false
    }

    /// The text with every `{$name}` replaced, and the first name that is not declared. What is put in is not looked at
    /// again, and what is no reference stays as it is.
    mutating func substituting(in text: String) -> (text: String, undeclared: String?) {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return (text, nil) }
        let bytes = text.utf8
        var result = ""
        var undeclared: String?
        var index = bytes.startIndex
        var copied = index
        while let brace = bytes[index...].firstIndex(of: UInt8(ascii: "{")) {
            index = bytes.index(after: brace)
            guard index < bytes.endIndex, bytes[index] == UInt8(ascii: "$") else { continue }
            let start = bytes.index(after: index)
            let end = bytes[start...].firstIndex { !Self.isNameByte($0) } ?? bytes.endIndex
            guard end > start, end < bytes.endIndex, bytes[end] == UInt8(ascii: "}") else { continue }
            let name = String(text[start..<end])
            index = bytes.index(after: end)
            guard let value = values[name] else {
                undeclared = undeclared ?? name
                continue
            }
            budget -= value.utf8.count
            guard budget >= 0 else { return (text, nil) }
            result += text[copied..<brace]
            result += value
            copied = index
        }
        result += text[copied...]
        return (result, undeclared)
    }
}
