/// A signed permission to fetch: `1.KID.EXP.[NBF].(e|p).b64url(scope).SIG`, unreserved characters only.
///
/// A value says nothing about whether the signature is right: ``Verifier`` does. Its description is shortened.
package struct Token: Hashable, Sendable, CustomStringConvertible, CustomDebugStringConvertible {
    /// The id of the signing key.
    package let kid: String
    /// Unix seconds; the token is valid before it.
    package let expires: Int64
    /// Unix seconds; the token is valid from then on.
    package let notBefore: Int64?
    package let scope: TokenScope
    /// 32 bytes.
    package let signature: [UInt8]

    /// Of a whole token.
    package static let longest = 4096

    init(kid: String, expires: Int64, notBefore: Int64?, scope: TokenScope, signature: [UInt8]) {
        self.kid = kid
        self.expires = expires
        self.notBefore = notBefore
        self.scope = scope
        self.signature = signature
    }

    /// `nil` for every text that is not the one text of a token.
    package init?(_ text: some StringProtocol) { self.init(bytes: Substring(text).utf8) }

    /// Over bytes, because every request brings one.
    private init?(bytes text: Substring.UTF8View) {
        guard text.count <= Self.longest else { return nil }
        let parts = text.split(separator: UInt8(ascii: "."), maxSplits: 7, omittingEmptySubsequences: false)
        guard parts.count == 7, parts[0].elementsEqual("1".utf8), Self.isKeyID(parts[1]),
            let expires = Self.seconds(parts[2])
        else { return nil }
        var notBefore: Int64?
        if !parts[3].isEmpty {
            guard let seconds = Self.seconds(parts[3]) else { return nil }
            notBefore = seconds
        }
        guard let scope = Self.scope(kind: parts[4], encoded: parts[5]), let signature = Base64URL.decode(parts[6]),
            signature.count == 32
        else { return nil }
        self.init(
            kid: String(Substring(parts[1])), expires: expires, notBefore: notBefore, scope: scope,
            signature: signature)
    }

    /// The whole token: a secret until it has expired.
    package var text: String { "\(unsigned).\(Base64URL.encode(scope.path.text.utf8)).\(encodedSignature)" }

    /// Without the scope, and of the signature only the last six characters: what a log may hold.
    package var description: String { "\(unsigned).*\(encodedSignature.suffix(6))" }

    package var debugDescription: String { description }

    /// The bytes the signature is over: LF between the fields, so that none can borrow characters from its neighbour.
    package func signedText(address: String) -> String {
        Self.signedText(kid: kid, expires: expires, notBefore: notBefore, scope: scope, address: address)
    }

    static func signedText(kid: String, expires: Int64, notBefore: Int64?, scope: TokenScope, address: String)
        -> String
    {
        "HS1\n\(kid)\n\(decimal(notBefore))\n\(expires)\n\(scope.kind.rawValue)\n\(scope.path)\n\(address)"
    }

    /// `[A-Za-z0-9_-]{1,32}`.
    package static func isKeyID(_ text: some StringProtocol) -> Bool { isKeyID(Substring(text).utf8) }

    private static func isKeyID(_ text: Substring.UTF8View) -> Bool {
        (1...32).contains(text.count)
            && text.allSatisfy { $0.isLetterOrDigit || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-") }
    }

    private var unsigned: String {
        "1.\(kid).\(expires).\(Self.decimal(notBefore)).\(scope.kind == .exact ? "e" : "p")"
    }

    private var encodedSignature: String { Base64URL.encode(signature) }

    private static func decimal(_ number: Int64?) -> String { number.map { "\($0)" } ?? "" }

    /// Decimal without sign and leading zeros; at most 15 digits, so that milliseconds and a skew fit as well.
    private static func seconds(_ text: Substring.UTF8View) -> Int64? {
        guard (1...15).contains(text.count), text.allSatisfy(\.isDigit),
            text.first != UInt8(ascii: "0") || text.count == 1
        else { return nil }
        return Int64(Substring(text))
    }

    private static func scope(kind: Substring.UTF8View, encoded: Substring.UTF8View) -> TokenScope? {
        guard let bytes = Base64URL.decode(encoded), bytes.allSatisfy({ $0 < 0x80 }),
            let path = try? RawPath(String(decoding: bytes, as: UTF8.self))
        else { return nil }
        if kind.elementsEqual("e".utf8) { return TokenScope(.exact, path) }
        return kind.elementsEqual("p".utf8) ? TokenScope(.prefix, path) : nil
    }
}

extension UInt8 {
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

    var isLetterOrDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
