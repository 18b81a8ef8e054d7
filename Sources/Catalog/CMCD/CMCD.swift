/// What a player said of itself with a request: Common Media Client Data (CTA-5004; CTA-5004-B for version 2).
///
/// It is text from a stranger: only keys of the specification with a value of their type are here, and custom keys.
package struct CMCD: Hashable, Sendable {
    /// A key's value. Its meaning and unit are the specification's.
    package enum Value: Hashable, Sendable {
        case integer(Int)
        case decimal(Double)
        case string(String)
        case token(String)
        case flag(Bool)
        /// Of version 2: values with parameters, as `(4000;v 128;a)`.
        case list([Item])
    }

    /// A member of a list.
    package struct Item: Hashable, Sendable {
        package var value: Value
        package var parameters: [String: Value]

        package init(_ value: Value, _ parameters: [String: Value] = [:]) {
            self.value = value
            self.parameters = parameters
        }
    }

    package var values: [String: Value]

    package init(_ values: [String: Value] = [:]) { self.values = values }

    package subscript(_ key: String) -> Value? { values[key] }

    /// Every string and token changed: a log must not hold what a player put into them.
    package func mapText(_ change: (String) -> String) -> CMCD {
        CMCD(values.mapValues { $0.mapText(change) })
    }
}

extension CMCD.Value {
    fileprivate func mapText(_ change: (String) -> String) -> CMCD.Value {
        switch self {
        case .string(let text): .string(change(text))
        case .token(let text): .token(change(text))
        case .list(let items):
            .list(items.map { CMCD.Item($0.value.mapText(change), $0.parameters.mapValues { $0.mapText(change) }) })
        case .integer, .decimal, .flag: self
        }
    }
}
