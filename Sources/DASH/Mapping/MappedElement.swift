/// A value that is an element of an MPD, by tables of what it holds.
protocol MappedElement: Sendable {
    static var elementName: String { get }
    /// What is filled in reading.
    static var blank: Self { get }
    static var attributes: [AttributeMapping<Self>] { get }
    static var children: [ChildMapping<Self>] { get }
    /// Its own text; of an element that has none, nothing.
    var content: String { get set }
}

extension MappedElement {
    static var children: [ChildMapping<Self>] { [] }

    var content: String {
        get { "" }
        set {}
    }

    /// Attributes and elements that no table names, and those of other namespaces, are skipped.
    init(reading element: XMLElement) throws(MPDError) {
        self = .blank
        for mapping in Self.attributes {
            guard let text = element[mapping.name] else {
                guard mapping.isRequired else { continue }
                throw MPDError(.missing(attribute: mapping.name, element: element.name), line: element.line)
            }
            guard mapping.read(&self, text) else {
                throw MPDError(
                    .malformed(attribute: mapping.name, element: element.name, value: String(text.prefix(80))),
                    line: element.line)
            }
        }
        for child in element.children where child.namespace == MPD.namespace {
            try Self.children.first { $0.name == child.name }?.read(&self, child)
        }
        content = element.text
    }

    func element(named name: String = Self.elementName) -> XMLElement {
        var element = XMLElement(name: name)
        for mapping in Self.attributes {
            if let text = mapping.write(self) { element.attributes.append(.init(name: mapping.name, value: text)) }
        }
        element.children = Self.children.flatMap { $0.write(self) }
        element.text = content
        return element
    }
}
