import Foundation
import StableKeys
import TestSupport
import Testing

/// Pairs of signed URLs that lie beside the repository.
struct CacheKeyVectorTests {
    private struct Vector: Decodable {
        var scheme: String
        var name: String
        var url_a: String?
        var url_b: String?
        var same_key: Bool?
        var expected_key: String?
    }

    @Test(
        .enabled(
            if: Folders.hasShared("reference/signing-vectors.json"), "needs ../shared/reference/signing-vectors.json"))
    func `re-signed URLs have one key and different objects two`() throws {
        let path = try #require(Folders.shared("reference/signing-vectors.json"))
        let vectors = try JSONDecoder().decode([Vector].self, from: Data(contentsOf: URL(fileURLWithPath: path)))
        let pairs = vectors.filter { $0.scheme == "cache-key-pair" }
        #expect(pairs.count >= 11)
        for pair in pairs {
            let (first, second) = (StableKey(try #require(pair.url_a)), StableKey(try #require(pair.url_b)))
            #expect((first == second) == pair.same_key, "\(pair.name)")
            if let expected = pair.expected_key { #expect(first.text == expected, "\(pair.name)") }
        }
    }
}
