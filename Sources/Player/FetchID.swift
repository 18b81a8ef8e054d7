/// The number of a request of a session, from 1. With the session's name it is the request's `X-Request-Id`.
package struct FetchID: Hashable, Sendable, Comparable, Codable, CustomStringConvertible {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package init(from decoder: any Decoder) throws {
        number = try decoder.singleValueContainer().decode(Int.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }

    package static func < (left: FetchID, right: FetchID) -> Bool { left.number < right.number }

    package var description: String { "\(number)" }
}

/// An object that a session is getting hold of. The driver keeps its bytes under this number until they are released.
package struct ObjectID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package var number: Int

    package init(_ number: Int) { self.number = number }

    package static func < (left: ObjectID, right: ObjectID) -> Bool { left.number < right.number }

    package var description: String { "\(number)" }
}
