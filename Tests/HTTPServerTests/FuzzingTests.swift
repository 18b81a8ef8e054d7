import TestSupport
import Testing

@Test(.enabled(if: Tool.isInstalled("swiftc") && Tool.isInstalled("pkg-config"), "needs swiftc and pkg-config"))
func `the fuzz target of the reader of requests compiles`() throws {
    let result = try #require(Tool("sh")).run(["Tests/Tools/fuzz.sh", "HTTPServer", "check"], in: Folders.package)
    #expect(result.status == 0, "\(result.standardError)")
}
