/// The query without what its signing scheme added; `nil` when that is all of it.
func strippedQuery(
    _ query: String?, host: String, rules: StableKeyRules, omissions: inout [StableKey.Omission]
) -> String? {
    guard let query else { return nil }
    if query.isEmpty { return query }
    var parameters = QueryParameters(query)
    parameters.take("CMCD", from: &omissions) { $0.remove { $0.name == "CMCD" } }
    parameters.take("configured", from: &omissions) { query in
        query.remove { rules.volatileParameters.contains(String($0.name)) }
    }
    for scheme in schemes where parameters.take(scheme.name, from: &omissions, { _ = scheme.strip(&$0, host) }) {
        break
    }
    return parameters.text
}

extension QueryParameters {
    /// Notes what a change took out or replaced, and says whether that was anything.
    @discardableResult
    fileprivate mutating func take(
        _ scheme: String, from omissions: inout [StableKey.Omission], _ change: (inout QueryParameters) -> Void
    ) -> Bool {
        let before = all
        change(&self)
        let after = Dictionary(uniqueKeysWithValues: all.map { ($0.index, $0.raw) })
        let new = before.filter { after[$0.index] != $0.raw }.map { parameter in
            StableKey.Omission(
                part: .query, text: String(parameter.raw), scheme: scheme,
                replacement: after[parameter.index].map(String.init))
        }
        omissions += new
        return !new.isEmpty
    }
}

/// Takes its parameters out of a query that bears its marks, and says whether it did.
private struct Scheme: Sendable {
    var name: String
    var strip: @Sendable (inout QueryParameters, _ host: String) -> Bool

    init(_ name: String, _ strip: @escaping @Sendable (inout QueryParameters, _ host: String) -> Bool) {
        self.name = name
        self.strip = strip
    }
}

/// In the order in which their marks are looked for: what is named unmistakably before what is guessed from values.
private let schemes: [Scheme] = [
    Scheme("reelrig", ownToken), Scheme("CloudFront", cloudFront), Scheme("Google Cloud CDN", cloudCDN),
    Scheme("Google Media CDN", mediaCDN), Scheme("AWS Signature 4", awsVersion4),
    Scheme("Google Cloud Storage V4", googleVersion4), Scheme("AWS Signature 2", awsVersion2),
    Scheme("Google Cloud Storage V2", googleVersion2), Scheme("Akamai", akamai), Scheme("Azure SAS", azure),
    Scheme("bunny.net", bunny), Scheme("Fastly", fastly), Scheme("JSON Web Token", webToken),
    Scheme("RFC 9246", uriSigning), Scheme("CTA-5007", commonAccessToken), Scheme("Wowza", wowza),
    Scheme("Traffic Server url_sig", trafficServer), Scheme("nginx secure_link", secureLink),
    Scheme("Cloudflare", cloudflare), Scheme("imgix", imgix),
]

/// Our own: `t=` with a token of our form, also where an HLS variable put it.
private func ownToken(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.strip({ $0.name == "t" && isOwnToken($0.value) }) else { return false }
    // It tells playlists that hand the token on by a variable from those that say it.
    query.remove { $0.name == "form" && ["define", "query"].contains($0.value) }
    return true
}

private func cloudFront(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("Key-Pair-Id", "Signature"), query.has("Expires") || query.has("Policy") else { return false }
    query.remove(["Expires", "Policy", "Signature", "Key-Pair-Id", "Hash-Algorithm"])
    return true
}

private func cloudCDN(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("KeyName", "Signature", "Expires") else { return false }
    query.remove(["URLPrefix", "Expires", "KeyName", "Signature"])
    return true
}

private func mediaCDN(_ query: inout QueryParameters, _ host: String) -> Bool {
    query.strip { $0.name == "edge-cache-token" && ($0.value.contains("hmac=") || $0.value.contains("Signature=")) }
}

private func awsVersion4(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("X-Amz-Signature", "X-Amz-Algorithm") else { return false }
    query.remove { $0.name.hasPrefix("X-Amz-") || $0.name == "x-id" }
    return true
}

private func googleVersion4(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("X-Goog-Signature", "X-Goog-Algorithm") else { return false }
    query.remove { $0.name.hasPrefix("X-Goog-") }
    return true
}

private func awsVersion2(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("AWSAccessKeyId", "Signature", "Expires") else { return false }
    query.remove(["AWSAccessKeyId", "Expires", "Signature", "x-amz-security-token"])
    return true
}

private func googleVersion2(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("GoogleAccessId", "Signature", "Expires") else { return false }
    query.remove(["GoogleAccessId", "Expires", "Signature"])
    return true
}

/// Akamai's token and those made after it, under any name.
private func akamai(_ query: inout QueryParameters, _ host: String) -> Bool {
    query.strip { isEdgeToken($0.value) }
}

/// A shared access signature. `snapshot`, `versionid`, `rscd` and the like select or change the answer, and stay.
private func azure(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("sig", "sv"), query.has("se") || query.has("si") else { return false }
    query.remove([
        "sv", "st", "se", "sr", "sp", "sip", "spr", "sig", "si", "sdd", "skoid", "sktid", "skt", "ske", "sks", "skv",
        "saoid", "suoid", "scid", "ses",
    ])
    return true
}

