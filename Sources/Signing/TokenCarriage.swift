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
        let parts = target.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        var shown = ""
        shown.reserveCapacity(target.utf8.count)
        for (index, segment) in split(parts[0], at: "/").enumerated() {
            if index > 0 { shown += "/" }
            appendSegment(segment, to: &shown)
        }
        guard parts.count == 2 else { return shown }
        for (index, parameter) in split(parts[1], at: "&").enumerated() {
            shown += index == 0 ? "?" : "&"
            appendParameter(parameter, to: &shown)
        }
        return shown
    }

    private static func split(_ text: Substring.UTF8View, at mark: Unicode.Scalar) -> [Substring.UTF8View] {
        text.split(separator: UInt8(ascii: mark), omittingEmptySubsequences: false)
    }

    private static func appendSegment(_ segment: Substring.UTF8View, to shown: inout String) {
        for mark in ["~", "%7E", "%7e"] where segment.starts(with: mark.utf8) {
            shown += "~" + shortenedToken(Substring(segment.dropFirst(mark.utf8.count)))
            return
        }
        appendWithoutSignatures(segment, to: &shown)
    }

    private static func appendParameter(_ parameter: Substring.UTF8View, to shown: inout String) {
        for mark in ["t=", "%74="] where parameter.starts(with: mark.utf8) {
            shown += mark + shortenedToken(Substring(parameter.dropFirst(mark.utf8.count)))
            return
        }
        appendWithoutSignatures(parameter, to: &shown)
    }

    private static func shortenedToken(_ text: Substring) -> String { Token(text)?.description ?? "*" }

    /// Cuts every run that is as long as a signature and follows something else. A reel id may be as long, but it is a
    /// whole path segment.
    private static func appendWithoutSignatures(_ text: Substring.UTF8View, to shown: inout String) {
        var rest = text.drop(while: isSignatureCharacter)
        if rest.isEmpty || text.count < 43 { return shown += Substring(text) }
        shown += Substring(text[..<rest.startIndex])
        while !rest.isEmpty {
            let run = rest.drop { !isSignatureCharacter($0) }.prefix(while: isSignatureCharacter)
            shown += Substring(rest[..<run.startIndex])
            shown += run.count >= 43 ? "*" : Substring(run)
            rest = rest[run.endIndex...]
        }
    }

    private static func isSignatureCharacter(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }
}
