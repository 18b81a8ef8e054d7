#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// An exclusive lock on a file (`flock`), held until it goes away, also by the death of the process.
package struct FileLock: ~Copyable {
    private let file: Lock

    /// A descriptor of its own: `File` closes what `flock` must hold.
    private final class Lock {
        let descriptor: Int32
        init(_ descriptor: Int32) { self.descriptor = descriptor }

        /// Unlocked by name: between `fork` and `exec` a child that is being started holds the descriptor too, and
        /// closing ours alone would leave the file locked until it has executed (flock(2)).
        deinit {
            flock(descriptor, LOCK_UN)
            close(descriptor)
        }
    }

    /// `nil` when somebody else holds it. The file is made when it is missing and stays afterwards.
    package static func acquire(_ path: String) throws(SystemError) -> FileLock? {
        try take(try checked("open", path) { open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o644)) }, path)
    }

    /// Of a file or a folder that is there; nothing is made. `nil` when somebody else holds it. Not every file system
    /// can lock a folder.
    package static func acquire(existing path: String) throws(SystemError) -> FileLock? {
        try take(try checked("open", path) { open(path, O_RDONLY | O_CLOEXEC) }, path)
    }

    /// As ``acquire(existing:)``, waiting for whoever holds it.
    package static func wait(existing path: String) throws(SystemError) -> FileLock {
        let lock = Lock(try checked("open", path) { open(path, O_RDONLY | O_CLOEXEC) })
        _ = try checked("lock", path) { flock(lock.descriptor, LOCK_EX) }
        return FileLock(file: lock)
    }

    /// Whether the file that is locked is still the one at `path`: it may have been removed and made again.
    package func isHeld(at path: String) -> Bool {
        var (locked, present) = (stat(), stat())
        guard fstat(file.descriptor, &locked) == 0, stat(path, &present) == 0 else { return false }
        return locked.st_ino == present.st_ino && locked.st_dev == present.st_dev
    }

    private static func take(_ descriptor: Int32, _ path: String) throws(SystemError) -> FileLock? {
        let lock = Lock(descriptor)
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLock(file: lock) }
        if errno == EWOULDBLOCK { return nil }
        throw .last("lock", path)
    }
}
