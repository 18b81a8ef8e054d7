#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An open file. Closing it is `deinit`'s work.
package struct File: ~Copyable {
    package let descriptor: Int32
    package let path: String

    private init(owning descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    package static func openForReading(_ path: String) throws(SystemError) -> File {
        File(owning: try checked("open", path) { open(path, O_RDONLY | O_CLOEXEC) }, path: path)
    }

    /// Opens for a C library that closes the descriptor itself. A symbolic link is not followed (`ELOOP`).
    package static func descriptorForReading(_ path: String) throws(SystemError) -> Int32 {
        try checked("open", path) { open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW) }
    }

    /// Makes a new file or empties the one that is there, for writing and for reading back.
    package static func create(_ path: String, mode: UInt16 = 0o644) throws(SystemError) -> File {
        let flags = O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC
        return File(owning: try checked("create", path) { open(path, flags, mode_t(mode)) }, path: path)
    }

    /// Opens for adding at the end, making the file when it is missing.
    package static func openForAppending(_ path: String, mode: UInt16 = 0o644) throws(SystemError) -> File {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC
        return File(owning: try checked("open", path) { open(path, flags, mode_t(mode)) }, path: path)
    }

    /// Opens an existing file for reading, and for adding at the end.
    package static func openForUpdating(_ path: String) throws(SystemError) -> File {
        File(owning: try checked("open", path) { open(path, O_RDWR | O_APPEND | O_CLOEXEC) }, path: path)
    }

    package func status() throws(SystemError) -> FileStatus {
        var info = stat()
        _ = try checked("stat", path) { fstat(descriptor, &info) }
        return FileStatus(info)
    }

    /// Up to `count` bytes from `offset` on; fewer only at the end of the file.
    package func read(at offset: Int, count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                while filled < count {
                    let got = try checked("read", path) {
                        pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                    }
                    if got == 0 { break }
                    filled += got
                }
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    /// Lends the bytes from the beginning to the end, a piece after the other in one buffer, and gives their number.
    @discardableResult
    package func withPieces(ofAtMost count: Int = 1 << 18, _ body: (Span<UInt8>) throws -> Void) throws -> Int {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 64)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let got = try checked("read", path) { pread(descriptor, buffer.baseAddress!, count, off_t(offset)) }
            if got == 0 { return offset }
            offset += got
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<got]).bindMemory(to: UInt8.self).span)
        }
    }

    /// The next bytes of a pipe or a terminal, at most `count`; none at its end.
    package func readNext(count: Int) throws(SystemError) -> [UInt8] {
        var failure: SystemError?
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            do throws(SystemError) {
                filled = try checked("read", path) { read_(descriptor, buffer.baseAddress!, count) }
            } catch { failure = error }
        }
        if let failure { throw failure }
        return bytes
    }

    package func write(_ bytes: some Collection<UInt8>) throws(SystemError) {
        let failure: SystemError?? = bytes.withContiguousStorageIfAvailable { buffer in
            do throws(SystemError) {
                try writeAll(UnsafeRawBufferPointer(buffer))
                return nil
            } catch { return error }
        }
        switch failure {
        case .some(.some(let error)): throw error
        case .some(.none): return
        case .none: try write(Array(bytes))
        }
    }

    package func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var failure: SystemError?
        bytes.withUnsafeBytes { buffer in
            do throws(SystemError) { try writeAll(buffer) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Lets the system begin to bring what is written to the disk, where it can be told (Linux), so that
    /// ``synchronize()`` has less to wait for.
    package func beginSynchronizing() { _ = writeRange?(descriptor, 0, 0, 2) }

    /// Waits until the bytes are on the disk.
    package func synchronize() throws(SystemError) {
        _ = try checked("fsync", path) { fsync(descriptor) }
    }

    private func writeAll(_ bytes: UnsafeRawBufferPointer) throws(SystemError) {
        var done = 0
        while done < bytes.count {
            done += try checked("write", path) { write_(descriptor, bytes.baseAddress! + done, bytes.count - done) }
        }
    }
}

/// `sync_file_range(2)` of Linux, which no module declares: file, offset, length (0 up to the end) and flags, of which 2
/// starts writing and does not wait.
private let writeRange: (@convention(c) (Int32, Int64, Int64, UInt32) -> Int32)? = dlsym(nil, "sync_file_range")
    .map { unsafeBitCast($0, to: (@convention(c) (Int32, Int64, Int64, UInt32) -> Int32).self) }

/// `write(2)` under a name that `File.write` does not hide.
private func write_(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

/// `read(2)` under a name that `File.read` does not hide.
private func read_(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}

package struct FileStatus: Equatable, Sendable {
    package enum Kind: Sendable { case file, directory, other }

    package var kind: Kind
    package var size: Int
    package var permissions: UInt16
    /// Nanoseconds since 1970.
    package var modified: Int64
    /// Device and inode: the same file has the same identity under every name.
    package var identity: [UInt64]

    init(_ info: stat) {
        kind =
            switch info.st_mode & S_IFMT {
            case S_IFREG: .file
            case S_IFDIR: .directory
            default: .other
            }
        size = Int(info.st_size)
        permissions = UInt16(info.st_mode & 0o7777)
        #if canImport(Glibc)
            modified = Int64(info.st_mtim.tv_sec) * 1_000_000_000 + Int64(info.st_mtim.tv_nsec)
        #else
            modified = Int64(info.st_mtimespec.tv_sec) * 1_000_000_000 + Int64(info.st_mtimespec.tv_nsec)
        #endif
        identity = [UInt64(truncatingIfNeeded: info.st_dev), UInt64(info.st_ino)]
    }
}
