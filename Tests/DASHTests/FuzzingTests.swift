import DASH
import Platform
import TestSupport
import Testing

struct FuzzingTests {
    @Test func `every file of the corpus is read`() throws {
        let folder = "\(Folders.package)/Tests/Fuzzing/DASH/corpus"
        let names = try FileSystem.list(folder)
        #expect(names.count >= 2)
        for name in names {
            let mpd = try MPD(try FileSystem.read("\(folder)/\(name)", limit: 1 << 20))
            #expect(try MPD(mpd.serializedBytes()) == mpd, "\(name)")
        }
    }

    @Test(.enabled(if: Tool.isInstalled("swiftc") && Tool.isInstalled("pkg-config"), "needs swiftc and pkg-config"))
    func `the fuzz target compiles`() throws {
        let result = try #require(Tool("sh")).run(["Tests/Tools/fuzz.sh", "DASH", "check"], in: Folders.package)
        #expect(result.status == 0, "\(result.standardError)")
    }
}
