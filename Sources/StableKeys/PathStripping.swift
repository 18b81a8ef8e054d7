/// The path without the segments and parts of segments that carry a token.
func strippedPath(_ path: String, omissions: inout [StableKey.Omission]) -> String {
    var segments: [String] = []
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
        // A token is a folder on the way to the object, never the object itself.
        if index < parts.count - 1, let scheme = schemeOfToken(part) {
            omissions.append(StableKey.Omission(part: .path, text: String(part), scheme: scheme))
            continue
        }
        let (kept, scheme) = strippedSegment(part)
        segments.append(kept)
        if kept != part {
            omissions.append(
                StableKey.Omission(part: .path, text: String(part), scheme: scheme, replacement: kept))
        }
    }
    return segments.joined(separator: "/")
}

/// The scheme of a segment that is a token; `nil` when it is none.
private func schemeOfToken(_ segment: Substring) -> String? {
    if segment.hasPrefix("~"), isOwnToken(String(segment.dropFirst())) { return "reelrig" }
    guard let equals = segment.firstIndex(of: "=") else { return nil }
    let value = segment[segment.index(after: equals)...]
    switch segment[..<equals] {
    case "bcdn_token": return value.contains("expires=") ? "bunny.net" : nil
    case "edge-cache-token":
        return value.contains("Signature=") || value.contains("hmac=") ? "Google Media CDN" : nil
    case "hdntl", "hdnts", "hdnea": return value.contains("hmac=") ? "Akamai" : nil
    case "exp": return isEdgeToken(String(segment)) ? "Akamai" : nil
    case "URISigningPackage": return WebToken.looksLikeOne(String(value)) ? "RFC 9246" : nil
    default: return nil
    }
}

private func strippedSegment(_ segment: Substring) -> (kept: String, scheme: String) {
    if let token = WebToken(String(segment)), let subject = token.subject {
        // A token in the place of the object's name: its subject is the name.
        return (token.selectingClaims.count == 1 ? subject : token.claimsText, "JSON Web Token")
    }
    let name = withoutWowzaToken(String(segment))
    return (withoutPathParameters(name), name == segment ? "path parameter" : "Wowza")
}

/// `;urlsig=…` and `;URISigningPackage=…`.
private func withoutPathParameters(_ segment: String) -> String {
    guard segment.contains(";") else { return segment }
    let parts = segment.split(separator: ";", omittingEmptySubsequences: false)
    return parts.enumerated().filter { index, part in
        index == 0 || !(part.hasPrefix("urlsig=") || part.hasPrefix("URISigningPackage="))
    }.map { String($1) }.joined(separator: ";")
}

/// `chunklist_w12_tk<base64>.m3u8`, `media_w12_tk<base64>_5.ts`: what is after `_tk` goes when it decodes to the
/// parameters of a token, and a number after it, which is the segment's, stays.
private func withoutWowzaToken(_ segment: String) -> String {
    guard let mark = segment.firstRange(of: "_tk"), segment[..<mark.lowerBound].contains("_w") else { return segment }
    let rest = segment[mark.upperBound...]
    let token = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+=_-".contains($0)) }
    var end = token.endIndex
    if let underscore = token.lastIndex(of: "_"), token.index(after: underscore) < token.endIndex,
        token[token.index(after: underscore)...].utf8.allSatisfy(isDigit)
    {
        end = underscore
    }
    guard let bytes = base64Decoded(String(rest[..<end])) else { return segment }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.contains("endtime="), text.contains("hash=") else { return segment }
    return String(segment[..<mark.lowerBound] + segment[end...])
}
