#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Operations on paths. Every error names the path.
package enum FileSystem {
    package static func status(_ path: String) throws(SystemError) -> FileStatus {
        var info = stat()
        _ = try checked("stat", path) { stat(path, &info) }
        return FileStatus(info)
    }

    /// Of the name itself: a symbolic link is `other`.
    package static func linkStatus(_ path: String) throws(SystemError) -> FileStatus {
        var info = stat()
        _ = try checked("stat", path) { lstat(path, &info) }
        return FileStatus(info)
    }

    /// The absolute path without links, `.` and `..`; everything on the way must be there.
    package static func canonical(_ path: String) throws(SystemError) -> String {
        guard let resolved = realpath(path, nil) else { throw .last("resolve", path) }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    package static func isExecutable(_ path: String) -> Bool { access(path, X_OK) == 0 }

    /// A whole file of at most `limit` bytes; a larger one is refused unread (`EFBIG`).
    package static func read(_ path: String, limit: Int) throws(SystemError) -> [UInt8] {
        let file = try File.openForReading(path)
        let status = try file.status()
        guard status.kind != .directory else { throw SystemError(code: EISDIR, operation: "read", path: path) }
        guard status.size <= limit else { throw SystemError(code: EFBIG, operation: "read", path: path) }
        return try file.read(at: 0, count: status.size)
    }

    /// Writes a new file. With `synchronize` it is on the disk when this returns.
    package static func write(
        _ bytes: some Collection<UInt8>, to path: String, mode: UInt16 = 0o644, synchronize: Bool = false
    ) throws(SystemError) {
        let file = try File.create(path, mode: mode)
        try file.write(bytes)
        if synchronize { try file.synchronize() }
    }

    /// Replaces a file so that a reader sees the old bytes or the new, never a mixture, also after a power cut.
    package static func replace(_ path: String, with bytes: some Collection<UInt8>, mode: UInt16 = 0o644)
        throws(SystemError)
    {
        let temporary = replacement(of: path)
        do throws(SystemError) {
            try write(bytes, to: temporary, mode: mode, synchronize: true)
            try rename(temporary, to: path)
        } catch {
            unlink(temporary)
            throw error
        }
        try synchronizeDirectory(parent(of: path))
    }

    /// Where ``replace(_:with:mode:)`` writes first. A killed process may leave it.
    package static func replacement(of path: String) -> String { "\(path).new" }

    package static func rename(_ old: String, to new: String) throws(SystemError) {
        _ = try checked("rename", new) { renameFile(old, new) }
    }

    /// Gives a file that never changes a second name. Where that cannot be, on another disk for one, it is copied.
    package static func link(_ path: String, to new: String) throws(SystemError) {
        if linkFile(path, new) == 0 { return }
        let old = try File.openForReading(path)
        let copy = try File.create(new)
        var position = 0
        while true {
            let piece = try old.read(at: position, count: 1 << 20)
            if piece.isEmpty { return }
            try copy.write(piece)
            position += piece.count
        }
    }

    /// Makes a directory and the missing ones above it.
    package static func createDirectories(_ path: String) throws(SystemError) {
        if mkdir(path, 0o755) == 0 { return }
        if errno == ENOENT {
            try createDirectories(parent(of: path))
            if mkdir(path, 0o755) == 0 { return }
        }
        let failure = SystemError.last("mkdir", path)
        guard failure.isAlreadyThere, try status(path).kind == .directory else { throw failure }
    }

    /// Names in a directory, sorted, without `.` and `..`.
    package static func list(_ path: String) throws(SystemError) -> [String] {
        var names = [String]()
        try forEachName(in: path) { names.append($0) }
        return names.sorted()
    }

    /// As ``list(_:)``, in the order in which the system has them: for directories of very many.
    package static func forEachName(in path: String, _ body: (String) -> Void) throws(SystemError) {
        guard let directory = opendir(path) else { throw .last("list", path) }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
            }
            if name != ".", name != ".." { body(name) }
        }
    }

    package static func removeFile(_ path: String) throws(SystemError) {
        _ = try checked("remove", path) { unlink(path) }
    }

    /// Removes a directory in which nothing is.
    package static func removeDirectory(_ path: String) throws(SystemError) {
        _ = try checked("remove", path) { rmdir(path) }
    }

    /// Removes a file or a whole directory; nothing happens when it is missing. Links are removed, not followed.
    package static func removeTree(_ path: String) throws(SystemError) {
        var info = stat()
        if lstat(path, &info) != 0 {
            if errno == ENOENT { return }
            throw .last("stat", path)
        }
        guard info.st_mode & S_IFMT == S_IFDIR else { return try removeFile(path) }
        for name in try list(path) { try removeTree("\(path)/\(name)") }
        try removeDirectory(path)
    }

    /// Waits until the names in a directory are on the disk.
    package static func synchronizeDirectory(_ path: String) throws(SystemError) {
        let file = try File.openForReading(path)
        try file.synchronize()
    }

    /// A fresh directory under the system's folder for temporary files.
    package static func makeTemporaryDirectory(prefix: String) throws(SystemError) -> String {
        let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
        var template = Array("\(base)/\(prefix)-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last("mkdtemp", base) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Bytes that a program of this user can still write to the disk that a path is on.
    package static func available(_ path: String) throws(SystemError) -> Int {
        var info = statvfs()
        _ = try checked("statvfs", path) { statvfs(path, &info) }
        return Int(clamping: UInt64(info.f_bavail).multipliedReportingOverflow(by: UInt64(info.f_frsize)).partialValue)
    }

    package static func parent(of path: String) -> String {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        guard let slash = trimmed.lastIndex(of: "/") else { return "." }
        return slash == trimmed.startIndex ? "/" : String(trimmed[..<slash])
    }

    package static func lastComponent(of path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }
}

private func linkFile(_ old: String, _ new: String) -> Int32 { link(old, new) }

private func renameFile(_ old: String, _ new: String) -> Int32 { rename(old, new) }
