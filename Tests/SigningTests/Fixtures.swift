import MediaTypes
import Signing
import Testing

/// The key of the published vectors: the bytes 0 to 31.
func countingKey(_ kid: String = "k1", retireAt: UnixTime? = nil) throws -> SigningKey {
    try #require(SigningKey(kid: kid, secret: Array(0..<32), retireAt: retireAt))
}

func scope(_ kind: TokenScope.Kind, _ path: String) throws -> TokenScope {
    try #require(TokenScope(kind, RawPath(path)))
}

let folder = "/media/reel-1/0123456789abcdef/"
let segment = folder + "video/360/00000.m4s"
let expiry = UnixTime(seconds: 1_893_456_000)

/// A generator that counts: never for a real key.
struct CountingGenerator: RandomNumberGenerator {
    private(set) var drawn: UInt64 = 0

    mutating func next() -> UInt64 {
        drawn += 1
        return drawn
    }
}
