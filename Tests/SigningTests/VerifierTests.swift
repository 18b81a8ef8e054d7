import Catalog
import MediaTypes
import Signing
import Testing

private func refusal(
    _ text: String?, at now: UnixTime, path: String = segment, from address: String = "127.0.0.1",
    by verifier: Verifier
) throws -> RefusalReason? {
    let path = try RawPath(path)
    do {
        _ = try verifier.verify(text, path: path, address: address, at: now)
        return nil
    } catch let reason { return reason }
}

private func verifier(_ keys: SigningKeys? = nil) throws -> Verifier {
    Verifier(keys: try keys ?? SigningKeys(countingKey()))
}

@Test(
    arguments: [
        (-1000, nil), (-1, nil), (0, RefusalReason.expired), (1, .expired), (1000, .expired),
    ] as [(Int64, RefusalReason?)])
func `a token is valid before its expiry and not at it`(offset: Int64, expected: RefusalReason?) throws {
    let token = Signer(try countingKey()).token(for: try scope(.prefix, folder), expires: expiry)
    let now = expiry + .milliseconds(offset)
    #expect(try refusal(token.text, at: now, by: verifier()) == expected)
}

@Test(
    arguments: [(-1000, RefusalReason.notYetValid), (-1, .notYetValid), (0, nil), (1, nil)] as [(Int64, RefusalReason?)]
)
func `a token is valid from its beginning on`(offset: Int64, expected: RefusalReason?) throws {
    let start = expiry + .seconds(-100)
    let token = Signer(try countingKey()).token(for: try scope(.prefix, folder), expires: expiry, notBefore: start)
    #expect(try refusal(token.text, at: start + .milliseconds(offset), by: verifier()) == expected)
}

@Test func `skew moves both ends`() throws {
    var lenient = try verifier()
    lenient.skew = .seconds(5)
    let start = expiry + .seconds(-100)
    let text = Signer(try countingKey()).token(
        for: try scope(.prefix, folder), expires: expiry, notBefore: start
    ).text
    #expect(try refusal(text, at: start + .milliseconds(-5001), by: lenient) == .notYetValid)
    #expect(try refusal(text, at: start + .milliseconds(-5000), by: lenient) == nil)
    #expect(try refusal(text, at: expiry + .milliseconds(4999), by: lenient) == nil)
    #expect(try refusal(text, at: expiry + .milliseconds(5000), by: lenient) == .expired)
}

@Test func `every refusal has its reason`() throws {
    let (before, after) = (expiry + .seconds(-1), expiry)
    let signer = Signer(try countingKey())
    let text = signer.token(for: try scope(.prefix, folder), expires: expiry).text
    #expect(try refusal(text, at: before, by: verifier()) == nil)
    #expect(try refusal(nil, at: before, by: verifier()) == .missing)
    #expect(try refusal("", at: before, by: verifier()) == .missing)
    #expect(try refusal("nonsense", at: before, by: verifier()) == .malformed)
    #expect(try refusal(text, at: before, path: "/media/reel-2/0123456789abcdef/a", by: verifier()) == .scope)
    let stranger = Signer(try countingKey("k9")).token(for: try scope(.prefix, folder), expires: expiry).text
    #expect(try refusal(stranger, at: before, by: verifier()) == .unknownKey)
    // Same key id, another secret.
    let forger = try #require(SigningKey(kid: "k1", secret: Array(1...32)))
    let forged = Signer(forger).token(for: try scope(.prefix, folder), expires: expiry).text
    #expect(try refusal(forged, at: before, by: verifier()) == .signature)
    // The signature comes before time and scope.
    #expect(try refusal(forged, at: after, path: "/elsewhere", by: verifier()) == .signature)
    // Time comes before scope.
    #expect(try refusal(text, at: after, path: "/elsewhere", by: verifier()) == .expired)
}

@Test func `a token bound to an address serves that address only`() throws {
    let now = expiry + .seconds(-1)
    let token = Signer(try countingKey()).token(
        for: try scope(.prefix, folder), expires: expiry, address: "2001:db8::1")
    #expect(try refusal(token.text, at: now, from: "2001:db8::1", by: verifier()) == nil)
    #expect(try refusal(token.text, at: now, from: "2001:db8::2", by: verifier()) == .signature)
    #expect(try refusal(token.text, at: now, from: "", by: verifier()) == .signature)
}

@Test func `a verifier can insist on bound tokens`() throws {
    let now = expiry + .seconds(-1)
    var strict = try verifier()
    strict.requiresAddress = true
    let signer = Signer(try countingKey())
    let unbound = signer.token(for: try scope(.prefix, folder), expires: expiry)
    #expect(try refusal(unbound.text, at: now, by: strict) == .address)
    let bound = signer.token(for: try scope(.prefix, folder), expires: expiry, address: "127.0.0.1")
    #expect(try refusal(bound.text, at: now, by: strict) == nil)
}

@Test func `after a rotation the old key verifies until it retires`() throws {
    let (old, new) = (try countingKey("old"), try #require(SigningKey(kid: "new", secret: Array(32..<64))))
    let retirement = expiry + .seconds(-50)
    let keys = SigningKeys(old).rotated(to: new, oldRetiresAt: retirement)
    #expect(keys.active.kid == "new")
    let (before, after) = (retirement + .milliseconds(-1), retirement)
    let signedBefore = Signer(old).token(for: try scope(.prefix, folder), expires: expiry).text
    let signedAfter = Signer(keys.active).token(for: try scope(.prefix, folder), expires: expiry).text
    #expect(try refusal(signedBefore, at: before, by: verifier(keys)) == nil)
    #expect(try refusal(signedBefore, at: after, by: verifier(keys)) == .unknownKey)
    #expect(try refusal(signedAfter, at: after, by: verifier(keys)) == nil)
}

@Test func `no token with one character changed, added, removed or swapped is accepted`() throws {
    let text = Signer(try countingKey()).token(
        for: try scope(.prefix, folder), expires: expiry, notBefore: expiry + .seconds(-100)
    ).text
    let now = expiry + .seconds(-1)
    let judge = try verifier()
    let path = try RawPath(segment)
    let original = Array(text.utf8)
    let letters = Array("AZaz09-_.~%=+/ \0".utf8)
    var refused = 0
    func tryOne(_ bytes: [UInt8]) {
        guard bytes != original else { return }
        let mutant = String(decoding: bytes, as: UTF8.self)
        #expect(throws: RefusalReason.self, "\(mutant)") {
            try judge.verify(mutant, path: path, address: "127.0.0.1", at: now)
        }
        refused += 1
    }
    for index in original.indices {
        for bit in 0..<8 {
            var changed = original
            changed[index] ^= 1 << UInt8(bit)
            tryOne(changed)
        }
        for letter in letters {
            var (changed, longer) = (original, original)
            changed[index] = letter
            longer.insert(letter, at: index)
            tryOne(changed)
            tryOne(longer)
        }
        var shorter = original
        shorter.remove(at: index)
        tryOne(shorter)
        tryOne(Array(original[..<index]))
        for other in original.indices.dropFirst(index + 1) {
            var swapped = original
            swapped.swapAt(index, other)
            tryOne(swapped)
        }
    }
    #expect(refused > 10_000)
}
