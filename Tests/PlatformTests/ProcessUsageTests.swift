import Platform
import Testing

@Test(.enabled(if: FileSystem.exists("/proc/self/statm"), "needs /proc"))
func `a process has some megabytes, and its standard streams`() throws {
    let usage = try #require(ProcessUsage.current())
    #expect((1 << 20..<1 << 40).contains(usage.residentBytes))
    #expect(usage.openFiles > 2)
}
