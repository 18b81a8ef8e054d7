import Platform
import TestSupport
import Testing

@Test(.enabled(if: FileSystem.exists("/proc/self/statm"), "needs /proc"))
func `what a process takes is more than nothing, and an open file more`() throws {
    try withTemporaryDirectory { folder in
        let before = try #require(ProcessUsage.current())
        // A test process of Swift takes more than a megabyte and less than the machine has.
        #expect((1 << 20..<1 << 40).contains(before.residentBytes))
        #expect(before.openFiles > 2)
    }
}
