/// Header fields in their order. Names compare without case (RFC 9110 §5.1).
package struct Headers: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Field: Hashable, Sendable {
        package var name: String
        package var value: String
    }

    package private(set) var fields: [Field] = []

    package init() {}

    package init(dictionaryLiteral elements: (String, String)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// The first value; setting replaces every field of that name, `nil` removes them.
    package subscript(name: String) -> String? {
        get { fields.first { Self.same($0.name, name) }?.value }
        set {
            fields.removeAll { Self.same($0.name, name) }
            if let newValue { append(name, newValue) }
        }
    }

    package func values(of name: String) -> [String] {
        fields.filter { Self.same($0.name, name) }.map(\.value)
    }

    package mutating func append(_ name: String, _ value: String) {
        fields.append(Field(name: name, value: value))
    }

    /// Adds to the value of the field appended last: the rest of a folded line (RFC 9112 §5.2).
    package mutating func appendToLast(_ text: String) {
        if !fields.isEmpty { fields[fields.count - 1].value += text }
    }

    private static func same(_ left: String, _ right: String) -> Bool {
        // Most names are written in the same case, and of another length than most others.
        left.utf8.count == right.utf8.count
            && (left == right || zip(left.utf8, right.utf8).allSatisfy { $0 | 0x20 == $1 | 0x20 })
    }
}
