/// What a token allows: one path, or everything below a folder. Its path is a ``RawPath``; a prefix ends in `/`, so that
/// `/video` never covers `/videos2`.
package struct TokenScope: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable { case exact, prefix }

    package let kind: Kind
    package let path: RawPath

    /// `nil` for a prefix that does not end in `/`.
    package init?(_ kind: Kind, _ path: RawPath) {
        guard kind == .exact || path.text.utf8.last == UInt8(ascii: "/") else { return nil }
        self.kind = kind
        self.path = path
    }

    package func covers(_ other: RawPath) -> Bool {
        switch kind {
        case .exact: other == path
        // Both are ASCII, where characters are bytes.
        case .prefix: other.text.hasPrefix(path.text)
        }
    }
}
