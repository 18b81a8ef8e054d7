extension CMCD {
    /// The one text of all of it: a dictionary of structured field values with its keys in order, no spaces, and of a flag
    /// that is true the key alone (CTA-5004 §2.3). Percent-encoded it is the value of the query parameter `CMCD`.
    package var text: String { Self.text(values) }

    /// The header fields that carry it, as far as there is something to say in each.
    package var fields: [(name: String, value: String)] {
        var version = 1
        if case .integer(let number) = self["v"] { version = number }
        return CMCDKey.Field.allCases.compactMap { field in
            let own = values.filter { CMCDKey.field(of: $0.key, version: version) == field }
            let text = Self.text(own)
            return text.isEmpty ? nil : (field.rawValue, text)
        }
    }

    private static func text(_ values: [String: Value]) -> String {
        values.sorted { $0.key < $1.key }.compactMap { member($0.key, $0.value) }.joined(separator: ",")
    }

    /// What is false is not said.
    private static func member(_ key: String, _ value: Value) -> String? {
        if case .flag(let flag) = value { return flag ? key : nil }
        return "\(key)=\(text(value))"
    }

    private static func text(_ value: Value) -> String {
        switch value {
        case .integer(let number): "\(number)"
        case .decimal(let number): text(number)
        case .string(let text): quoted(text)
        case .token(let text): text
        case .flag(let flag): flag ? "?1" : "?0"
        case .list(let items): "(\(items.map(text).joined(separator: " ")))"
        }
    }

    private static func text(_ item: Item) -> String {
        let parameters = item.parameters.sorted { $0.key < $1.key }.compactMap { member($0.key, $0.value) }
        return ([text(item.value)] + parameters).joined(separator: ";")
    }

    /// Three places after the point at most (RFC 8941 §3.3.2).
    private static func text(_ number: Double) -> String {
        guard number.isFinite, abs(number) < 1e12 else { return "0" }
        let thousandths = Int64((number * 1000).rounded())
        let (whole, rest) = (abs(thousandths) / 1000, abs(thousandths) % 1000)
        var places = String(rest + 1000).dropFirst()
        while places.last == "0", places.count > 1 { places.removeLast() }
        let sign = thousandths < 0 ? "-" : ""
        return rest == 0 ? "\(sign)\(whole)" : "\(sign)\(whole).\(places)"
    }

    /// Printable ASCII only (RFC 8941 §3.3.3): what is none becomes `?`.
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
            quoted.unicodeScalars.append((0x20..<0x7F).contains(scalar.value) ? scalar : "?")
        }
        return quoted + "\""
    }
}
