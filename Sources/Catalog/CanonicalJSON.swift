import FoundationEssentials

/// JSON as every part writes and reads it: members sorted, slashes unescaped, one final newline where it is a file.
/// Equal values give equal bytes.
package enum CanonicalJSON {
    /// On one line, for answers and logs.
    package static func line(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Indented, with a final newline, for files that people read.
    package static func file(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]
        return Array(try encoder.encode(value)) + [UInt8(ascii: "\n")]
    }

    package static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw JSONProblem(error)
        }
    }
}

/// Why a JSON document could not be read: what, and at which member.
package struct JSONProblem: Error, Equatable, CustomStringConvertible {
    package var member: String
    package var problem: String
    /// The member that is not there, if that is why. Unlike ``problem`` it repeats nothing of a value.
    package var missing: String?

    package var description: String { member.isEmpty ? problem : "\(problem), at \(member)" }

    init(_ error: DecodingError) {
        switch error {
        case .keyNotFound(let key, let context):
            self.init(context.codingPath, "there is no '\(key.stringValue)'")
            missing = key.stringValue
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
            self.init(context.codingPath, context.debugDescription)
        @unknown default:
            self.init([], "it is not the JSON expected")
        }
    }

    private init(_ path: [any CodingKey], _ problem: String) {
        member = path.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        self.problem = problem
    }
}
