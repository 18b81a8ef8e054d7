import Catalog
import MediaTypes
import Platform
import Signing
import TestSupport
import Testing

/// One published vector of our own scheme.
private struct Vector: Decodable {
    var scheme: String
    var key_b64url: String?
    var kid: String?
    var exp: Int64?
    var nbf: Int64?
    var kind: String?
    var scope: String?
    var ip: String?
    var string_to_sign: String?
    var token: String?
}

@Test(.enabled(if: Folders.hasShared("reference/signing-vectors.json"), "needs ../shared/reference"))
func `tokens are those of the published vectors`() throws {
    let path = try #require(Folders.shared("reference/signing-vectors.json"))
    let all = try CanonicalJSON.decode([LenientVector].self, from: FileSystem.read(path, limit: 1 << 20))
    let vectors = all.compactMap(\.vector).filter { $0.scheme == "reelrig HS1" }
    #expect(vectors.count == 3)
    for vector in vectors {
        let secret = try #require(vector.key_b64url.flatMap(Base64URL.decode))
        let (kid, path) = (try #require(vector.kid), try #require(vector.scope))
        let key = try #require(SigningKey(kid: kid, secret: secret))
        let kind = try #require(vector.kind.flatMap(TokenScope.Kind.init(rawValue:)))
        let token = Signer(key).token(
            for: try scope(kind, path), expires: UnixTime(seconds: try #require(vector.exp)),
            notBefore: vector.nbf.map(UnixTime.init(seconds:)), address: vector.ip ?? "")
        #expect(token.text == vector.token)
        #expect(token.signedText(address: vector.ip ?? "") == vector.string_to_sign)
        #expect(Token(token.text) == token)
    }
}

/// The file holds the vectors of other schemes too, whose members have other types.
private struct LenientVector: Decodable {
    var vector: Vector?

    init(from decoder: any Decoder) { vector = try? Vector(from: decoder) }
}

// Computed with `printf 'HS1\nk1\n\n1893456000\nprefix\n/media/reel-1/0123456789abcdef/\n' | openssl dgst -sha256 -mac HMAC
// -macopt hexkey:000102…1f`.
private let prefixToken =
    "1.k1.1893456000..p.L21lZGlhL3JlZWwtMS8wMTIzNDU2Nzg5YWJjZGVmLw.-WhFWWo_6pzicCYYcvYu5qdUsOVMaoSO1yqb7L6pKgI"

@Test func `a token is the one that OpenSSL's command line computes`() throws {
    #expect(Signer(try countingKey()).token(for: try scope(.prefix, folder), expires: expiry).text == prefixToken)
}

@Test(arguments: [
    "2.k1.1893456000..p", "1..1893456000..p", "1.k 1.1893456000..p", "1.k1...p", "1.k1.01893456000..p",
    "1.k1.+1893456000..p", "1.k1.-1..p", "1.k1.1893456000.0x1.p", "1.k1.1893456000.00.p",
    "1.k1.1893456000..P", "1.k1.1893456000..x", "1.k1.18934560001893456..p", "1.k1.١٨٩٣٤٥٦٠٠٠..p",
    "1.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk.1893456000..p", " 1.k1.1893456000..p", "1.k1.1893456000..p.",
])
func `a token has one text`(start: String) {
    let end = "L21lZGlhL3JlZWwtMS8wMTIzNDU2Nzg5YWJjZGVmLw.-WhFWWo_6pzicCYYcvYu5qdUsOVMaoSO1yqb7L6pKgI"
    #expect(Token("1.k1.1893456000..p.\(end)") != nil)
    #expect(Token("\(start).\(end)") == nil)
}

@Test(arguments: [
    prefixToken + "=", prefixToken + ".", String(prefixToken.dropLast()), prefixToken + "A",
    // The last character holds four spare bits: I is 001000, J sets one that no byte uses.
    String(prefixToken.dropLast()) + "J",
    // "/media/../x/", a prefix without its slash, and a path that is not ASCII.
    "1.k1.1893456000..p.L21lZGlhLy4uL3gv.-WhFWWo_6pzicCYYcvYu5qdUsOVMaoSO1yqb7L6pKgI",
    "1.k1.1893456000..p.L21lZGlh.-WhFWWo_6pzicCYYcvYu5qdUsOVMaoSO1yqb7L6pKgI",
    "1.k1.1893456000..e.L8Op.-WhFWWo_6pzicCYYcvYu5qdUsOVMaoSO1yqb7L6pKgI",
    "", "1", ".......", String(repeating: "1.", count: 5000),
])
func `a broken token does not parse`(text: String) { #expect(Token(text) == nil) }

@Test func `a token's description holds no whole signature and no scope`() throws {
    let token = try #require(Token(prefixToken))
    #expect("\(token)" == "1.k1.1893456000..p.*L6pKgI")
    #expect(String(reflecting: token) == "\(token)")
}

@Test(arguments: [
    ("/~\(prefixToken)/media/a", "/~1.k1.1893456000..p.*L6pKgI/media/a"),
    ("/~\(prefixToken)x/media/a", "/~*/media/a"),
    ("/%7E\(prefixToken)/media/a", "/~1.k1.1893456000..p.*L6pKgI/media/a"),
    ("/media/a?x=1&t=\(prefixToken)&y", "/media/a?x=1&t=1.k1.1893456000..p.*L6pKgI&y"),
    ("/media/a?t=\(prefixToken)%20", "/media/a?t=*"),
    ("/media/a?u=\(prefixToken)", "/media/a?u=1.k1.1893456000..p.*.*"),
    ("/x/\(prefixToken)/~", "/x/1.k1.1893456000..p.*.*/~*"),
    ("/v1/reels?limit=3", "/v1/reels?limit=3"),
    ("/", "/"), ("", ""), ("/a?", "/a?"),
])
func `a log shows no usable token`(target: String, shown: String) {
    #expect(
        TokenCarriage.shortened(target).replacing("L21lZGlhL3JlZWwtMS8wMTIzNDU2Nzg5YWJjZGVmLw", with: "*") == shown)
}

@Test(arguments: [0, 1, 2, 3], ["/x/", "/media/a?u=", "/media/a?t=", "/~"])
func `a log shows no usable token whose characters are percent-encoded`(step: Int, place: String) {
    // None of them but the first, every second, every third, all.
    let encoded = prefixToken.utf8.enumerated().map { index, byte in
        (step == 0 ? index == 0 : index % step == 0)
            ? "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) : String(UnicodeScalar(byte))
    }.joined()
    let shown = TokenCarriage.shortened(place + encoded)
    // Every 20 bytes of the text are in the signature's half or show that it is there.
    let signature = encoded.suffix(60)
    #expect(!shown.contains(signature.prefix(20)) && !shown.contains(signature.suffix(20)))
    #expect(shown.hasPrefix(place) && shown.contains("*"))
}

@Test func `a reel id as long as a signature stays readable in a log`() {
    let target = "/v1/reels/\(String(repeating: "r", count: 64))/playback"
    #expect(TokenCarriage.shortened(target) == target)
}

@Test func `the token segment comes off a path`() {
    #expect(TokenCarriage.split("/~T/media/a") == ("T", "/media/a"))
    #expect(TokenCarriage.split("/~/media/a") == ("", "/media/a"))
    #expect(TokenCarriage.split("/~T") == ("T", ""))
    #expect(TokenCarriage.split("/~\u{591}T/a") == ("\u{591}T", "/a"))
    #expect(TokenCarriage.split("/media/~T/a") == (nil, "/media/~T/a"))
}
