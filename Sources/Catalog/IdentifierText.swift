/// A name that is one string with a rule. Its JSON form is the string; text that breaks the rule does not decode.
package protocol IdentifierText: Codable, CustomStringConvertible {
    var text: String { get }
    init?(_ text: String)
}

extension IdentifierText {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no \(Self.self)")
        }
        self = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }

    package var description: String { text }
}
