import Gzip
import Platform
import TestSupport
import Testing

private let samples: [[UInt8]] = [
    [], [7], Array(repeating: 65, count: 100_000),
    (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 11) },
]

@Test(.enabled(if: Tool.isInstalled("gzip"), "needs gzip"), arguments: samples)
private func `gzip makes the same bytes of it again`(bytes: [UInt8]) throws {
    try withTemporaryDirectory { folder in
        try FileSystem.write(try Gzip.compress(bytes), to: "\(folder)/file.gz")
        let output = try #require(Tool("gzip")).run(["-dc", "\(folder)/file.gz"])
        #expect(output.status == 0)
        #expect(output.standardOutput == bytes)
    }
}

@Test func `the same bytes are always packed the same, and text becomes smaller`() throws {
    let text = Array(String(repeating: "#EXTINF:2.002,\n00001.m4s\n", count: 100).utf8)
    let packed = try Gzip.compress(text)
    #expect(packed == (try Gzip.compress(text)))
    #expect(packed.count < text.count / 10)
    // RFC 1952 §2.3: the magic, deflate, no flags, no time.
    #expect(packed.prefix(8) == [0x1F, 0x8B, 8, 0, 0, 0, 0, 0])
}
