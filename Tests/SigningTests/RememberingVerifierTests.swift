import Catalog
import MediaTypes
import Signing
import Testing

/// xorshift64*: the same sequence every time.
private struct SeededGenerator: RandomNumberGenerator {
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    mutating func next() -> UInt64 {
        state ^= state >> 12
        state ^= state << 25
        state ^= state >> 27
        return state &* 2_685_821_657_736_338_717
    }
}

/// A verifier that remembers, and beside it one that does not, under keys that are read again now and then.
private struct Pair {
    var keys: SigningKeys { didSet { verified = VerifiedTokens() } }
    var requiresAddress = false
    private var verified = VerifiedTokens()

    init(_ keys: SigningKeys) { self.keys = keys }

    func verdicts(
        _ text: String, _ path: RawPath, _ address: String, at now: UnixTime
    ) -> (remembering: RefusalReason?, plain: RefusalReason?) {
        func verdict(_ verified: VerifiedTokens?) -> RefusalReason? {
            let verifier = Verifier(keys: keys, requiresAddress: requiresAddress, verified: verified)
            do throws(RefusalReason) {
                _ = try verifier.verify(text, path: path, address: address, at: now)
                return nil
            } catch { return error }
        }
        return (verdict(verified), verdict(nil))
    }
}

private let addresses = ["", "127.0.0.1", "192.0.2.1"]

/// Tokens of two keys, exact and prefix, with and without a beginning, for everybody and for one address.
private func manyTokens(_ keys: [SigningKey]) throws -> [String] {
    let scopes = [try scope(.prefix, folder), try scope(.exact, segment), try scope(.prefix, folder + "video/360/")]
    return keys.flatMap { key in
        scopes.flatMap { scope in
            [nil, expiry + .seconds(-50)].flatMap { start in
                addresses.map {
                    Signer(key).token(for: scope, expires: expiry, notBefore: start, address: $0).text
                }
            }
        }
    }
}

private func mutated(_ text: String, by random: inout SeededGenerator) -> String {
    var bytes = Array(text.utf8)
    let index = Int.random(in: bytes.indices, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 1: bytes.remove(at: index)
    case 2: bytes.insert(UInt8(ascii: "A"), at: index)
    default: bytes.swapAt(index, Int.random(in: bytes.indices, using: &random))
    }
    return String(decoding: bytes, as: UTF8.self)
}

@Test func `a verifier that remembers decides as one that does not, whatever comes in whatever order`() throws {
    var random = SeededGenerator()
    let (first, second) = (try countingKey("a"), try #require(SigningKey(kid: "b", secret: Array(32..<64))))
    // The same kid with another secret, as after the file was changed by hand.
    let impostor = try #require(SigningKey(kid: "a", secret: Array(64..<96)))
    let keySets = [
        SigningKeys(first).rotated(to: second, oldRetiresAt: nil),
        SigningKeys(first).rotated(to: second, oldRetiresAt: expiry + .seconds(-20)),
        SigningKeys(first), SigningKeys(second), SigningKeys(impostor),
    ]
    let tokens = try manyTokens([first, second])
    let paths = try [
        segment, folder, folder + "video/360/", folder + "video/3600/x", "/media/reel-2/0123456789abcdef/x", "/",
    ].map { try RawPath($0) }
    let times = [-51, -50, -49, -21, -20, -19, -1, 0, 1].map { expiry + .seconds($0) }
    var pair = Pair(keySets[0])
    var seen: [RefusalReason?: Int] = [:]
    for _ in 0..<20_000 {
        switch Int.random(in: 0..<500, using: &random) {
        case 0: pair.keys = keySets.randomElement(using: &random)!
        case 1: pair.requiresAddress.toggle()
        default: break
        }
        let token = tokens.randomElement(using: &random)!
        let text = Bool.random(using: &random) ? token : mutated(token, by: &random)
        let (path, now) = (paths.randomElement(using: &random)!, times.randomElement(using: &random)!)
        let address = addresses.randomElement(using: &random)!
        let (remembering, plain) = pair.verdicts(text, path, address, at: now)
        try #require(remembering == plain, "\(text) \(path) \(address) \(now)")
        seen[plain, default: 0] += 1
    }
    // Every verdict came up, so that agreeing says something.
    let verdicts: [RefusalReason?] = [
        nil, .malformed, .unknownKey, .signature, .notYetValid, .expired, .scope, .address,
    ]
    for verdict in verdicts { #expect(seen[verdict, default: 0] > 100, "\(String(describing: verdict))") }
}
