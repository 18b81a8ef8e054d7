/// An element of an XML document: attributes without a namespace, elements, and its own text.
struct XMLElement: Hashable, Sendable {
    struct Attribute: Hashable, Sendable {
        var name: String
        var value: String
    }

    /// Without a prefix.
    var name: String
    var namespace: String? = MPD.namespace
    var attributes: [Attribute] = []
    var children: [XMLElement] = []
    /// All of it, without that of the elements in it.
    var text = ""
    /// Where it begins, from 1, in a document that was read.
    var line: Int?

    init(name: String, text: String = "") {
        self.name = name
        self.text = text
    }

    /// The value of an attribute.
    subscript(name: String) -> String? { attributes.first { $0.name == name }?.value }
}
