/// Where a token travels in a request. The default is the path: `/~TOKEN/media/…`, which relative references keep.
package enum TokenCarriage {
    /// Takes the token segment off a raw path. What remains is what the token's scope is about.
    package static func split(_ rawPath: Substring) -> (token: Substring?, path: Substring) {
        guard rawPath.utf8.starts(with: "/~".utf8) else { return (nil, rawPath) }
        let rest = rawPath.dropFirst(2)
        guard let slash = rest.utf8.firstIndex(of: UInt8(ascii: "/")) else { return (rest, rest[rest.endIndex...]) }
        return (rest[..<slash], rest[slash...])
    }

    /// A path with a token in front.
    package static func path(_ path: RawPath, with token: Token) -> String { "/~\(token.text)\(path)" }

    /// A raw request target as a log may hold it: every token shortened, also one that is broken or in a place where
    /// none belongs.
    package static func shortened(_ target: String) -> String {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].split(separator: "/", omittingEmptySubsequences: false).map(shortenedSegment)
        guard parts.count == 2 else { return path.joined(separator: "/") }
        let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map(shortenedParameter)
        return path.joined(separator: "/") + "?" + query.joined(separator: "&")
    }

    private static func shortenedSegment(_ segment: Substring) -> String {
        for mark in ["~", "%7E", "%7e"] where segment.hasPrefix(mark) {
            return "~" + shortenedToken(segment.dropFirst(mark.count))
        }
        return withoutSignatures(segment)
    }

    private static func shortenedParameter(_ parameter: Substring) -> String {
        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0] == "t" || parts[0] == "%74" else { return withoutSignatures(parameter) }
        return "\(parts[0])=\(shortenedToken(parts[1]))"
    }

    private static func shortenedToken(_ text: Substring) -> String { Token(text)?.description ?? "*" }

    /// Cuts every run that is as long as a signature and follows something else. A reel id may be as long, but it is a
    /// whole path segment.
    private static func withoutSignatures(_ text: Substring) -> String {
        var result = text.prefix(while: isSignatureCharacter)[...]
        var rest = text[result.endIndex...]
        guard !rest.isEmpty else { return String(result) }
        var pieces = [result]
        while !rest.isEmpty {
            result = rest.prefix { !isSignatureCharacter($0) }
            let run = rest[result.endIndex...].prefix(while: isSignatureCharacter)
            pieces += [result, run.utf8.count >= 43 ? "*" : run]
            rest = rest[run.endIndex...]
        }
        return pieces.joined()
    }

    private static func isSignatureCharacter(_ character: Character) -> Bool {
        character.asciiValue.map { $0.isLetterOrDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") } ?? false
    }
}
