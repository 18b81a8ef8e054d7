extension FileSystem {
    /// Brings files to the disk, several at a time: what is committed for one is committed for all, so that they wait
    /// together.
    package static func synchronize(files: [String]) throws {
        _ = try concurrentMap(files, threads: 8) { path in
            let file = try File.openForReading(path)
            try file.synchronize()
        }
    }
}
