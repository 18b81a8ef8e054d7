// In the access log: one object, each key with its value. Tokens and strings are both strings there; a member of a list
// that has parameters is an object of `value` and them.

extension CMCD: Codable {
    package init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode([String: Value].self))
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(values)
    }
}

extension CMCD.Value: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Int.self) {
            self = .integer(number)
        } else if let number = try? container.decode(Double.self) {
            self = .decimal(number)
        } else if let text = try? container.decode(String.self) {
            self = .string(text)
        } else {
            self = .list(try container.decode([CMCD.Item].self))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .integer(let number): try container.encode(number)
        case .decimal(let number): try container.encode(number)
        case .string(let text), .token(let text): try container.encode(text)
        case .flag(let flag): try container.encode(flag)
        case .list(let items): try container.encode(items)
        }
    }
}

extension CMCD.Item: Codable {
    package init(from decoder: any Decoder) throws {
        guard var members = try? decoder.singleValueContainer().decode([String: CMCD.Value].self),
            let value = members.removeValue(forKey: "value")
        else {
            self.init(try CMCD.Value(from: decoder))
            return
        }
        self.init(value, members)
    }

    package func encode(to encoder: any Encoder) throws {
        guard !parameters.isEmpty else { return try value.encode(to: encoder) }
        var container = encoder.singleValueContainer()
        try container.encode(parameters.merging(["value": value]) { $1 })
    }
}
