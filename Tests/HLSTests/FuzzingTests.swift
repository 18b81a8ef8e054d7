import HLS
import Platform
import TestSupport
import Testing

struct FuzzingTests {
    private static let folder = "\(Folders.package)/Tests/Fuzzing/HLS"

    @Test func `the corpus has every tag, and is read both ways`() throws {
        var missing = Set(Tag.allCases.map { "#\($0.rawValue)" })
        for name in try FileSystem.list("\(Self.folder)/corpus") {
            let bytes = try FileSystem.read("\(Self.folder)/corpus/\(name)", limit: 1 << 20)
            #expect(bytes.count <= 4096)
            let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
            missing.subtract(lines.map { String($0.prefix { $0 != ":" }) })
            let context = ReadingContext(uri: "https://h/a.m3u8?a=1", multivariantVariables: ["v": "x"])
            #expect(Playlist.parse(bytes, mode: .lenient, context: context).refusal == nil, "\(name)")
        }
        #expect(missing == [])
    }

    @Test func `the dictionary has every tag`() throws {
        let words = String(decoding: try FileSystem.read("\(Self.folder)/words.dict", limit: 1 << 20), as: UTF8.self)
        #expect(Tag.allCases.filter { !words.contains("#\($0.rawValue)") } == [])
    }

    @Test(.enabled(if: Tool.isInstalled("swiftc"), "needs swiftc"))
    func `the fuzzer compiles`() throws {
        let result = try #require(Tool("sh")).run(["Tests/Tools/fuzz.sh", "HLS", "check"], in: Folders.package)
        #expect(result.status == 0, "\(result.standardError)")
    }
}
