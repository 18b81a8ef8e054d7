extension PlaylistParser {
    /// EXT-X-DEFINE. A variable without a value, and one declared twice, refuse the playlist. §4.4.2.3.
    mutating func readDefinition(_ list: inout AttributeReader) -> Bool {
        guard var definition = VariableDefinition(&list), !list.isIgnored else { return false }
        let name = definition.name
        let value = value(of: definition, list)
        definition.readValue = value
        definitions.append(definition)
        guard let value else { return true }
        if !state.variables.declare(name, value) {
            list.report(.d04, refuses: true, "the variable '\(name.shortened)' is declared twice")
        }
        return true
    }

    private mutating func value(of definition: VariableDefinition, _ list: AttributeReader) -> String? {
        switch definition.source {
        case .value(let value): return value
        case .multivariantPlaylist: return imported(definition.name, list)
        case .queryParameter: return queryParameter(definition.name, list)
        }
    }

    private func imported(_ name: String, _ list: AttributeReader) -> String? {
        if let value = context.multivariantVariables?[name] { return value }
        list.report(
            .d06, refuses: true,
            context.multivariantVariables == nil
                ? "'\(name.shortened)' is imported, and the playlist was not loaded from a multivariant playlist"
                : "the multivariant playlist has no variable '\(name.shortened)'")
        return nil
    }

    /// The first parameter of that name, percent-decoded once; `+` is content.
    private mutating func queryParameter(_ name: String, _ list: AttributeReader) -> String? {
        guard let (raw, count) = queryParameters[Array(name.utf8)], !raw.isEmpty else {
            list.report(
                .d07, refuses: true, "the playlist's URI has no query parameter '\(name.shortened)' with a value")
            return nil
        }
        if count > 1 {
            list.report(.d13, "the query parameter '\(name.shortened)' stands twice; the first counts")
        }
        guard let value = raw.percentDecoded, !value.utf8.contains(where: { [0x0A, 0x0D, 0x22].contains($0) })
        else {
            list.report(
                .d08, refuses: true,
                "the query parameter '\(name.shortened)' decodes to a quote, a line end or no UTF-8")
            return nil
        }
        return value
    }

    /// The first value of each parameter as it is written, and how many there are.
    static func parameters(of query: String) -> [[UInt8]: (value: String, count: Int)] {
        var parameters: [[UInt8]: (value: String, count: Int)] = [:]
        for parameter in query.utf8.split(separator: UInt8(ascii: "&")) {
            guard let equals = parameter.firstIndex(of: UInt8(ascii: "=")) else { continue }
            let value = parameter[equals...].dropFirst()
            parameters[Array(parameter[..<equals]), default: (String(decoding: value, as: UTF8.self), 0)].count += 1
        }
        return parameters
    }
}
