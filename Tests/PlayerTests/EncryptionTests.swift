import Catalog
import MediaTypes
import Testing

@testable import Player

/// What a media playlist says of encryption.
@Suite struct `an encrypted playlist` {
    private static let head = "#EXTM3U\n#EXT-X-VERSION:6\n#EXT-X-TARGETDURATION:2\n"
    private let vector = [UInt8](repeating: 0, count: 14) + [1, 2]

    /// Digests that differ where the bytes do, which is all that is asked of them here.
    private static let digest: @Sendable ([UInt8]) -> ContentDigest = { bytes in
        var sum = [UInt8](repeating: 0, count: 32)
        for (place, byte) in bytes.enumerated() { sum[place % 32] = sum[place % 32] &* 31 &+ byte }
        return ContentDigest(bytes: sum)!
    }

    private func read(_ body: String, url: String = "https://h/v/p.m3u8?t=1") throws -> MediaIndex {
        try MediaIndex(
            playlist: Array("\(Self.head)\(body)#EXT-X-ENDLIST\n".utf8), url: url, variables: nil, digest: Self.digest)
    }

    private func key(_ attributes: String) -> String { "#EXT-X-KEY:METHOD=AES-128,\(attributes)\n" }

    private func segments(_ names: String...) -> String { names.map { "#EXTINF:2,\n\($0).ts\n" }.joined() }

    /// RFC 8216 §5.2: without IV it is the media sequence number, big-endian.
    @Test func `has a key from its tag on, and the number of a segment in the place of a vector`() throws {
        let index = try read(
            "#EXT-X-MEDIA-SEQUENCE:258\n\(segments("a"))\(key("URI=\"one\",IV=0x102"))\(segments("b"))"
                + "\(key("URI=\"/two\""))\(segments("c", "d"))#EXT-X-KEY:METHOD=NONE\n\(segments("e"))")
        #expect(index.keys.map(\.location.url) == ["https://h/v/one", "https://h/two"])
        #expect(index.segments.map { $0.encryption?.key } == [nil, 0, 1, 1, nil])
        #expect(index.segments[1].encryption?.vector == vector)
        // The third has number 260.
        #expect(index.segments[2].encryption?.vector.suffix(2) == [1, 4])
        #expect(index.segments[3].encryption?.vector.suffix(2) == [1, 5])
    }

    @Test func `has one key where URIs differ by their signatures only`() throws {
        let signed = ["Expires=1893456000&Signature=a", "Expires=1893459600&Signature=b"].map {
            "k?\($0)&Key-Pair-Id=K"
        }
        let index = try read(
            "\(key("URI=\"\(signed[0])\""))\(segments("a"))\(key("URI=\"\(signed[1])\""))\(segments("b"))")
        #expect(index.keys.count == 1)
        #expect(index.segments.map { $0.encryption?.key } == [0, 0])
        let other = try read("\(key("URI=\"k?v=2\""))\(segments("a"))")
        #expect(other.keys[0].id != index.keys[0].id)
    }

    @Test func `encrypts its init section where the key stands above it`() throws {
        let index = try read(
            "#EXT-X-MAP:URI=\"clear.mp4\"\n\(segments("a"))\(key("URI=\"k\",IV=0x102"))#EXT-X-MAP:URI=\"sealed.mp4\"\n"
                + segments("b"))
        #expect(index.initializations.map { $0.encryption?.vector } == [nil, vector])
        #expect(index.segments.map(\.initialization) == [0, 1])
        #expect(throws: PlaybackFailure.self) {
            try read("\(key("URI=\"k\""))#EXT-X-MAP:URI=\"sealed.mp4\"\n\(segments("b"))")
        }
    }

    @Test(arguments: [
        ("METHOD=SAMPLE-AES,URI=\"k\"", "SAMPLE-AES"), ("METHOD=SAMPLE-AES-CTR,URI=\"k\"", "SAMPLE-AES-CTR"),
        ("METHOD=AES-256-GCM,URI=\"k\"", "AES-256-GCM"), ("METHOD=NEW,URI=\"k\"", "NEW"),
        (
            "METHOD=SAMPLE-AES,URI=\"skd://k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
            "com.apple.streamingkeydelivery"
        ),
        ("METHOD=AES-128,URI=\"skd://k\",KEYFORMAT=\"com.example\"", "com.example"),
        ("METHOD=AES-128,URI=\"data:text/plain;base64,AAAA\"", "HTTP"),
    ])
    func `is refused by the name of what is not decrypted here`(attributes: String, word: String) throws {
        let failure = #expect(throws: PlaybackFailure.self) { try read("#EXT-X-KEY:\(attributes)\n\(segments("a"))") }
        guard case .unsupported(let text)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(text.contains(word))
    }

    @Test func `takes the key of 16 bytes where others are offered beside it`() throws {
        let index = try read(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"x\",KEYFORMAT=\"com.example\"\n\(key("URI=\"k\",KEYFORMAT=\"identity\""))"
                + segments("a"))
        #expect(index.keys.map(\.location.url) == ["https://h/v/k"])
    }

    @Test func `is the same media under new URLs, and not with another vector`() throws {
        let one = try read("\(key("URI=\"k?x=1\",IV=0x1"))\(segments("a"))")
        #expect(one.describesSameMedia(as: try read("\(key("URI=\"k?x=2\",IV=0x1"))\(segments("a"))")))
        #expect(!one.describesSameMedia(as: try read("\(key("URI=\"k?x=1\",IV=0x2"))\(segments("a"))")))
        #expect(!one.describesSameMedia(as: try read(segments("a"))))
    }
}
