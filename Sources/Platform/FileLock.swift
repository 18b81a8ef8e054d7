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
        let descriptor = try checked("open", path) { open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_t(0o644)) }
        let lock = Lock(descriptor)
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return FileLock(file: lock) }
        if errno == EWOULDBLOCK { return nil }
        throw .last("lock", path)
    }
}
