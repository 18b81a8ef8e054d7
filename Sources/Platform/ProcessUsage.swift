#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What this process takes of the machine.
package struct ProcessUsage: Hashable, Sendable {
    /// Bytes of memory that are in use.
    package var residentBytes: Int
    /// Files and sockets that are open.
    package var openFiles: Int

    package init(residentBytes: Int, openFiles: Int) {
        self.residentBytes = residentBytes
        self.openFiles = openFiles
    }

    /// `nil` where there is no `/proc`.
    package static func current() -> ProcessUsage? {
        // The file says that it is empty, and is not.
        guard let text = try? File.openForReading("/proc/self/statm").read(at: 0, count: 4096),
            let files = try? FileSystem.list("/proc/self/fd")
        else { return nil }
        let pages = String(decoding: text, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard pages.count > 1 else { return nil }
        // Reading the folder takes a descriptor of its own.
        return ProcessUsage(residentBytes: pages[1] * sysconf(Int32(_SC_PAGESIZE)), openFiles: max(0, files.count - 1))
    }
}
