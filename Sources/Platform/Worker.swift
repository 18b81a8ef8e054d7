#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A thread of its own for work that blocks, which must not occupy the threads of Swift's concurrency.
package final class Worker: Sendable {
    private let thread: pthread_t

    /// Starts it. `niceness` above 0 lets others go first where the system knows a thread's own niceness (Linux).
    package init(niceness: Int32 = 0, _ work: @escaping @Sendable () -> Void) {
        let box = Unmanaged.passRetained(Work(niceness: niceness, work)).toOpaque()
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t!
        #endif
        let code = pthread_create(&thread, nil, runWork, box)
        precondition(code == 0, "no thread could be started: \(String(cString: strerror(code)))")
        self.thread = thread
    }

    /// Waits until the work is done. Called once. From the work itself, which cannot wait for its own end, it returns at
    /// once and the thread goes away by itself.
    package func join() {
        if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
    }

    fileprivate final class Work: Sendable {
        let niceness: Int32
        let work: @Sendable () -> Void

        init(niceness: Int32, _ work: @escaping @Sendable () -> Void) {
            self.niceness = niceness
            self.work = work
        }
    }
}

#if canImport(Glibc)
    private func runWork(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        let work = Unmanaged<Worker.Work>.fromOpaque(box!).takeRetainedValue()
        if work.niceness != 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, work.niceness) }
        work.work()
        return nil
    }
#else
    private func runWork(_ box: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Worker.Work>.fromOpaque(box).takeRetainedValue().work()
        return nil
    }
#endif
