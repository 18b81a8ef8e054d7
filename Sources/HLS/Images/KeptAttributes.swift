/// The attribute list of a tag that the draft does not know, read from the line that is kept of it. §4.2.
struct KeptAttributes {
    private(set) var items: [Attribute] = []

    /// `nil` when the text is no attribute list.
    init?(_ text: String) {
        var rest = text.utf8[...]
        while !rest.isEmpty {
            guard let equals = rest.firstIndex(of: UInt8(ascii: "=")), equals != rest.startIndex,
                let name = String(rest[..<equals])
            else { return nil }
            rest = rest[rest.index(after: equals)...]
            let isQuoted = rest.first == UInt8(ascii: "\"")
            if isQuoted { rest = rest.dropFirst() }
            guard let end = isQuoted ? rest.firstIndex(of: UInt8(ascii: "\"")) : rest.endOfPlainValue,
                let value = String(rest[..<end])
            else { return nil }
            items.append(Attribute(name: name.trimmedOfBlanks, value: value, isQuoted: isQuoted))
            rest = rest[end...]
            if isQuoted { rest = rest.dropFirst() }
            guard rest.isEmpty || rest.first == UInt8(ascii: ",") else { return nil }
            rest = rest.dropFirst()
        }
    }

    /// Takes the value of the first attribute of a name.
    mutating func take(_ name: String) -> String? {
        guard let index = items.firstIndex(where: { $0.name == name }) else { return nil }
        return items.remove(at: index).value
    }
}

extension Substring.UTF8View {
    fileprivate var endOfPlainValue: Index? { firstIndex(of: UInt8(ascii: ",")) ?? endIndex }
}

extension String {
    fileprivate var trimmedOfBlanks: String { String(drop { $0 == " " || $0 == "\t" }) }
}

extension [UninterpretedLine] {
    /// The first line of a tag.
    func firstIndex(ofTag name: String) -> Int? { firstIndex { $0.tagName == name } }

    /// Puts a line in the place of the first of its tag, or at the end; `nil` removes the tag.
    mutating func set(_ name: String, _ line: UninterpretedLine?) {
        guard let index = firstIndex(ofTag: name) else {
            if let line { append(line) }
            return
        }
        if let line { self[index] = line } else { removeAll { $0.tagName == name } }
    }
}
