#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What the machine has.
package enum Machine {
    /// Cores that are online, at least 1.
    package static var coreCount: Int {
        #if canImport(Glibc)
            let count = sysconf(Int32(_SC_NPROCESSORS_ONLN))
        #else
            let count = sysconf(_SC_NPROCESSORS_ONLN)
        #endif
        return max(1, count)
    }
}
