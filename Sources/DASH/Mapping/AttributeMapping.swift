/// How an attribute of an element is read and written. A table of them is in the order in which they are written.
struct AttributeMapping<Element>: Sendable {
    let name: String
    let isRequired: Bool
    /// `false` of a text that is no value of the attribute's type.
    let read: @Sendable (inout Element, String) -> Bool
    /// `nil` leaves the attribute out.
    let write: @Sendable (Element) -> String?
}

extension AttributeMapping {
    typealias Path<Value> = any WritableKeyPath<Element, Value> & Sendable

    static func required<Value: AttributeValue>(_ name: String, _ path: Path<Value>) -> AttributeMapping {
        AttributeMapping(name: name, isRequired: true, read: { read($1, &$0[keyPath: path]) }) {
            $0[keyPath: path].attributeText
        }
    }

    static func optional<Value: AttributeValue>(_ name: String, _ path: Path<Value?>) -> AttributeMapping {
        AttributeMapping(
            name: name, isRequired: false,
            read: { element, text in
                guard let value = Value(attribute: trimmed(text)) else { return false }
                element[keyPath: path] = value
                return true
            },
            write: { $0[keyPath: path]?.attributeText })
    }

    /// Left out where it is what an absent one means.
    static func defaulted<Value: AttributeValue & Equatable>(
        _ name: String, _ path: Path<Value>, _ value: Value
    ) -> AttributeMapping {
        AttributeMapping(name: name, isRequired: false, read: { read($1, &$0[keyPath: path]) }) {
            $0[keyPath: path] == value ? nil : $0[keyPath: path].attributeText
        }
    }

    /// Written also where it is what an absent one means.
    static func explicit<Value: AttributeValue>(_ name: String, _ path: Path<Value>) -> AttributeMapping {
        AttributeMapping(name: name, isRequired: false, read: { read($1, &$0[keyPath: path]) }) {
            $0[keyPath: path].attributeText
        }
    }

    /// An empty list is left out.
    static func list<Value: AttributeValue>(
        _ name: String, _ path: Path<[Value]>, separator: Character, isRequired: Bool = false
    ) -> AttributeMapping {
        AttributeMapping(
            name: name, isRequired: isRequired,
            read: { element, text in
                let parts = text.split { $0 == separator || (separator == " " && isBlank($0)) }
                let values = parts.compactMap { Value(attribute: trimmed(String($0))) }
                element[keyPath: path] = values
                return values.count == parts.count && !values.isEmpty
            },
            write: { element in
                let values = element[keyPath: path]
                return values.isEmpty
                    ? nil : values.map(\.attributeText).joined(separator: String(separator))
            })
    }

    /// The same attribute of an element that holds this one.
    func of<Outer>(_ path: any WritableKeyPath<Outer, Element> & Sendable) -> AttributeMapping<Outer> {
        AttributeMapping<Outer>(
            name: name, isRequired: isRequired, read: { [read] in read(&$0[keyPath: path], $1) },
            write: { [write] in write($0[keyPath: path]) })
    }

    private static func read<Value: AttributeValue>(_ text: String, _ value: inout Value) -> Bool {
        guard let new = Value(attribute: trimmed(text)) else { return false }
        value = new
        return true
    }
}

private func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t" || character == "\n" || character == "\r" || character == "\r\n"
}

/// Without white space around it: what a validator does before it looks at a value.
func trimmed(_ text: String) -> String {
    guard let first = text.firstIndex(where: { !isBlank($0) }), let last = text.lastIndex(where: { !isBlank($0) })
    else { return "" }
    return String(text[first...last])
}
