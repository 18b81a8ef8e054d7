import MP4
import Platform
import TestSupport
import Testing

struct FuzzingTests {
    private static let folder = "\(Folders.package)/Tests/Fuzzing/MP4"

    @Test func `the corpus has every type of box, and is written as it is read`() throws {
        var missing = Set(BoxRegistry.types)
        for name in try FileSystem.list("\(Self.folder)/corpus") {
            let bytes = try FileSystem.read("\(Self.folder)/corpus/\(name)", limit: 1 << 20)
            #expect(bytes.count <= 4096)
            guard name.hasSuffix(".box") || name.hasSuffix(".mp4") else { continue }
            let boxes = try [Box](reading: bytes, keepsMalformed: true)
            #expect(try boxes.bytes() == bytes, "\(name)")
            missing.subtract(types(boxes))
        }
        #expect(missing == [])
    }

    @Test func `the dictionary has every type`() throws {
        let words = String(decoding: try FileSystem.read("\(Self.folder)/words.dict", limit: 1 << 20), as: UTF8.self)
        let types = BoxRegistry.types + BoxRegistry.sampleEntryTypes
        #expect(types.filter { !words.contains("\"\($0)\"") } == [])
    }

    @Test(.enabled(if: Tool.isInstalled("swiftc"), "needs swiftc"))
    func `the fuzzer compiles`() throws {
        let result = try #require(Tool("sh")).run(["Tests/Tools/fuzz.sh", "MP4", "check"], in: Folders.package)
        #expect(result.status == 0, "\(result.standardError)")
    }

    private func types(_ boxes: [Box]) -> [FourCC] { boxes.flatMap { [$0.type] + types($0.children) } }
}
