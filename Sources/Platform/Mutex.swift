#if PTHREAD_MUTEX
    #if canImport(Glibc)
        import Glibc
    #else
        import Darwin
    #endif

    /// `Synchronization.Mutex` for ThreadSanitizer, which does not see a futex and sees pthread's locks.
    ///
    /// `@unchecked Sendable` as that is: `value` is reached only in `withLock`, by one thread at a time; what comes in
    /// and what goes out is `sending`; the lock's storage is allocated once, and freed when nobody can hold it.
    package struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
        private let lock: UnsafeMutablePointer<pthread_mutex_t>
        private let value: UnsafeMutablePointer<Value>

        package init(_ initialValue: consuming sending Value) {
            lock = .allocate(capacity: 1)
            pthread_mutex_init(lock, nil)
            value = .allocate(capacity: 1)
            value.initialize(to: initialValue)
        }

        deinit {
            value.deinitialize(count: 1)
            value.deallocate()
            pthread_mutex_destroy(lock)
            lock.deallocate()
        }

        package borrowing func withLock<Result: ~Copyable, Failure: Error>(
            _ body: (inout sending Value) throws(Failure) -> sending Result
        ) throws(Failure) -> sending Result {
            pthread_mutex_lock(lock)
            defer { pthread_mutex_unlock(lock) }
            return try body(&value.pointee)
        }
    }
#else
    // Whoever imports Platform has the language's own; the attribute is what makes its members theirs as well.
    @_exported public import Synchronization
#endif
