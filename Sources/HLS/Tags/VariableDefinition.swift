/// EXT-X-DEFINE: one variable. §4.4.2.3.
public struct VariableDefinition: Hashable, Sendable {
    /// Where the value comes from.
    public enum Source: Hashable, Sendable {
        /// NAME and VALUE.
        case value(String)
        /// IMPORT: the variable of that name in the multivariant playlist. In media playlists only.
        case multivariantPlaylist
        /// QUERYPARAM: the parameter of that name in the query of the playlist's own URI.
        case queryParameter
    }

    /// `[A-Za-z0-9_-]+`, compared by case.
    public var name: String
    /// Where the value comes from.
    public var source: Source
    /// Attributes this library does not know.
    public var otherAttributes: [Attribute] = []
    /// The value it had where it was read; `nil` for one made by hand. It is no part of what the tag says.
    var readValue: String?

    /// A variable and where its value comes from.
    public init(name: String, source: Source) {
        self.name = name
        self.source = source
    }
}

extension VariableDefinition {
    /// Whether both tags say the same.
    public static func == (left: VariableDefinition, right: VariableDefinition) -> Bool {
        left.name == right.name && left.source == right.source && left.otherAttributes == right.otherAttributes
    }

    /// Tags that say the same hash alike.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(source)
    }

    init?(_ list: inout AttributeReader) {
        let forms = ["NAME", "IMPORT", "QUERYPARAM"].filter { list.has($0) }
        guard forms.count == 1, let form = forms.first else {
            list.report(.d01, "\(forms.isEmpty ? "none" : "more than one") of NAME, IMPORT and QUERYPARAM")
            return nil
        }
        let start = list.position(of: form)
        let value = list.quoted("VALUE", mayBeEmpty: true)
        guard let name = list.quoted(form) else { return nil }
        guard Variables.isName(Substring(name).utf8) else {
            list.report(.d03, at: start, "'\(name.shortened)' is no variable name (A-Z, a-z, 0-9, '-', '_')")
            return nil
        }
        self.name = name
        switch form {
        case "NAME":
            guard let value else {
                list.report(.d02, at: start, "the variable '\(name.shortened)' has no VALUE")
                return nil
            }
            source = .value(value)
        case "IMPORT": source = .multivariantPlaylist
        default: source = .queryParameter
        }
        otherAttributes = list.finish()
    }

    func write(to writer: inout PlaylistWriter) {
        writer.tag(.define) { list in
            switch source {
            case .value(let value):
                list.quoted("NAME", name)
                list.quoted("VALUE", value)
            case .multivariantPlaylist: list.quoted("IMPORT", name)
            case .queryParameter: list.quoted("QUERYPARAM", name)
            }
            list.others(otherAttributes)
        }
        if let readValue { writer.literals.declare(name, readValue) }
    }
}
