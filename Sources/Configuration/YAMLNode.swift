/// A YAML value and where it begins. JSON is read too, being YAML.
///
/// YAML 1.2 as configuration needs it: one document, no aliases, no tags, mappings keyed by scalars that are all
/// different. Scalars stay text until somebody asks for a number.
package struct YAMLNode: Equatable, Sendable {
    package var content: Content
    /// From 1.
    package var line: Int
    /// In characters, from 1.
    package var column: Int
    /// The file, as the user named it; empty for a text without one.
    package var path: String

    package indirect enum Content: Equatable, Sendable {
        /// `isPlain` when it stands there without quotes.
        case scalar(String, isPlain: Bool)
        case sequence([YAMLNode])
        /// In the order written.
        case mapping([Entry])
    }

    package struct Entry: Equatable, Sendable {
        package var name: String
        package var value: YAMLNode
        /// Where the name stands.
        package var line: Int
        package var column: Int
    }

    package func error(_ problem: String) -> ConfigurationError {
        ConfigurationError(problem, line: line, column: column, path: path)
    }

    /// `~`, `null` or nothing at all.
    package var isNull: Bool {
        if case .scalar(let text, isPlain: true) = content { return ["", "~", "null", "Null", "NULL"].contains(text) }
        return false
    }
}

// What a field may be asked for. `name` is the field's, for the message.
extension YAMLNode {
    package func text(_ name: String) throws(ConfigurationError) -> String {
        guard case .scalar(let text, _) = content, !isNull else { throw error("'\(name)' takes a text") }
        return text
    }

    package func integer(_ name: String, in bounds: ClosedRange<Int>) throws(ConfigurationError) -> Int {
        guard case .scalar(let text, isPlain: true) = content, let number = Int(text), bounds.contains(number) else {
            throw error(
                "'\(name)' takes a whole number from \(bounds.lowerBound) to \(bounds.upperBound)\(insteadOf)")
        }
        return number
    }

    package func boolean(_ name: String) throws(ConfigurationError) -> Bool {
        switch content {
        case .scalar("true", isPlain: true): return true
        case .scalar("false", isPlain: true): return false
        default: throw error("'\(name)' is true or false\(insteadOf)")
        }
    }

    package func items(_ name: String) throws(ConfigurationError) -> [YAMLNode] {
        guard case .sequence(let items) = content else { throw error("'\(name)' takes a list\(insteadOf)") }
        return items
    }

    /// The named fields of a mapping; any other field is an error at its own place. `what` is the thing described.
    package func fields(of what: String, _ names: [String]) throws(ConfigurationError) -> YAMLFields {
        guard case .mapping(let entries) = content else { throw error("\(what) takes fields\(insteadOf)") }
        for entry in entries where !names.contains(entry.name) {
            throw ConfigurationError(
                "unknown field '\(entry.name)' in \(what), which has \(names.joined(separator: ", "))",
                line: entry.line, column: entry.column, path: path)
        }
        return YAMLFields(node: self, what: what, entries: entries)
    }

    private var insteadOf: String {
        switch content {
        case .scalar(let text, _): ", not '\(text.prefix(64))'"
        case .sequence: ", not a list"
        case .mapping: ", not fields"
        }
    }
}

/// A mapping whose fields are all known.
package struct YAMLFields: Sendable {
    package let node: YAMLNode
    let what: String
    let entries: [YAMLNode.Entry]

    package subscript(name: String) -> YAMLNode? { entries.first { $0.name == name }?.value }

    package func required(_ name: String) throws(ConfigurationError) -> YAMLNode {
        guard let value = self[name] else { throw node.error("\(what) has no '\(name)'") }
        return value
    }
}
