/// A file system of its own in memory, for tests of disks that are full. Mounting one takes root.
package enum SmallDisk {
    /// Whether this process may mount one.
    package static let canMount = (try? with(size: "64k") { _ in true }) ?? false

    /// Calls with a disk of that size (as `600k`), which is gone afterwards.
    package static func with<Result>(size: String, _ body: (String) throws -> Result) throws -> Result {
        guard let mount = Tool("mount"), let unmount = Tool("umount") else { throw CannotMount() }
        return try withTemporaryDirectory { folder in
            let output = try mount.run(["-t", "tmpfs", "-o", "size=\(size),mode=0755", "tmpfs", folder])
            guard output.status == 0 else { throw CannotMount() }
            defer { _ = try? unmount.run([folder]) }
            return try body(folder)
        }
    }

    private struct CannotMount: Error {}
}
