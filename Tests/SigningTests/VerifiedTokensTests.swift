import Catalog
import MediaTypes
import Signing
import Testing

private func refusal(
    _ text: String, at now: UnixTime, path: String = segment, from address: String = "127.0.0.1", by verifier: Verifier
) throws -> RefusalReason? {
    let path = try RawPath(path)
    do {
        _ = try verifier.verify(text, path: path, address: address, at: now)
        return nil
    } catch let reason { return reason }
}

/// Two verifiers that must agree: one remembers, and has been asked once.
private func agreed(
    _ text: String, keys: SigningKeys, after first: UnixTime, at now: UnixTime, path: String = segment
) throws -> RefusalReason? {
    let verified = VerifiedTokens()
    #expect(try refusal(text, at: first, by: Verifier(keys: keys, verified: verified)) == nil)
    let again = try refusal(text, at: now, path: path, by: Verifier(keys: keys, verified: verified))
    #expect(try again == refusal(text, at: now, path: path, by: Verifier(keys: keys)))
    return again
}

@Test func `a token that was verified before is still held against time, scope and retirement`() throws {
    let (start, retirement) = (expiry + .seconds(-100), expiry + .seconds(-50))
    let keys = SigningKeys(try countingKey(retireAt: retirement))
    let token = Signer(try countingKey()).token(for: try scope(.prefix, folder), expires: expiry, notBefore: start)
    let text = token.text
    #expect(try agreed(text, keys: keys, after: start, at: start + .seconds(1)) == nil)
    #expect(try agreed(text, keys: keys, after: start, at: start + .seconds(-1)) == .notYetValid)
    #expect(try agreed(text, keys: keys, after: start, at: start, path: "/media/reel-2/0123456789abcdef/x") == .scope)
    #expect(try agreed(text, keys: keys, after: start, at: retirement) == .unknownKey)
    #expect(try agreed(text, keys: SigningKeys(try countingKey()), after: start, at: expiry) == .expired)
}

@Test func `a text that differs in one character from a verified token is verified anew`() throws {
    let keys = SigningKeys(try countingKey())
    let verifier = Verifier(keys: keys, verified: VerifiedTokens())
    let token = Signer(try countingKey()).token(for: try scope(.prefix, folder), expires: expiry)
    let now = expiry + .seconds(-1)
    #expect(try refusal(token.text, at: now, by: verifier) == nil)
    for index in token.text.indices {
        var text = token.text
        text.replaceSubrange(index...index, with: text[index] == "A" ? "B" : "A")
        #expect(try refusal(text, at: now, by: verifier) != nil, "\(text)")
    }
}

@Test func `a token for one address is verified for each`() throws {
    let keys = SigningKeys(try countingKey())
    let verifier = Verifier(keys: keys, verified: VerifiedTokens())
    let bound = Signer(try countingKey()).token(
        for: try scope(.prefix, folder), expires: expiry, address: "192.0.2.1")
    let now = expiry + .seconds(-1)
    #expect(try refusal(bound.text, at: now, from: "192.0.2.1", by: verifier) == nil)
    #expect(try refusal(bound.text, at: now, from: "192.0.2.2", by: verifier) == .signature)
    var strict = verifier
    strict.requiresAddress = true
    let unbound = Signer(try countingKey()).token(for: try scope(.prefix, folder), expires: expiry)
    #expect(try refusal(unbound.text, at: now, by: verifier) == nil)
    #expect(try refusal(unbound.text, at: now, by: strict) == .address)
}

@Test func `a verified token is shortened in a log as every other`() throws {
    let verified = VerifiedTokens()
    let token = Signer(try countingKey()).token(for: try scope(.prefix, folder), expires: expiry)
    for target in ["/~\(token.text)\(segment)", "\(segment)?a=1&t=\(token.text)", "/%7E\(token.text)/x"] {
        let shown = TokenCarriage.shortened(target)
        #expect(TokenCarriage.shortened(target, verified: verified) == shown)
        let verifier = Verifier(keys: SigningKeys(try countingKey()), verified: verified)
        #expect(try refusal(token.text, at: expiry + .seconds(-1), by: verifier) == nil)
        #expect(TokenCarriage.shortened(target, verified: verified) == shown)
        #expect(!shown.contains(token.text))
    }
}

@Test func `a text that only means the same as a known token is another`() throws {
    // With a kid of K the token has a letter that Unicode also writes as the Kelvin sign, U+212A.
    let keys = SigningKeys(try countingKey("K"))
    let verifier = Verifier(keys: keys, verified: VerifiedTokens())
    let token = Signer(keys.active).token(for: try scope(.prefix, folder), expires: expiry).text
    let path = try RawPath(segment)
    let now = expiry + .seconds(-1)
    _ = try verifier.verify(token, path: path, address: "", at: now)
    let other = token.replacing(".K.", with: ".\u{212A}.")
    try #require(other == token && !other.utf8.elementsEqual(token.utf8))
    #expect(throws: RefusalReason.malformed) { try verifier.verify(other, path: path, address: "", at: now) }
}
