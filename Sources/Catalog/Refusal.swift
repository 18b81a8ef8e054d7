/// Why a token was refused; the `reason` of a 403's body and the `verdict` of its access-log line.
package enum RefusalReason: String, Hashable, Sendable, Codable, CaseIterable, Error {
    case missing, malformed, unknownKey, signature, notYetValid, expired, scope, address
}

/// The body of a 403: `{"reason": "expired"}`.
package struct Refusal: Hashable, Sendable, Codable {
    package var reason: RefusalReason

    package init(reason: RefusalReason) { self.reason = reason }
}