private func bunny(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard let token = query["token"], let expires = query["expires"], isUnixTime(expires) else { return false }
    let isCertain = token.hasPrefix("HS256-") || query.has("token_path") || isHost(host, under: "b-cdn.net")
    guard isCertain || [22, 43].contains(token.utf8.count) && token.utf8.allSatisfy(isBase64URL) else { return false }
    query.remove([
        "token", "expires", "token_path", "token_countries", "token_countries_blocked", "token_ignore_params",
    ])
    // Their limit is one of speed; elsewhere the name selects content.
    if isCertain { query.remove(["limit"]) }
    return true
}

/// `<time>_<40 hexadecimal digits>`.
private func fastly(_ query: inout QueryParameters, _ host: String) -> Bool {
    query.strip { parameter in
        let parts = parameter.value.split(separator: "_", omittingEmptySubsequences: false)
        return parameter.name == "token" && parts.count == 2 && isUnixTime(String(parts[0]))
            && isHex(parts[1], lengths: 40...40)
    }
}

/// A JSON Web Token. Its claims may select content (the time of a thumbnail), so all but those about the token itself
/// take its place.
private func webToken(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard let index = query.all.firstIndex(where: { ["token", "jwt"].contains($0.name) && WebToken($0.value) != nil }),
        let token = WebToken(query.all[index].value)
    else { return false }
    if token.selectingClaims.isEmpty {
        query.all.remove(at: index)
    } else {
        query.all[index].raw = "\(query.all[index].name)=\(token.claimsText)"[...]
    }
    return true
}

/// RFC 9246.
private func uriSigning(_ query: inout QueryParameters, _ host: String) -> Bool {
    query.strip { $0.name == "URISigningPackage" && WebToken.looksLikeOne($0.value) }
}

/// A CBOR Web Token in COSE, by its first bytes.
private func commonAccessToken(_ query: inout QueryParameters, _ host: String) -> Bool {
    query.strip { ["cat", "CAT"].contains($0.name) && ($0.value.hasPrefix("2D3R") || $0.value.hasPrefix("0Y")) }
}

/// `<prefix>hash` and `<prefix>endtime`. Other parameters of the prefix may be anything.
private func wowza(_ query: inout QueryParameters, _ host: String) -> Bool {
    for parameter in query.all where parameter.name.hasSuffix("hash") && parameter.name.count > 4 {
        let prefix = String(parameter.name.dropLast(4))
        guard let end = query["\(prefix)endtime"], end.utf8.allSatisfy(isDigit) else { continue }
        query.remove(["\(prefix)hash", "\(prefix)endtime", "\(prefix)starttime"])
        return true
    }
    return false
}

/// url_sig of Apache Traffic Server.
private func trafficServer(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard query.has("E", "A", "K", "P"), let signature = query["S"], isHex(signature[...], lengths: 32...64),
        let expiry = query["E"], isUnixTime(expiry)
    else { return false }
    query.remove(["C", "E", "A", "K", "P", "S"])
    return true
}

/// As its documentation names them: an MD5 digest and its end, or an HMAC, its time and how long it counts.
private func secureLink(_ query: inout QueryParameters, _ host: String) -> Bool {
    func isDigest(_ name: String, _ lengths: Set<Int>) -> Bool {
        guard let value = query[name] else { return false }
        let text = value.utf8.reversed().drop { $0 == UInt8(ascii: "=") }
        return lengths.contains(text.count) && text.allSatisfy(isBase64URL)
    }
    if isDigest("md5", [22]), query["expires"].map(isUnixTime) == true {
        query.remove(["md5", "expires"])
        return true
    }
    guard isDigest("st", [22, 27, 43, 64, 86]), let end = query["e"], !end.isEmpty, end.utf8.allSatisfy(isDigit),
        isUnixTime(end) || query.has("ts")
    else { return false }
    query.remove(isUnixTime(end) ? ["st", "e"] : ["st", "e", "ts"])
    return true
}

/// `is_timed_hmac_valid_v0`: ten digits of the time of issue, a dash and a base64 HMAC-SHA256, under any name and last.
private func cloudflare(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard let last = query.all.last, let dash = last.value.firstIndex(of: "-"),
        last.value[..<dash].utf8.count == 10, isUnixTime(String(last.value[..<dash]))
    else { return false }
    let code = last.value[last.value.index(after: dash)...]
    guard (43...44).contains(code.utf8.count), base64Decoded(String(code))?.count == 32 else { return false }
    return query.strip { $0.index == last.index }
}

/// On its own hosts only: elsewhere `s` may be a digest that tells objects apart.
private func imgix(_ query: inout QueryParameters, _ host: String) -> Bool {
    guard isHost(host, under: "imgix.net"), let last = query.all.last, last.name == "s",
        isHex(last.value[...], lengths: 32...32)
    else { return false }
    query.remove(["s", "expires"])
    return true
}

extension QueryParameters {
    /// Takes out what fits, and says whether anything did.
    fileprivate mutating func strip(_ isVolatile: (Parameter) -> Bool) -> Bool {
        let count = all.count
        remove(where: isVolatile)
        return all.count < count
    }
}
