/// A URI reference in its five parts, each kept byte for byte as given. RFC 3986 §3, §4.1.
///
/// Any text splits (appendix B of the RFC), so that what a playlist says can always be kept and reported;
/// ``isValid`` says whether it obeys the grammar.
public struct URIReference: Hashable, Sendable, CustomStringConvertible {
    /// Before the first colon, when that is a scheme; without the colon, in the case it was written in.
    public var scheme: String?
    /// User, host and port after `//`.
    public var authority: String?
    /// The path, empty when there is none.
    public var path: String
    /// After `?`, without it. Empty is not absent.
    public var query: String?
    /// After `#`, without it.
    public var fragment: String?

    /// A reference of these parts.
    public init(
        scheme: String? = nil, authority: String? = nil, path: String, query: String? = nil, fragment: String? = nil
    ) {
        self.scheme = scheme
        self.authority = authority
        self.path = path
        self.query = query
        self.fragment = fragment
    }

    /// The parts of any text.
    public init(_ text: String) {
        var rest = Substring(text).utf8
        if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
            fragment = String(Substring(rest[rest.index(after: hash)...]))
            rest = rest[..<hash]
        }
        if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
            query = String(Substring(rest[rest.index(after: mark)...]))
            rest = rest[..<mark]
        }
        if let colon = rest.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }),
            rest[colon] == UInt8(ascii: ":"), isScheme(rest[..<colon])
        {
            scheme = String(Substring(rest[..<colon]))
            rest = rest[rest.index(after: colon)...]
        }
        if rest.starts(with: "//".utf8) {
            let start = rest.index(rest.startIndex, offsetBy: 2)
            let end = rest[start...].firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(Substring(rest[start..<end]))
            rest = rest[end...]
        }
        path = String(Substring(rest))
    }

    /// The parts put together again, as they were given. RFC 3986 §5.3.
    public var description: String {
        var text = scheme.map { $0 + ":" } ?? ""
        if let authority { text += "//" + authority }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}

extension URIReference {
    /// The target of this reference in a document at `base`, which should have a scheme. RFC 3986 §5.2.
    ///
    /// A reference with a scheme comes back unchanged except for dot segments of a path that begins with `/`, so
    /// `data:`, `skd:` and `urn:` URIs are opaque. The base's own fragment is of no effect.
    public func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil {
            if path.utf8.first == UInt8(ascii: "/") { target.path = removingDotSegments(path) }
            return target
        }
        target.scheme = base.scheme
        if authority != nil {
            target.path = removingDotSegments(path)
            return target
        }
        target.authority = base.authority
        if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else if path.utf8.first == UInt8(ascii: "/") {
            target.path = removingDotSegments(path)
        } else {
            target.path = removingDotSegments(merged(with: base))
        }
        return target
    }

    /// The base's path up to its last slash, and this one. RFC 3986 §5.2.3.
    private func merged(with base: URIReference) -> String {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path[...slash] + path
    }
}

extension URIReference {
    /// Whether every character stands where RFC 3986 appendix A allows it.
    public var isValid: Bool {
        let colonInFirstSegment =
            scheme == nil && authority == nil
            && path.utf8.prefix { $0 != UInt8(ascii: "/") }.contains(UInt8(ascii: ":"))
        return !colonInFirstSegment
            && isMade(of: .path, path)
            && (authority.map { isMade(of: .authority, $0) } ?? true)
            && (query.map { isMade(of: .query, $0) } ?? true)
            && (fragment.map { isMade(of: .query, $0) } ?? true)
    }

    /// As it is put into a request: what RFC 3986 does not allow is percent-encoded as UTF-8, escapes that are there
    /// stay as they are, and the fragment is left out.
    public var encodedForRequest: URIReference {
        URIReference(
            scheme: scheme,
            authority: authority.map { percentEncoded($0, keeping: .authority) },
            path: percentEncoded(path, keeping: .path),
            query: query.map { percentEncoded($0, keeping: .query) })
    }

    /// For comparing two spellings of one address, never for fetching: scheme and host in lower case, the scheme's
    /// default port and the fragment left out, dot segments removed, an empty path with an authority `/`, escapes of
    /// unreserved characters decoded and the others in upper case. RFC 3986 §6.2.2 and §6.2.3.
    public var normalizedForComparison: URIReference {
        let scheme = scheme?.lowercased()
        return URIReference(
            scheme: scheme,
            authority: authority.map { normalizedAuthority($0, scheme: scheme) },
            path: normalizedPath(hasAuthority: authority != nil, scheme: scheme),
            query: query.map(normalizedEscapes))
    }

    private func normalizedPath(hasAuthority: Bool, scheme: String?) -> String {
        if path.isEmpty { return hasAuthority ? "/" : "" }
        let escaped = normalizedEscapes(path)
        return escaped.utf8.first == UInt8(ascii: "/") || scheme == nil ? removingDotSegments(escaped) : escaped
    }
}

private func normalizedAuthority(_ authority: String, scheme: String?) -> String {
    let bytes = authority.utf8
    let hostStart = bytes.lastIndex(of: UInt8(ascii: "@")).map { bytes.index(after: $0) } ?? bytes.startIndex
    var hostAndPort = authority[hostStart...].lowercased()
    let defaults = ["http": ":80", "https": ":443"]
    for port in [":", scheme.flatMap { defaults[$0] }].compactMap({ $0 }) where hostAndPort.hasSuffix(port) {
        hostAndPort.removeLast(port.utf8.count)
        break
    }
    return authority[..<hostStart] + normalizedEscapes(hostAndPort)
}

/// ALPHA, then letters, digits, `+`, `-` and `.`. RFC 3986 §3.1.
private func isScheme(_ bytes: Substring.UTF8View.SubSequence) -> Bool {
    guard let first = bytes.first, first.isASCIILetter else { return false }
    return bytes.allSatisfy {
        $0.isASCIILetter || $0.decimalDigit != nil || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-")
            || $0 == UInt8(ascii: ".")
    }
}
