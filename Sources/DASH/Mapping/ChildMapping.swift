/// How the child elements of one name are read and written. A table of them is in the order of the schema.
struct ChildMapping<Element>: Sendable {
    let name: String
    let read: @Sendable (inout Element, XMLElement) throws(MPDError) -> Void
    let write: @Sendable (Element) -> [XMLElement]
}

extension ChildMapping {
    typealias Path<Value> = any WritableKeyPath<Element, Value> & Sendable

    static func elements<Child: MappedElement>(
        _ path: Path<[Child]>, named name: String = Child.elementName
    ) -> ChildMapping {
        ChildMapping(
            name: name,
            read: { (element, child) throws(MPDError) in
                element[keyPath: path].append(try Child(reading: child))
            },
            write: { $0[keyPath: path].map { $0.element(named: name) } })
    }

    static func element<Child: MappedElement>(_ path: Path<Child?>) -> ChildMapping {
        ChildMapping(
            name: Child.elementName,
            read: { (element, child) throws(MPDError) in element[keyPath: path] = try Child(reading: child) },
            write: { $0[keyPath: path].map { [$0.element()] } ?? [] })
    }

    /// Elements that hold nothing but text.
    static func texts(_ name: String, _ path: Path<[String]>) -> ChildMapping {
        ChildMapping(
            name: name,
            read: { (element, child) throws(MPDError) in element[keyPath: path].append(trimmed(child.text)) },
            write: { $0[keyPath: path].map { XMLElement(name: name, text: $0) } })
    }

    /// The same children of an element that holds this one.
    func of<Outer>(_ path: any WritableKeyPath<Outer, Element> & Sendable) -> ChildMapping<Outer> {
        ChildMapping<Outer>(
            name: name,
            read: { [read] (element, child) throws(MPDError) in try read(&element[keyPath: path], child) },
            write: { [write] in write($0[keyPath: path]) })
    }
}
